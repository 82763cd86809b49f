from django.apps import AppConfig


class PaperConfig(AppConfig):
    name = "tutor.classroom.paper"
    label = "paper"

    def ready(self) -> None:
        from tutor.classroom.paper.making import JOB, forget_old, make
        from tutor.site.queue.jobs import add_job
        from tutor.site.tidying import tidy_also

        add_job(JOB, make)
        tidy_also("files", forget_old)
