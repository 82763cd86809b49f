from django.apps import AppConfig


class QuarrelsConfig(AppConfig):
    name = "tutor.quarrels"

    def ready(self) -> None:
        from tutor.quarrels.on_pages import on_hub, on_search
        from tutor.site.parts import fill

        fill("table field", on_hub)
        fill("search", on_search)
