from django.apps import AppConfig


class PaperConfig(AppConfig):
    name = "tutor.classroom.paper"
    label = "paper"

    def ready(self) -> None:
        from tutor.classroom.paper.making import JOB, make
        from tutor.site.queue.jobs import add_job

        add_job(JOB, make)
