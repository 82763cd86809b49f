from django.apps import AppConfig


class PracticeConfig(AppConfig):
    name = "tutor.puzzles"
    label = "practice"  # of its tables

    def ready(self) -> None:
        # They know models, which are there only now.
        from tutor.learning import companions
        from tutor.learning.learner import merge_also
        from tutor.puzzles.circulation import withheld_slugs
        from tutor.puzzles.companion import PracticeCompanion
        from tutor.puzzles.day_words import on_home
        from tutor.puzzles.drills import on_stage
        from tutor.puzzles.services import merge
        from tutor.site.parts import fill

        companions.register(PracticeCompanion())
        merge_also(merge)
        companions.leave_out(withheld_slugs)
        fill("home", on_home)
        fill("stage", on_stage)
