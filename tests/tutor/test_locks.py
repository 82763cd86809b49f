"""The lock files: complete, exact, and free of hosts and paths."""

from __future__ import annotations

import re
import tomllib

import pytest

from tutor.bootstrap import PROFILES, ROOT, lock_file, pins

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


def test_each_profile_has_a_lock() -> None:
    assert [lock.stem for lock in LOCKS] == sorted(PROFILES)


def test_app_pins_stand_in_dev() -> None:
    """With their markers, so that tests run with exactly what users get."""
    app, dev = (
        set(re.findall(r"^\S+==.*?(?= \\$)", lock_file(profile).read_text(encoding="utf-8"), re.MULTILINE))
        for profile in ("app", "dev")
    )
    assert app
    assert app <= dev


def test_every_dependency_is_locked() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    for profile, wanted in (
        ("app", project["project"]["dependencies"]),
        ("dev", project["dependency-groups"]["dev"]),
    ):
        locked = pins(lock_file(profile).read_text(encoding="utf-8"))
        names = {re.split(r"[<>=!~\[; ]", requirement)[0] for requirement in wanted}
        assert names <= set(locked)
