from django.apps import AppConfig


class PracticeConfig(AppConfig):
    name = "tutor.practice"

    def ready(self) -> None:
        # They know models, which are there only now.
        from lessons import companions
        from lessons.learner import merge_also
        from tutor.practice.circulation import withheld_slugs
        from tutor.practice.companion import PracticeCompanion
        from tutor.practice.services import merge

        companions.register(PracticeCompanion())
        merge_also(merge)
        companions.leave_out(withheld_slugs)
