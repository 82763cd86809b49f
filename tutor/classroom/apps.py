from django.apps import AppConfig


class ClassroomConfig(AppConfig):
    name = "tutor.classroom"

    def ready(self) -> None:
        # Both know models, which are there only now.
        from tutor.classroom.notes import NoteCompanion
        from tutor.learning import companions

        companions.register(NoteCompanion())
