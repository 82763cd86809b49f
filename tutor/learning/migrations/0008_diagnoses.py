from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("lessons", "0007_recovery_code")]

    operations = [
        migrations.AddField(
            model_name="attempt", name="diagnoses", field=models.JSONField(blank=True, null=True)
        )
    ]
