"""The site's settings for tests: nothing is written into the project's folder or collected."""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

_folder = tempfile.mkdtemp(prefix="tutor-tests-")
atexit.register(shutil.rmtree, _folder, ignore_errors=True)
# The first process of a run names its folder to those that it starts; what takes long to make is made there once.
SHARED = Path(os.environ.setdefault("CANASTA_TESTS_FOLDER", _folder))
# An operator's own settings have no say in the tests. DATABASE_URL has: it says where the databases of the tests are
# made, beside the one that it names.
for _name in [name for name in os.environ if name.startswith("TUTOR_") and name != "TUTOR_REQUIRE_BROWSER"]:
    del os.environ[_name]
os.environ["TUTOR_VAR"] = _folder
os.environ["TUTOR_SECRET_KEY"] = "only-for-tests-" + "x" * 40

from tutor.settings import *  # noqa: E402, F403
from tutor.settings import DATABASES, STORAGES  # noqa: E402

# Tables as the models have them, without going through all migrations in each worker: that is left to the sites that
# the tests start, and `makemigrations --check` says whether both lead to the same.
DATABASES["default"].setdefault("TEST", {})["MIGRATE"] = False

# Plain names, found in the source folders: collected files with hashed names are made by `prepare`.
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
WHITENOISE_AUTOREFRESH = True
WHITENOISE_USE_FINDERS = True
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
