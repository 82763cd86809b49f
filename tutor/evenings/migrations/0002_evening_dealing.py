"""Evenings that are kept already go on as they have been told."""

from django.db import migrations, models

CHOICES = [(1, "By Place"), (2, "By Person")]


class Migration(migrations.Migration):
    dependencies = [("evenings", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="evening",
            name="dealing",
            field=models.PositiveSmallIntegerField(choices=CHOICES, default=1, editable=False),
        ),
        migrations.AlterField(
            model_name="evening",
            name="dealing",
            field=models.PositiveSmallIntegerField(choices=CHOICES, default=2, editable=False),
        ),
    ]
