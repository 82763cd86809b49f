"""What is said while packages are fetched, and when they cannot be."""

from __future__ import annotations

import errno
import sys
from pathlib import Path

import pytest

from tutor.setup import bootstrap, pip
from tutor.setup.bootstrap import Stamp
from tutor.site.console import Problem


@pytest.mark.parametrize(
    ("said", "german", "english"),
    [
        (
            "WARNING: Retrying (Retry(total=1, connect=None)) after connection broken by 'NewConnectionError'\n",
            "Das Verzeichnis der Pakete ist nicht zu erreichen",
            "the index of packages cannot be reached",
        ),
        (
            "ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device\n",
            "Auf dem Datenträger ist kein Platz mehr",
            "the disk is full",
        ),
        (
            "Collecting django\nERROR: No matching distribution found for django==5.2.19\n",
            "Das Einrichten ist fehlgeschlagen",
            "\n  ERROR: No matching distribution found for django==5.2.19",
        ),
    ],
    ids=["no network", "full disk", "other"],
)
def test_failure_is_told_in_both_languages_without_warnings(
    said: str, german: str, english: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    command = [sys.executable, "-c", "import sys; sys.stderr.write(sys.argv[1]); sys.exit(1)", said]
    code, problem = pip.install(command, {}, folder=tmp_path, lock=None)
    assert code == 1
    assert german in problem.german
    assert english in problem.english
    assert "WARNING" not in problem.english
    assert capfd.readouterr() == ("", "")


def test_silent_index_is_told_and_still_waited_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(pip, "PATIENCE", 0.0)
    slow = "import time; time.sleep(0.5); print('Downloading django.whl')"
    code, _ = pip.install([sys.executable, "-c", slow], {}, folder=tmp_path, lock=None)
    assert code == 0
    said = capsys.readouterr().out
    assert "Noch ist nichts angekommen. Ist dieser Rechner mit dem Internet verbunden?" in said
    assert "Is this computer connected to the internet? Still trying" in said


def test_file_in_place_of_the_environment_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".venv").touch()
    monkeypatch.setattr(bootstrap, "ENVIRONMENT", tmp_path / ".venv")
    with pytest.raises(Problem) as told:
        bootstrap.set_up(Stamp("app", "locks", "3.11"))
    assert "Hier steht eine Datei, wo ein Ordner gebraucht wird" in told.value.german
    assert ".venv: There is a file where a folder is needed" in told.value.english


def test_folder_that_may_not_be_written_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*values: object, **more: object) -> None:
        raise OSError(errno.EROFS, "Read-only file system", str(tmp_path))

    monkeypatch.setattr(bootstrap, "ENVIRONMENT", tmp_path / ".venv")
    monkeypatch.setattr(bootstrap, "make_environment", refuse)
    with pytest.raises(Problem) as told:
        bootstrap.set_up(Stamp("app", "locks", "3.11"))
    assert "Hier darf nicht gelesen oder geschrieben werden" in told.value.german
    assert "use another folder" in told.value.english


def test_environment_that_another_start_made_meanwhile_is_not_made_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def make(*values: object, **more: object) -> None:
        raise AssertionError("it is there already")

    monkeypatch.setattr(bootstrap, "ENVIRONMENT", tmp_path / ".venv")
    monkeypatch.setattr(bootstrap, "make_environment", make)
    monkeypatch.setattr(bootstrap, "is_ready", lambda wanted: True)
    bootstrap.set_up(Stamp("app", "locks", "3.11"))
    assert (tmp_path / ".venv" / bootstrap.LOCK).exists()
