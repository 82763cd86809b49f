from django.apps import AppConfig


class EditorConfig(AppConfig):
    name = "tutor.editor"

    def ready(self) -> None:
        from lessons.content.providers import register
        from tutor.editor.items import OwnItems

        register(OwnItems())
