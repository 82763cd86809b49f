"""Settings. What an operator may change is an environment variable: DATABASE_URL, or TUTOR_… (docs/deploying.md)."""

import os
from pathlib import Path

from tutor.setup.bootstrap import DATABASE_VARIABLE
from tutor.setup.database import database_settings
from tutor.setup.hosts import embedding_sites, host_names
from tutor.setup.secret_key import read_or_make
from tutor.setup.variables import given_key, switched_on
from tutor.site.files import file_problem

BASE_DIR = Path(__file__).resolve().parent.parent
VAR = Path(os.environ.get("TUTOR_VAR", "").strip() or BASE_DIR / "var").expanduser().absolute()
try:
    VAR.mkdir(parents=True, exist_ok=True)
except OSError as error:
    raise file_problem(VAR, error) from error


def listed(name: str, default: str = "") -> list[str]:
    return [entry.strip() for entry in os.environ.get(name, default).split(",") if entry.strip()]


DEBUG = switched_on("TUTOR_DEBUG")
HTTPS = switched_on("TUTOR_HTTPS")
SECRET_KEY = given_key("TUTOR_SECRET_KEY") or read_or_make(VAR / "secret_key")
# Whoever looks after the site asks it on its own computer, whatever it is called elsewhere.
ALLOWED_HOSTS = [
    *host_names("TUTOR_ALLOWED_HOSTS", listed("TUTOR_ALLOWED_HOSTS")), "localhost", "127.0.0.1", "[::1]",
]  # fmt: skip

INSTALLED_APPS = [
    "tutor.setup",
    "tutor.site",
    "tutor.site.queue",
    "tutor.learning",
    "tutor.tables",
    "tutor.puzzles",
    "tutor.editor",
    "tutor.quarrels",
    "tutor.play",
    "tutor.reviewing",
    "tutor.evenings",
    "tutor.offline",
    "tutor.elsewhere",
    "tutor.lti",
    "tutor.classroom",
    "tutor.classroom.paper",
    "tutor.classroom.dealing",
    "tutor.classroom.lobby",
    "tutor.live",
    "tutor.basket",
    "tutor.cockpit",
    "tutor.plans",
    "tutor.api",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "django_htmx",
    "django_tasks",
    "django_tasks_db",
    "template_partials",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "tutor.site.compressing.CompressedPages",
    "tutor.site.masking.keep_quiet",
    "csp.middleware.CSPMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "tutor.api.routes.problems_are_json",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "tutor.site.language.LanguageMiddleware",
    "tutor.site.errors.forms_alone",
    "tutor.site.uploads.within_limits",
    "tutor.site.errors.no_nulls",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tutor.learning.learner.LearnerMiddleware",
]

ROOT_URLCONF = "tutor.urls"
WSGI_APPLICATION = "tutor.wsgi.application"
CSRF_FAILURE_VIEW = "tutor.site.errors.csrf_failure"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "OPTIONS": {
            "loaders": [
                (
                    "template_partials.loader.Loader",
                    [
                        (
                            "django.template.loaders.cached.Loader",
                            [
                                "tutor.site.unindented.Loader",
                                "django.template.loaders.app_directories.Loader",
                            ],
                        )
                    ],
                )
            ],
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "tutor.site.context.site",
            ],
        },
    },
]

DATABASES = {
    "default": database_settings(os.environ.get(DATABASE_VARIABLE, ""), default=VAR / "tutor.sqlite3")
}
# The job queue (tutor/site/queue) is in the database; so many processes that work on it are kept running by `up`.
TASKS = {"default": {"BACKEND": "django_tasks_db.DatabaseBackend"}}
QUEUE_WORKERS = os.environ.get("TUTOR_WORKERS", "1")

# Learning platforms that may launch us (tutor/lti); none unless a file names some.
LTI_PLATFORMS_FILE = os.environ.get("TUTOR_LTI", "")
LTI_KEY_FILE = VAR / "lti_key.pem"
LTI_SEND_ASIDE = True  # grades go in a thread of their own, so nobody waits for a platform

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

AUTH_USER_MODEL = "lessons.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]

# Message ids are English, so English needs no catalogue. Who asks for no language of ours gets German
# (tutor/site/language.py).
LANGUAGE_CODE = "en"
LANGUAGES = [("de", "Deutsch"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "tutor" / "locale"]
FORMAT_MODULE_PATH = "tutor.site.formats"
TIME_ZONE = "Europe/Berlin"
USE_TZ = True

# One limit for all that is sent (tutor/site/uploads.py), instead of another one for forms.
DATA_UPLOAD_MAX_MEMORY_SIZE = 3 * 1024 * 1024  # bytes

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "tutor" / "static"]
STATIC_ROOT = VAR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "tutor.site.styles.JoinedStyles"},
}
WHITENOISE_AUTOREFRESH = DEBUG
WHITENOISE_USE_FINDERS = DEBUG

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": ["'self'"],
        "object-src": ["'none'"],
        "base-uri": ["'none'"],
        "form-action": ["'self'"],
        "frame-ancestors": ["'none'"],
    },
}
X_FRAME_OPTIONS = "DENY"
# Sites that may show the pages below /embed/ in a frame of theirs (tutor/elsewhere); none unless some are named.
EMBED_IN = embedding_sites("TUTOR_EMBED_IN", listed("TUTOR_EMBED_IN"))
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True  # forms carry the token; no script needs to read the cookie

if HTTPS:
    # A proxy in front speaks HTTPS. Whether its X-Forwarded-Proto can be trusted is decided by the server
    # that talks to it, and sets the request's scheme: `up` by TUTOR_PROXY, gunicorn by --forwarded-allow-ips.
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
    SECURE_HSTS_SECONDS = 365 * 24 * 60 * 60
    SESSION_COOKIE_SECURE = True
    CSRF_COOKIE_SECURE = True
    # Subdomains (W005) and browsers' preload lists (W021) concern the whole domain of a school, which may
    # have sites without HTTPS. That is for its owner to decide, not for this application.
    SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "filters": {"troubles": {"()": "tutor.site.unwritable.TroubleInASentence"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "line", "filters": ["troubles"]}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    "loggers": {
        "django": {"handlers": ["console"], "level": "INFO", "propagate": False},
        # Scanners ask for hosts and paths that do not exist; the answer says enough.
        "django.security.DisallowedHost": {"handlers": ["console"], "level": "CRITICAL", "propagate": False},
        "django.request": {"handlers": ["console"], "level": "ERROR", "propagate": False},
    },
}
