from django.apps import AppConfig


class PlansConfig(AppConfig):
    name = "tutor.plans"

    def ready(self) -> None:
        # They know models, which are there only now.
        from tutor.classroom.keeping import export_also
        from tutor.plans.on_pages import on_class, on_kinds
        from tutor.plans.services import export_lessons
        from tutor.site.parts import fill

        export_also("lessons", export_lessons)
        fill("class", on_class)
        fill("kinds of assignment", on_kinds)
