from django.apps import AppConfig


class OfflineConfig(AppConfig):
    name = "tutor.offline"

    def ready(self) -> None:
        # They know models, which are there only now.
        from tutor.offline.on_pages import on_hub, panel
        from tutor.site.parts import fill

        fill("evening", panel)
        fill("our table", panel)
        fill("table hub", on_hub)
