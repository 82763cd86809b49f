"""Settings of a site that knows the jobs of these tests, besides its own."""

from tutor.settings import *  # noqa: F403
from tutor.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.tutor.site.queue.jobs_of_tests"]
