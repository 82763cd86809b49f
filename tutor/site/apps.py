from django.apps import AppConfig

from tutor.site.masking import mask_log


class SiteConfig(AppConfig):
    name = "tutor.site"
    label = "tutor"  # of its tables

    def ready(self) -> None:
        mask_log()
        # Both know models, which are there only now.
        from tutor.site.queue.jobs import add_job
        from tutor.site.tidying import tidy_daily

        add_job("tidy", tidy_daily, daily=True)
