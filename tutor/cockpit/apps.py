from django.apps import AppConfig


class CockpitConfig(AppConfig):
    name = "tutor.cockpit"

    def ready(self) -> None:
        # They know models, which are there only now.
        from tutor.cockpit.on_pages import on_class
        from tutor.site.parts import fill

        fill("class", on_class)
