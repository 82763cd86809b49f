"""Which Python runs a command, decided without installing anything."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest

from tutor.setup import bootstrap
from tutor.setup.bootstrap import Stamp

LOCK = """\
asgiref==3.13.0 \\
    --hash=sha256:aa
Django==5.2.19 \\
    --hash=sha256:bb
tzdata==2026.6 ; sys_platform == 'win32' \\
    --hash=sha256:cc
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "requirements").mkdir()
    for name in (*bootstrap.PROFILES, bootstrap.POSTGRES):
        (tmp_path / "requirements" / f"{name}.txt").write_text(LOCK, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(
    ("arguments", "profile"),
    [
        (["manage.py", "up"], "app"),
        (["manage.py", "up", "--port", "8001"], "app"),
        (["manage.py"], "app"),
        (["manage.py", "migrate"], "app"),
        (["manage.py", "test"], "dev"),
        (["manage.py", "test", "-k", "pile"], "dev"),
        (["manage.py", "compile_messages"], "dev"),
        (["manage.py", "help", "test"], "app"),
    ],
)
def test_profile_follows_the_command(arguments: list[str], profile: str) -> None:
    assert bootstrap.profile_for(arguments) == profile


@pytest.mark.parametrize(
    ("url", "needed"),
    [
        ("postgres://tutor:secret@db/tutor", True),
        ("PostgreSQL:///tutor", True),
        ("sqlite:////srv/tutor.sqlite3", False),
        ("postgres", False),
        ("", False),
    ],
)
def test_driver_is_needed_where_the_database_is_postgresql(url: str, needed: bool) -> None:
    assert bootstrap.needs_postgres({"DATABASE_URL": url}) is needed
    assert not bootstrap.needs_postgres({})


def test_pins_leave_out_packages_of_other_platforms() -> None:
    assert bootstrap.pins(LOCK) == {"asgiref": "3.13.0", "django": "5.2.19"}


@pytest.mark.parametrize(
    ("installed", "complete"),
    [
        ({"asgiref": "3.13.0", "django": "5.2.19"}, True),
        ({"asgiref": "3.9.0", "django": "5.2.3"}, True),
        ({"django": "5.2.19"}, False),
        ({"asgiref": "3.13.0", "django": "4.2.1"}, False),
        ({"asgiref": "3.13.0", "django": "6.0"}, False),
        ({}, False),
    ],
    ids=["exact", "own choice", "package missing", "older django", "newer django", "nothing"],
)
def test_environment_is_used_as_it_is_when_complete(installed: dict[str, str], complete: bool) -> None:
    assert bootstrap.is_complete(bootstrap.pins(LOCK), installed.get) is complete


def test_development_environment_serves_both_profiles(project: Path) -> None:
    app, dev = (bootstrap.wanted_stamp(profile, root=project) for profile in ("app", "dev"))
    assert dev.serves(app)
    assert app.serves(app)
    assert not app.serves(dev)


def test_environment_without_the_driver_serves_no_postgresql(project: Path) -> None:
    with_driver, without = (
        bootstrap.wanted_stamp("app", postgres=postgres, root=project) for postgres in (True, False)
    )
    assert with_driver.serves(without)
    assert not without.serves(with_driver)


@pytest.mark.parametrize("change", [{"locks": "other"}, {"python": "3.10.0"}, {"profile": "unknown"}])
def test_changed_environment_serves_nothing(project: Path, change: dict[str, str]) -> None:
    wanted = bootstrap.wanted_stamp("app", root=project)
    assert not replace(wanted, **change).serves(wanted)


@pytest.mark.parametrize("name", ["app", "dev", "postgres"])
def test_changed_lock_asks_for_a_new_environment(project: Path, name: str) -> None:
    before = bootstrap.wanted_stamp("app", root=project)
    bootstrap.lock_file(name, root=project).write_text(LOCK.replace("5.2.19", "5.2.20"), encoding="utf-8")
    assert not before.serves(bootstrap.wanted_stamp("app", root=project))


def test_line_ends_do_not_change_the_digest(project: Path) -> None:
    before = bootstrap.locks_digest(root=project)
    bootstrap.lock_file("app", root=project).write_bytes(LOCK.replace("\n", "\r\n").encode())
    assert bootstrap.locks_digest(root=project) == before


@pytest.mark.parametrize("content", [None, "", "{", "[]", '{"profile": "app"}', '"app"'])
def test_unreadable_stamp_is_no_stamp(tmp_path: Path, content: str | None) -> None:
    python = bootstrap.environment_python(tmp_path)
    python.parent.mkdir()
    python.touch()
    if content is not None:
        (tmp_path / bootstrap.STAMP).write_text(content, encoding="utf-8")
    assert bootstrap.read_stamp(tmp_path) is None


def test_stamp_is_read_as_written_while_its_python_is_there(tmp_path: Path) -> None:
    stamp = {"profile": "dev", "locks": "abc", "python": "3.11"}
    (tmp_path / bootstrap.STAMP).write_text(json.dumps(stamp), encoding="utf-8")
    python = bootstrap.environment_python(tmp_path)
    python.parent.mkdir()
    python.touch()
    assert bootstrap.read_stamp(tmp_path) == Stamp("dev", "abc", "3.11")
    python.unlink()
    assert bootstrap.read_stamp(tmp_path) is None


def test_installation_is_exact_and_builds_nothing() -> None:
    command = bootstrap.install_command(["pip", "--python", "there"], Path("lock.txt"), Path("more.txt"))
    assert command[:4] == ["pip", "--python", "there", "install"]
    assert {"--require-hashes", "--no-deps"} <= set(command)
    assert command[command.index("--only-binary") + 1] == ":all:"
    assert command[-4:] == ["-r", "lock.txt", "-r", "more.txt"]
    assert "--no-compile" not in command


@pytest.mark.parametrize("may_write", [True, False])
def test_packages_of_a_developer_are_compiled_as_they_are_used_where_that_is_kept(
    monkeypatch, *, may_write: bool
) -> None:
    monkeypatch.setattr(bootstrap.sys, "dont_write_bytecode", not may_write)
    command = bootstrap.install_command(["pip"], Path("lock.txt"), compiled=False)
    assert ("--no-compile" in command) is may_write


def test_mirror_stays_and_misleading_variables_go() -> None:
    given = {"PATH": "/bin", "PIP_PROXY": "proxy", "PIP_USER": "1", "PIP_TARGET": "/elsewhere"}
    assert bootstrap.pip_environment(given) == {"PATH": "/bin", "PIP_PROXY": "proxy"}


def test_failed_installation_says_so_in_both_languages(capfd) -> None:
    with pytest.raises(SystemExit) as leaving:
        bootstrap.run([bootstrap.sys.executable, "-c", "raise SystemExit(3)"], {})
    assert leaving.value.code == 3
    said = capfd.readouterr().err
    assert "Einrichten" in said
    assert "connected to the internet" in said


def test_old_python_is_refused_in_both_languages(monkeypatch, capsys) -> None:
    monkeypatch.setattr(bootstrap, "MINIMUM", (99, 0))
    with pytest.raises(SystemExit):
        bootstrap.ensure_python(["manage.py", "up"])
    said = capsys.readouterr().err
    assert "Gebraucht wird Python 99.0" in said
    assert "Python 99.0 or newer is needed" in said


class Made(Exception):
    """Raised in place of going on, once the decision has been taken."""


@pytest.fixture
def installing(project: Path, monkeypatch) -> list[list[str]]:
    """Let `.venv` be made in a folder of its own, without fetching anything. Returns the commands that were run."""
    commands: list[list[str]] = []
    monkeypatch.delenv("DATABASE_URL", raising=False)

    def run(command: list[str], environment: dict[str, str], *, lock: int) -> None:
        commands.append(list(command))

    def hand_over(python: Path, arguments: list[str]) -> None:
        raise Made(str(python))

    monkeypatch.setattr(bootstrap, "ENVIRONMENT", project / ".venv")
    monkeypatch.setattr(bootstrap, "run", run)
    monkeypatch.setattr(bootstrap, "hand_over", hand_over)
    monkeypatch.setattr(bootstrap, "is_complete", lambda wanted: False)
    monkeypatch.setattr(bootstrap, "machine_pip", lambda: ["pip"])
    return commands


def ensure(command: str) -> None:
    with pytest.raises(Made, match="python"):
        bootstrap.ensure_python(["manage.py", command])


def locks_used(commands: list[list[str]]) -> list[str]:
    """Of each installation; several together are joined with a plus sign."""
    return ["+".join(Path(word).name for word in command if word.endswith(".txt")) for command in commands]


def test_environment_is_made_once_and_grows_for_the_tests(installing: list[list[str]], capsys) -> None:
    ensure("up")
    assert locks_used(installing) == ["app.txt"]
    said = capsys.readouterr().out
    assert ".venv wird angelegt" in said
    assert "Making the Python environment" in said
    ensure("up")
    assert locks_used(installing) == ["app.txt"]
    assert capsys.readouterr().out == ""
    left = bootstrap.ENVIRONMENT / "stays"
    left.touch()
    ensure("test")
    ensure("test")
    ensure("up")
    assert locks_used(installing) == ["app.txt", "dev.txt"]
    assert left.exists()


def test_environment_grows_by_the_driver_and_keeps_it(installing: list[list[str]], monkeypatch) -> None:
    ensure("up")
    left = bootstrap.ENVIRONMENT / "stays"
    left.touch()
    monkeypatch.setenv("DATABASE_URL", "postgres://tutor@db/tutor")
    ensure("up")
    ensure("up")
    monkeypatch.delenv("DATABASE_URL")
    ensure("test")
    ensure("up")
    together = ["app.txt", "app.txt+postgres.txt", "dev.txt+postgres.txt"]
    assert locks_used(installing) == together
    assert left.exists()


def test_own_environment_must_have_the_driver_too(project: Path, monkeypatch) -> None:
    """A container is used as it is only if it can reach the database."""
    (project / "requirements" / "postgres.txt").write_text(
        "psycopg==3.3.9 \\\n    --hash=sha256:aa\n", encoding="utf-8"
    )
    there = {"asgiref": "3.13.0", "django": "5.2.19"}
    for postgres, complete in ((False, True), (True, False)):
        wanted = bootstrap.wanted_stamp("app", postgres=postgres, root=project)
        pins = bootstrap.pins_of(wanted.lock_files(root=project))
        assert bootstrap.is_complete(pins, there.get) is complete


def test_changed_lock_rebuilds_with_the_same_profile(installing: list[list[str]], monkeypatch) -> None:
    ensure("test")
    left = bootstrap.ENVIRONMENT / "goes"
    left.touch()
    monkeypatch.setattr(bootstrap, "locks_digest", lambda **_: "changed")
    ensure("up")
    assert locks_used(installing) == ["dev.txt", "dev.txt"]
    assert not left.exists()


def test_interrupted_installation_starts_over(installing: list[list[str]], monkeypatch) -> None:
    def fail(command: list[str], environment: dict[str, str], *, lock: int) -> None:
        raise SystemExit(1)

    with monkeypatch.context() as interrupted:
        interrupted.setattr(bootstrap, "run", fail)
        with pytest.raises(SystemExit):
            bootstrap.ensure_python(["manage.py", "up"])
    assert bootstrap.read_stamp(bootstrap.ENVIRONMENT) is None
    ensure("up")
    assert locks_used(installing) == ["app.txt"]


def test_python_without_any_pip_is_told_what_to_install(installing, monkeypatch, capsys) -> None:
    monkeypatch.setattr(bootstrap, "machine_pip", lambda: None)
    monkeypatch.setattr(bootstrap.util, "find_spec", lambda name: None)
    with pytest.raises(SystemExit):
        bootstrap.ensure_python(["manage.py", "up"])
    assert "sudo apt install python3-venv" in capsys.readouterr().err
    assert not bootstrap.ENVIRONMENT.exists()


def test_complete_environment_runs_the_command_itself(installing, monkeypatch) -> None:
    """A container, or a developer's own environment."""
    monkeypatch.setattr(bootstrap, "is_complete", lambda wanted: True)
    bootstrap.ensure_python(["manage.py", "migrate"])
    assert not installing


@pytest.mark.parametrize(
    ("version", "usable"), [("22.3", True), ("23.2.1", True), ("22.2.2", False), (None, False)]
)
def test_only_a_pip_that_installs_elsewhere_is_used(version: str | None, usable: bool, monkeypatch) -> None:
    monkeypatch.setattr(bootstrap, "installed_version", lambda package: version)
    monkeypatch.setattr(bootstrap.util, "find_spec", lambda name: object())
    assert (bootstrap.machine_pip() is not None) is usable
