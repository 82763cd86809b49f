from django.db import migrations, models


class Migration(migrations.Migration):
    """Nobody knows of whom a slip has been printed before: it may have been of everybody."""

    dependencies = [("classroom", "0010_exact_rules_of_a_class")]

    operations = [
        migrations.AddField("pupil", "slip_shown", models.BooleanField(default=True)),
        migrations.AlterField("pupil", "slip_shown", models.BooleanField(default=False)),
    ]
