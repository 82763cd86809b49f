from django.apps import AppConfig


class LiveConfig(AppConfig):
    name = "tutor.live"

    def ready(self) -> None:
        # They know models, which are there only now.
        from tutor.classroom.given import answers_also
        from tutor.classroom.keeping import export_also
        from tutor.classroom.news import news_also
        from tutor.classroom.parting import leave_also
        from tutor.learning.untold import keep_back
        from tutor.live.giving import SOURCE, latest_round
        from tutor.live.on_pages import on_class, on_mine
        from tutor.live.services import end_rounds_of, export_live
        from tutor.live.untold import not_yet_shown
        from tutor.site.parts import fill

        export_also("live_rounds", export_live)
        keep_back(not_yet_shown)
        answers_also(SOURCE)
        news_also(latest_round)
        leave_also(end_rounds_of)
        fill("class", on_class)
        fill("my class", on_mine)
