"""A process with the site's own settings that runs what it is asked, and answers with what that prints.

One for all questions of a test: starting Django takes longer than what is asked. See `asking` in `tests/running.py`.
"""

from __future__ import annotations

import json
import os
import sys
from contextlib import redirect_stdout
from io import StringIO

import django


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tutor.settings")
    django.setup()
    for line in sys.stdin:
        said = StringIO()
        with redirect_stdout(said):
            exec(json.loads(line), {})
        print(json.dumps(said.getvalue()), flush=True)


if __name__ == "__main__":
    main()
