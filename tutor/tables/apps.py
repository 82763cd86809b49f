from django.apps import AppConfig


class TablesConfig(AppConfig):
    name = "tutor.tables"

    def ready(self) -> None:
        # They know models, which are there only now.
        from tutor.site.tidying import tidy_also
        from tutor.tables.services import forget_unused

        tidy_also("tables", forget_unused)
