from django.apps import AppConfig

from tutor.masking import mask_log


class TutorConfig(AppConfig):
    name = "tutor"

    def ready(self) -> None:
        mask_log()
