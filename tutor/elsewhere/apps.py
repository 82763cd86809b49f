from django.apps import AppConfig


class ElsewhereConfig(AppConfig):
    name = "tutor.elsewhere"

    def ready(self) -> None:
        # They know models, which are there only now.
        from tutor.elsewhere.on_pages import head_of, sharing_of
        from tutor.site.parts import fill

        for kind in ("position", "scored", "quarrel", "rule", "evening"):
            fill(f"head {kind}", head_of(kind))
            fill(f"share {kind}", sharing_of(kind))
