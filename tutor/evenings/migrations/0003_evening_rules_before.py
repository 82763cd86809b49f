"""Evenings remember by which rules they were played before those of their table were taken over anew."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("evenings", "0002_evening_dealing")]

    operations = [
        migrations.AddField(
            model_name="evening",
            name="rules_before",
            field=models.JSONField(blank=True, default=list),
        ),
    ]
