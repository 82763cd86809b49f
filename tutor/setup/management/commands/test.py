"""`python3 manage.py test`: lint, types, Django's checks, missing migrations, and pytest.

It takes the place of Django's own test command. With further arguments it is pytest alone: `manage.py test -k pile -x`.
Without, it runs the quick part of the tests, and all of them where ``CI`` or ``CANASTA_TESTS_WHOLE`` is set.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command

from tutor.site.console import complain, say

# One worker more than cores, for many tests wait for a browser or a process. Starting the workers would only delay a
# few tests that somebody asks for.
WORKERS = ("-n", str((os.cpu_count() or 1) + 1), "--dist", "worksteal")


class Command(BaseCommand):
    help = "Check everything that can be checked. With further arguments, only pytest runs, with these."
    requires_system_checks = []

    def run_from_argv(self, argv: list[str]) -> None:
        """Everything after the command belongs to pytest, options too; `--help` alone is ours."""
        if argv[2:] not in (["--help"], ["-h"]):
            argv = [*argv[:2], "--", *argv[2:]]
        super().run_from_argv(argv)

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("pytest_arguments", nargs="*", metavar="PYTEST ARGUMENT")

    def handle(self, *args: Any, pytest_arguments: Sequence[str], **options: Any) -> None:
        if pytest_arguments:
            run_module("pytest", *pytest_arguments)
            return
        here = not os.environ.get("CI")
        quick = here and not os.environ.get("CANASTA_TESTS_WHOLE")
        arguments = [*WORKERS, *(["--quick"] if quick else [])]
        # It needs one core only, and goes on beside everything else; `.ci/run` has begun with it already, and what that
        # finds is known at the end.
        types = started("mypy") if here else None
        steps: list[tuple[str, Callable[[], object]]] = [
            ("ruff", lambda: run_module("ruff", "check", ".")),
            ("djade", lambda: check_templates("djade")),
            ("djangofmt", lambda: check_templates("djangofmt")),
            ("manage.py check", lambda: call_command("check", fail_level="WARNING")),
            (
                "makemigrations --check",
                lambda: call_command("makemigrations", check_changes=True, dry_run=True),
            ),
            ("pytest", lambda: run_module("pytest", *arguments)),
            ("mypy", lambda: end_of(types or started("mypy"))),
        ]
        failed = [name for name, step in steps if not succeeds(name, step)]
        if failed:
            complain(f"Fehlgeschlagen: {', '.join(failed)}", f"Failed: {', '.join(failed)}")
            sys.exit(1)
        say("Alles in Ordnung.", "All is well.")
        if quick:
            say(
                "Das war der schnelle Teil der Tests. Alle laufen mit CI=1.",
                "This was the quick part of the tests. All of them run with CI=1.",
            )


def succeeds(name: str, step: Callable[[], object]) -> bool:
    """Take one step. A failure is shown at once, and the next steps are taken all the same."""
    print(f"== {name}", flush=True)
    try:
        step()
    except CommandError as error:
        print(error, file=sys.stderr, flush=True)
        return False
    except SystemExit as leaving:
        return not leaving.code
    return True


def run_module(module: str, *arguments: str) -> None:
    """Run a Python tool of this environment."""
    run(sys.executable, "-m", module, *arguments)


def run(*command: str) -> None:
    """Run a tool. Any exit code but 0 is a failure, pytest's 5 (no tests) too."""
    must_be_good(
        subprocess.run(command, cwd=settings.BASE_DIR, env=own_environment(), check=False).returncode
    )


def started(module: str) -> subprocess.Popen[str]:
    """A Python tool of this environment, begun; what it says is kept until its end."""
    return subprocess.Popen(
        [sys.executable, "-m", module],
        cwd=settings.BASE_DIR,
        env=own_environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    )


def end_of(tool: subprocess.Popen[str]) -> None:
    """Wait for a tool that was started, and show what it said."""
    said, _ = tool.communicate()
    print(said, end="", flush=True)
    must_be_good(tool.returncode)


def own_environment() -> dict[str, str]:
    """The tools choose the settings themselves; those of this command are for the site."""
    return {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}


def must_be_good(code: int) -> None:
    if code:
        raise CommandError(f"exit code {code}")


def check_templates(formatter: str) -> None:
    """Fail where this formatter would write a template otherwise; how it writes is said in pyproject.toml."""
    program = shutil.which(formatter, path=str(Path(sys.executable).parent))
    if program is None:
        raise CommandError(f"{formatter} is not installed beside this Python")
    run(program, "--check", *sorted(str(path) for path in (settings.BASE_DIR / "templates").rglob("*.html")))
