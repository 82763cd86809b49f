from django.apps import AppConfig


class DealingConfig(AppConfig):
    name = "tutor.classroom.dealing"
    label = "dealing"

    def ready(self) -> None:
        # They know models, which are there only now.
        from tutor.classroom.dealing import on_pages
        from tutor.classroom.dealing.giving import SOURCE, latest_deal
        from tutor.classroom.dealing.services import copy_all, export_deals, note_played
        from tutor.classroom.given import answers_also
        from tutor.classroom.keeping import export_also
        from tutor.classroom.news import news_also
        from tutor.classroom.services import copy_also
        from tutor.play.services import tell_also
        from tutor.site.parts import fill

        export_also("deals", export_deals)
        copy_also(copy_all)
        answers_also(SOURCE)
        news_also(latest_deal)
        tell_also(note_played)
        fill("assignments", on_pages.on_class)
        fill("my assignments", on_pages.on_mine)
        fill("kinds of assignment", on_pages.on_kinds)
        fill("on from game", on_pages.on_game)
        fill("below game", on_pages.below_game)
