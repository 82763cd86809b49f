from django.apps import AppConfig


class PracticeConfig(AppConfig):
    name = "tutor.practice"

    def ready(self) -> None:
        # Both know models, which are there only now.
        from lessons import companions
        from tutor.practice.circulation import withheld_slugs
        from tutor.practice.companion import PracticeCompanion

        companions.register(PracticeCompanion())
        companions.leave_out(withheld_slugs)
