"""The lock files: complete, exact, and free of hosts and paths."""

from __future__ import annotations

import re
import tomllib

import pytest

from tutor.setup.bootstrap import POSTGRES, PROFILES, ROOT, lock_file, pins

LOCKS = sorted((ROOT / "requirements").iterdir())


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_lock_names_no_host_and_no_folder(lock) -> None:
    text = lock.read_text(encoding="utf-8")
    assert "://" not in text
    for option in ("--index-url", "--extra-index-url", "--find-links", "-f ", "-i ", "@ file"):
        assert option not in text


@pytest.mark.parametrize("lock", LOCKS, ids=lambda lock: lock.name)
def test_lock_has_a_hash_for_every_package(lock) -> None:
    for requirement in lock.read_text(encoding="utf-8").replace("\\\n", " ").splitlines():
        assert re.fullmatch(r"[\w.-]+==\S+( ; [^-]+)?(\s+--hash=sha256:[0-9a-f]{64})+", requirement), (
            requirement
        )


def test_each_profile_has_a_lock_and_so_has_postgresql() -> None:
    assert [lock.stem for lock in LOCKS] == sorted([*PROFILES, POSTGRES])


def pins_with_markers(name: str) -> set[str]:
    return set(re.findall(r"^\S+==.*?(?= \\$)", lock_file(name).read_text(encoding="utf-8"), re.MULTILINE))


def test_app_pins_stand_in_dev() -> None:
    """With their markers, so that tests run with exactly what users get."""
    assert pins_with_markers("app")
    assert pins_with_markers("app") <= pins_with_markers("dev")


def test_postgresql_agrees_with_the_other_locks() -> None:
    """It is installed together with one of them: a package in both has one version."""
    both = pins_with_markers(POSTGRES) | pins_with_markers("dev")
    versions = {re.split("[ ;]", pin)[0] for pin in both}
    names = [version.split("==")[0] for version in versions]
    assert sorted(names) == sorted(set(names))


def test_every_dependency_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for profile, wanted in (
        ("app", project["project"]["dependencies"]),
        ("dev", project["dependency-groups"]["dev"]),
        (POSTGRES, project["dependency-groups"]["postgres"]),
    ):
        locked = pins(lock_file(profile).read_text(encoding="utf-8"))
        names = {re.split(r"[<>=!~\[; ]", requirement)[0] for requirement in wanted}
        assert names <= set(locked)
