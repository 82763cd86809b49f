from django.apps import AppConfig


class LearningConfig(AppConfig):
    name = "tutor.learning"
    label = "lessons"  # of its tables

    def ready(self) -> None:
        from lessons.kinds.asking import goals  # noqa: F401, says what the items of the bank ask for
        from tutor.learning import content_checks  # noqa: F401, registers the check of the content
