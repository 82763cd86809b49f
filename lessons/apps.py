from django.apps import AppConfig


class LessonsConfig(AppConfig):
    name = "lessons"

    def ready(self) -> None:
        from lessons.proving import checks  # noqa: F401, registers the content checks
