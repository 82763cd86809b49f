from django.apps import AppConfig


class EditorConfig(AppConfig):
    name = "tutor.editor"

    def ready(self) -> None:
        from lessons.content.providers import register
        from tutor.editor.items import OwnItems
        from tutor.editor.sharing import CopyCompanion
        from tutor.learning import companions

        register(OwnItems())
        companions.register(CopyCompanion())
