from django.apps import AppConfig

from tutor.masking import mask_log


class TutorConfig(AppConfig):
    name = "tutor"

    def ready(self) -> None:
        mask_log()
        # Both know models, which are there only now.
        from tutor.queue.jobs import add_job
        from tutor.tidying import tidy_daily

        add_job("tidy", tidy_daily, daily=True)
