from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("play", "0006_cards_by_suit"),
    ]

    operations = [
        migrations.AddField(
            model_name="playedgame",
            name="stage",
            field=models.CharField(blank=True, default="", max_length=80),
        ),
    ]
