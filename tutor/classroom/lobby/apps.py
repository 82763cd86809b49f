from django.apps import AppConfig


class LobbyConfig(AppConfig):
    name = "tutor.classroom.lobby"
    label = "lobby"

    def ready(self) -> None:
        # They know models, which are there only now.
        from tutor.classroom.keeping import export_also
        from tutor.classroom.lobby.on_pages import on_class
        from tutor.classroom.lobby.services import export_lobby, forget_old
        from tutor.site.parts import fill
        from tutor.site.tidying import tidy_also

        export_also("lobby", export_lobby)
        fill("class", on_class)
        tidy_also("seats", forget_old)
