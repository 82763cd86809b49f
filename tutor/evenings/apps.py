from django.apps import AppConfig


class EveningsConfig(AppConfig):
    name = "tutor.evenings"

    def ready(self) -> None:
        # They know models, which are there only now.
        from tutor.evenings.on_pages import on_home, on_hub, on_table
        from tutor.evenings.services import delete_old, merge
        from tutor.learning.learner import merge_also
        from tutor.site.parts import fill
        from tutor.site.tidying import tidy_also

        merge_also(merge)
        tidy_also("evenings", delete_old)
        fill("home", on_home)
        fill("table hub", on_hub)
        fill("table links", on_table)
