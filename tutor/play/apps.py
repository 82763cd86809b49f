from django.apps import AppConfig


class PlayConfig(AppConfig):
    name = "tutor.play"

    def ready(self) -> None:
        # They know models, which are there only now.
        from tutor.learning.learner import merge_also
        from tutor.learning.progress import done_also
        from tutor.play.on_pages import first_on_stage, is_played, on_home, on_stage, on_table
        from tutor.play.services import merge
        from tutor.play.thinking import JOB, think
        from tutor.site.parts import fill
        from tutor.site.queue.jobs import add_job

        merge_also(merge)
        add_job(JOB, think)
        fill("home", on_home)
        fill("table links", on_table)
        fill("stage", on_stage)
        fill("stage first", first_on_stage)
        done_also(is_played)
