"""Every address: pages under /de/ and /en/, the rest without a language."""

from django.conf.urls.i18n import i18n_patterns
from django.urls import include, path, re_path

from tutor import views
from tutor.accounts.views import by_older_link
from tutor.api.routes import api, description, unknown
from tutor.classroom.views import inviting, joining
from tutor.practice import sheet_views

urlpatterns = [
    path("", views.start, name="start"),
    path("healthz", views.healthz, name="healthz"),
    path("x/<str:code>/", sheet_views.short, name="short"),
    path("j/", joining.short, name="join-short"),
    path("j/<path:code>", joining.short),  # slips of before
    # Older links without their language: they would be led on to the one with it, once more with the secret in it.
    path("class/join/<path:code>", joining.short),
    path("class/invited/<path:key>", inviting.invited_by_older_link),
    path("me/<path:key>", by_older_link),
    path("lti/", include("tutor.lti.urls")),
    path("api/openapi.json", description, name="openapi"),
    path("api/", api.urls),
    re_path(r"^api/", unknown),
    *i18n_patterns(
        path("", include("tutor.accounts.urls")),
        path("", include("tutor.practice.urls")),
        path("", include("tutor.editor.urls")),
        path("", include("tutor.privacy.urls")),
        path("", include("tutor.classroom.paper.urls")),
        path("", include("tutor.classroom.urls")),
        path("", include("tutor.live.urls")),
        path("", include("lessons.urls")),
    ),
]

handler400 = "tutor.errors.bad_request"
handler403 = "tutor.errors.permission_denied"
handler404 = "tutor.errors.page_not_found"
handler500 = "tutor.errors.server_error"
