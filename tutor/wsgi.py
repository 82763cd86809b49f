"""The application for a WSGI server."""

import os

from django.core.wsgi import get_wsgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tutor.settings")

application = get_wsgi_application()

from django.conf import settings  # noqa: E402

from tutor.setup.backup.running import note_running  # noqa: E402

note_running(settings.VAR)
