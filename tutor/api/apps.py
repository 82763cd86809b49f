from django.apps import AppConfig
from django.http import HttpRequest, HttpResponse


class ApiConfig(AppConfig):
    name = "tutor.api"

    def ready(self) -> None:
        from tutor.site.uploads import answer_otherwise

        answer_otherwise("/api/", too_large)


def too_large(request: HttpRequest, length: int) -> HttpResponse:
    """As the interface describes it."""
    from tutor.api.routes import too_long  # brings the whole engine, so not before it is needed

    return too_long(request, length)
