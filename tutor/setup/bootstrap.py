"""Decides which Python runs a command of manage.py, and makes that Python ready.

Three cases. This Python already has what the command needs (a container, a developer's own environment): it
runs the command itself. The project's `.venv` is up to date: it takes over. Otherwise `.venv` is made from
the lock file first. Everything else is a management command of Django's. Standard library only.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import shutil
import subprocess
import sys
import venv
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from importlib import metadata, util
from pathlib import Path
from typing import Final, NoReturn

from tutor.setup.pip import install
from tutor.setup.serving import try_port
from tutor.site.console import Problem, complain, say
from tutor.site.files import file_problem
from tutor.site.locking import alone

ROOT: Final = Path(__file__).resolve().parent.parent.parent
ENVIRONMENT: Final = ROOT / ".venv"
STAMP: Final = "tutor-stamp.json"
LOCK: Final = "tutor.lock"  # held by who makes the environment
MINIMUM: Final = (3, 11)
OLDEST_PIP: Final = (22, 3)  # the first that installs into another environment with --python
DEVELOPER_COMMANDS: Final = frozenset({"test", "compile_messages"})
PROFILES: Final = ("app", "dev")  # each holds all of the one before
POSTGRES: Final = "postgres"  # the lock of what is needed besides where the database is PostgreSQL
DATABASE_VARIABLE: Final = "DATABASE_URL"
RETRIES: Final = "2"  # of pip for each connection, unless PIP_RETRIES says otherwise
POSTGRES_SCHEMES: Final = ("postgres", "postgresql")
# Settings of pip that would send the packages somewhere else than into our environment.
MISLEADING: Final = (
    "PIP_TARGET",
    "PIP_PREFIX",
    "PIP_ROOT",
    "PIP_USER",
    "PIP_REQUIRE_VIRTUALENV",
    "PYTHONHOME",
)


@dataclass(frozen=True)  # without slots, so that an older Python gets as far as being told that it is too old
class Stamp:
    """What `.venv` holds. Written when it is complete, so an interrupted set-up has none."""

    profile: str
    locks: str
    python: str
    postgres: bool = False

    def serves(self, wanted: Stamp) -> bool:
        """Whether an environment with this stamp can run what needs the wanted one."""
        enough = self.profile in PROFILES[PROFILES.index(wanted.profile) :]
        return self.agrees(wanted) and enough and (self.postgres or not wanted.postgres)

    def agrees(self, other: Stamp) -> bool:
        """Whether both are of the same locks and the same Python, however much of the locks they hold."""
        return (self.locks, self.python) == (other.locks, other.python)

    def with_all_of(self, other: Stamp) -> Stamp:
        """What holds the packages of both."""
        profile = max(self.profile, other.profile, key=PROFILES.index)
        return replace(self, profile=profile, postgres=self.postgres or other.postgres)

    def lock_files(self, *, root: Path = ROOT) -> list[Path]:
        names = [self.profile, POSTGRES] if self.postgres else [self.profile]
        return [lock_file(name, root=root) for name in names]


def profile_for(arguments: Sequence[str]) -> str:
    """The profile that a command line needs: its command is the first word after manage.py."""
    command = arguments[1] if len(arguments) > 1 else ""
    return "dev" if command in DEVELOPER_COMMANDS else "app"


def needs_postgres(environment: Mapping[str, str]) -> bool:
    """Whether the operator's database is PostgreSQL. What else is wrong with its address is for the settings."""
    scheme, found, _ = environment.get(DATABASE_VARIABLE, "").strip().partition("://")
    return bool(found) and scheme.lower() in POSTGRES_SCHEMES


def lock_file(name: str, *, root: Path = ROOT) -> Path:
    return root / "requirements" / f"{name}.txt"


def pins(text: str) -> dict[str, str]:
    """Package names and versions of a lock file, without those for another platform only."""
    found = re.findall(r"^([A-Za-z0-9._-]+)==([^\s;\\]+)[^\S\n]*\\?$", text, re.MULTILINE)
    return {name.lower(): version for name, version in found}


def pins_of(locks: Iterable[Path]) -> dict[str, str]:
    """The pins of several lock files."""
    return {
        name: version for lock in locks for name, version in pins(lock.read_text(encoding="utf-8")).items()
    }


def locks_digest(*, root: Path = ROOT) -> str:
    digest = hashlib.sha256()
    for name in (*PROFILES, POSTGRES):
        # Line ends differ where git turned them round; the packages do not.
        digest.update(lock_file(name, root=root).read_bytes().replace(b"\r\n", b"\n"))
    return digest.hexdigest()


def wanted_stamp(profile: str, *, postgres: bool = False, root: Path = ROOT) -> Stamp:
    return Stamp(profile, locks_digest(root=root), ".".join(map(str, sys.version_info[:2])), postgres)


def read_stamp(environment: Path) -> Stamp | None:
    """The stamp of an environment, None if there is none that can be read, or no Python that it is true of."""
    if not environment_python(environment).exists():  # the Python it was made with may have been removed
        return None
    try:
        return Stamp(**json.loads((environment / STAMP).read_text(encoding="utf-8")))
    except (OSError, ValueError, TypeError):
        return None


def installed_version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None


def is_complete(
    wanted: Mapping[str, str], version_of: Callable[[str], str | None] = installed_version
) -> bool:
    """Whether every package is installed, and Django in the series that we are written for.

    Other versions than the locked ones are the business of whoever made that environment.
    """
    if not all(version_of(package) for package in wanted):
        return False
    series = wanted["django"].split(".")[:2]
    return (version_of("django") or "").split(".")[:2] == series


def environment_python(environment: Path) -> Path:
    return environment / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def is_running_in(environment: Path) -> bool:
    return Path(sys.prefix).resolve() == environment.resolve()


def ensure_python(arguments: Sequence[str]) -> None:
    """Return if this Python shall run the command line; otherwise let `.venv` run it and never return."""
    if sys.version_info < MINIMUM:
        found, needed = (".".join(map(str, version[:2])) for version in (sys.version_info, MINIMUM))
        stop(
            f"Gebraucht wird Python {needed} oder neuer, dies ist {found}.",
            f"Python {needed} or newer is needed, this is {found}.",
        )
    wanted = wanted_stamp(profile_for(arguments), postgres=needs_postgres(os.environ))
    if is_running_in(ENVIRONMENT):
        if not is_ready(wanted):
            hand_over(base_python(), arguments)
        return
    if is_complete(pins_of(wanted.lock_files())):
        return
    if not is_ready(wanted):
        if arguments[1:2] == ["up"]:
            try_port(arguments[2:])
        set_up(wanted)
    hand_over(environment_python(ENVIRONMENT), arguments)


def is_ready(wanted: Stamp) -> bool:
    """Whether `.venv` can run what needs the wanted stamp."""
    present = read_stamp(ENVIRONMENT)
    return present is not None and present.serves(wanted)


def set_up(wanted: Stamp) -> None:
    """Make `.venv`, one process at a time: who comes second waits, and finds it made. Problem if it cannot be made."""
    if machine_pip() is None and util.find_spec("ensurepip") is None:
        stop(
            "Dieses Python hat weder pip noch ensurepip. Debian/Ubuntu: sudo apt install python3-venv",
            "This Python has neither pip nor ensurepip. Debian/Ubuntu: sudo apt install python3-venv",
        )
    try:
        ENVIRONMENT.mkdir(exist_ok=True)
        with alone(ENVIRONMENT / LOCK) as lock:
            if not is_ready(wanted):
                make_environment(wanted, read_stamp(ENVIRONMENT), lock=lock)
    except OSError as error:
        raise file_problem(error.filename or ENVIRONMENT, error) from error
    except subprocess.CalledProcessError as error:  # of the module venv, when it puts pip in
        raise Problem(
            f"Die Python-Umgebung {ENVIRONMENT} konnte nicht angelegt werden: {error}",
            f"The Python environment {ENVIRONMENT} could not be made: {error}",
        ) from error


def base_python() -> Path:
    """The Python that `.venv` was made with."""
    return Path(getattr(sys, "_base_executable", sys.executable))


def make_environment(wanted: Stamp, present: Stamp | None, *, lock: int) -> None:
    """Make `.venv` with exactly the packages of the lock, from ready-made wheels only.

    What is there is added to if it only lacks some packages, and made anew in every other case. ``lock`` is the
    descriptor of the lock, for pip to hold, too: should this process be killed, nobody begins while pip still writes.
    """
    grows = present is not None and present.agrees(wanted) and present.profile in PROFILES
    if present is not None and present.profile in PROFILES:  # a developer's environment stays one
        wanted = wanted.with_all_of(present)
    locks = wanted.lock_files()
    count = len(pins_of(locks))
    installer = machine_pip()
    say("Python-Umgebung .venv wird angelegt …", "Making the Python environment .venv …")
    if grows:
        (ENVIRONMENT / STAMP).unlink()
    else:
        clear(ENVIRONMENT)
        venv.create(ENVIRONMENT, with_pip=installer is None, symlinks=os.name != "nt")
    python = environment_python(ENVIRONMENT)
    size = "ca. 120 MB" if wanted.profile == "dev" else "ca. 55 MB"
    say(
        f"{count} Pakete werden geladen ({size}), das dauert etwas …",
        f"Fetching {count} packages ({size.replace('ca.', 'about')}), this takes a moment …",
    )
    start = [*installer, "--python", str(python)] if installer else [str(python), "-m", "pip"]
    # Who has no network shall read so soon: pip alone would try for a quarter of a minute.
    command = install_command(start, *locks, compiled=wanted.profile != "dev")
    run(command, {"PIP_RETRIES": RETRIES, **pip_environment(os.environ)}, lock=lock)
    (ENVIRONMENT / STAMP).write_text(json.dumps(asdict(wanted)), encoding="utf-8")


def clear(folder: Path) -> None:
    """Remove everything but the lock."""
    for path in folder.iterdir():
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        elif path.name != LOCK:
            path.unlink()


def machine_pip() -> list[str] | None:
    """How to call this Python's own pip, None if it has none that can install elsewhere.

    It is four seconds quicker than a second pip in `.venv`, and Debian has it without python3-venv.
    """
    version = installed_version("pip") if util.find_spec("pip") else None
    numbers = re.match(r"(\d+)\.(\d+)", version or "")
    if numbers is None or (int(numbers[1]), int(numbers[2])) < OLDEST_PIP:
        return None
    return [sys.executable, "-m", "pip"]


def install_command(start: Sequence[str], *locks: Path, compiled: bool = True) -> list[str]:
    """``compiled``: to bytecode, all of it at once; else Python compiles what it comes to use, where it may."""
    options = ["--disable-pip-version-check", "--no-input", "--progress-bar", "off"]
    if not compiled and not sys.dont_write_bytecode:
        options.append("--no-compile")
    exactly = ["--only-binary", ":all:", "--require-hashes", "--no-deps"]
    return [*start, "install", *options, *exactly, *(word for lock in locks for word in ("-r", str(lock)))]


def pip_environment(environment: Mapping[str, str]) -> dict[str, str]:
    """The caller's variables (mirror and proxy settings stay) without those that would misdirect pip."""
    return {name: value for name, value in environment.items() if name.upper() not in MISLEADING}


def run(command: Iterable[str], environment: Mapping[str, str], *, lock: int | None = None) -> None:
    code, problem = install(list(command), environment, folder=ROOT, lock=lock)
    if code:
        stop(problem.german, problem.english, code=code)


def hand_over(python: Path, arguments: Sequence[str]) -> NoReturn:
    """Run the same command line with another Python in place of this one."""
    command = [str(python), *arguments]
    if os.name == "nt":  # there, exec would leave the terminal while the command still runs
        try:
            sys.exit(subprocess.run(command, check=False).returncode)
        except KeyboardInterrupt:
            sys.exit(130)
    sys.stdout.flush()
    try:
        # The same process goes on, so that Ctrl+C and signals reach the command.
        os.execve(command[0], command, dict(os.environ))
    except OSError as error:
        raise Problem(
            f"{python} lässt sich nicht starten ({error.strerror}). Lösche den Ordner .venv und starte noch einmal.",
            f"{python} cannot be started ({error.strerror}). Delete the folder .venv and start again.",
        ) from error


def stop(german: str, english: str, *, code: int = 1) -> NoReturn:
    complain(german, english)
    sys.exit(code)
