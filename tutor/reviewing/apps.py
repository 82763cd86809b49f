from django.apps import AppConfig


class ReviewingConfig(AppConfig):
    name = "tutor.reviewing"

    def ready(self) -> None:
        # They know models, which are there only now.
        from lessons.content.providers import register
        from tutor.puzzles.notebook import bring_also
        from tutor.reviewing.items import DealItems, to_practise
        from tutor.reviewing.making import JOB, make
        from tutor.reviewing.on_pages import of_game, on_dashboard, on_deal, on_game, on_list
        from tutor.site.parts import fill
        from tutor.site.queue.jobs import add_job

        add_job(JOB, make)
        register(DealItems())
        bring_also(to_practise)
        fill("played deal", on_deal)
        fill("deal over", on_game)
        fill("beside deal over", of_game)
        fill("finished game", on_list)
        fill("dashboard", on_dashboard)
