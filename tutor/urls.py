"""Every address: pages under /de/ and /en/, the rest without a language."""

from django.conf.urls.i18n import i18n_patterns
from django.urls import include, path, re_path

from tutor.accounts.views import by_older_link
from tutor.api.routes import api, description, unknown
from tutor.classroom.lobby import entering
from tutor.classroom.views import inviting, joining
from tutor.elsewhere import views as elsewhere
from tutor.learning import urls as learning
from tutor.offline.views import worker
from tutor.puzzles import catalogue_views, sheet_views
from tutor.reference import urls as reference
from tutor.site import views
from tutor.tables import views as tables

# One namespace for the pages that everything links to, from before they stood in rooms of their own.
OPEN_PAGES = [
    *reference.urlpatterns,
    path("puzzles/", catalogue_views.puzzles, name="puzzles"),
    path("puzzles/<slug:theme>/", catalogue_views.theme, name="theme"),
    path("settings/", views.display_settings, name="settings"),
    *learning.urlpatterns,
]

urlpatterns = [
    path("", views.start, name="start"),
    path("healthz", views.healthz, name="healthz"),
    path("worker.js", worker, name="worker"),
    path("oembed", elsewhere.oembed, name="oembed"),
    path("x/<str:code>/", sheet_views.short, name="short"),
    path("t/<str:public_id>/", tables.short, name="table-short"),
    path("in/", entering.short, name="lobby-short"),
    path("in/<str:code>/", entering.short),
    path("j/", joining.short, name="join-short"),
    path("j/<path:code>", joining.short),  # slips of before
    # Older links without their language: they would be led on to the one with it, once more with the secret in it.
    path("class/join/<path:code>", joining.short),
    path("class/invited/<path:key>", inviting.invited_by_older_link),
    path("me/<path:key>", by_older_link),
    path("lti/", include("tutor.lti.urls")),
    path("api/openapi.json", description, name="openapi"),
    path("api/", unknown),
    path("api/", api.urls),
    re_path(r"^api/", unknown),
    *i18n_patterns(
        path("", include("tutor.accounts.urls")),
        path("", include("tutor.puzzles.urls")),
        path("", include("tutor.tables.urls")),
        path("", include("tutor.editor.urls")),
        path("", include("tutor.quarrels.urls")),
        path("", include("tutor.play.urls")),
        path("", include("tutor.reviewing.urls")),
        path("", include("tutor.evenings.urls")),
        path("", include("tutor.offline.urls")),
        path("", include("tutor.elsewhere.urls")),
        path("", include("tutor.privacy.urls")),
        path("", include("tutor.basket.urls")),
        path("", include("tutor.classroom.paper.urls")),
        path("", include("tutor.classroom.dealing.urls")),
        path("", include("tutor.classroom.lobby.urls")),
        path("", include("tutor.classroom.urls")),
        path("", include("tutor.live.urls")),
        path("", include("tutor.cockpit.urls")),
        path("", include("tutor.plans.urls")),
        path("", include((OPEN_PAGES, "lessons"))),
    ),
]

handler400 = "tutor.site.errors.bad_request"
handler403 = "tutor.site.errors.permission_denied"
handler404 = "tutor.site.errors.page_not_found"
handler500 = "tutor.site.errors.server_error"
