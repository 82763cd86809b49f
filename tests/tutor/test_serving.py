"""Where `up` listens and what it prints."""

from __future__ import annotations

import contextlib
from pathlib import Path

import pytest
from django.core.management import execute_from_command_line

from tests.running import manage
from tutor.setup import bootstrap
from tutor.setup.management.commands import up
from tutor.setup.management.commands.up import announce, trusted_proxy
from tutor.setup.serving import (
    FIRST_PORT,
    LOOPBACK,
    free_socket,
    listening_socket,
    port_problem,
    ports_to_try,
    try_port,
)
from tutor.site.console import Problem


def test_occupied_port_is_passed_over() -> None:
    with contextlib.closing(free_socket(LOOPBACK, [0])) as occupied:
        taken = occupied.getsockname()[1]
        with contextlib.closing(free_socket(LOOPBACK, [taken, 0])) as found:
            assert found.getsockname()[1] != taken


def test_occupied_port_that_was_asked_for_is_an_error() -> None:
    with contextlib.closing(free_socket(LOOPBACK, [0])) as occupied, pytest.raises(OSError, match="use"):
        free_socket(LOOPBACK, ports_to_try(occupied.getsockname()[1]))


def test_taken_port_is_told_before_anything_is_prepared(tmp_path: Path) -> None:
    with contextlib.closing(free_socket(LOOPBACK, [0])) as occupied:
        taken = str(occupied.getsockname()[1])
        done = manage("up", "--port", taken, var=tmp_path)
    assert done.returncode == 1
    assert f"Port {taken} ist schon belegt" in done.stderr
    assert f"Port {taken} is taken" in done.stderr
    assert "Choose another one with --port" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stdout == ""
    assert [path.name for path in tmp_path.iterdir()] == ["secret_key"]  # no database, no static files


def test_taken_port_is_told_before_packages_are_fetched(monkeypatch) -> None:
    def make_environment(*needed: object) -> None:
        raise AssertionError("the packages would be fetched now")

    monkeypatch.setattr(bootstrap, "make_environment", make_environment)
    monkeypatch.setattr(bootstrap, "read_stamp", lambda environment: None)
    monkeypatch.setattr(bootstrap, "is_running_in", lambda environment: False)
    monkeypatch.setattr(bootstrap, "is_complete", lambda wanted: False)
    with contextlib.closing(free_socket(LOOPBACK, [0])) as occupied:
        taken = occupied.getsockname()[1]
        with pytest.raises(Problem) as told:
            bootstrap.ensure_python(["manage.py", "up", "--lan", f"--port={taken}"])
    assert f"Port {taken} is taken" in told.value.english


@pytest.mark.parametrize("port", ["99999", "-1", "achtzig", "80.5", ""])
def test_what_is_no_port_is_told_in_both_languages(port: str) -> None:
    with pytest.raises(Problem) as told:
        try_port([f"--port={port}"])
    assert f"--port {port}: Gebraucht wird eine Zahl von 1 bis 65535" in told.value.german
    assert "It takes a number from 1 to 65535" in told.value.english


def test_command_tells_what_is_no_port_before_anything_is_prepared(monkeypatch) -> None:
    def prepare() -> None:
        raise AssertionError("the database would be made now")

    monkeypatch.setattr(up, "prepare", prepare)
    with pytest.raises(Problem, match="--port : Gebraucht wird eine Zahl von 1 bis 65535"):
        execute_from_command_line(["manage.py", "up", "--port="])


def test_port_without_rights_is_told_in_both_languages() -> None:
    refused = port_problem(80, PermissionError(13, "Permission denied"))
    assert "Port 80 darf hier nicht benutzt werden" in refused.german
    assert "such as --port 8080" in refused.english


def test_no_free_port_at_all_is_told_in_both_languages(monkeypatch) -> None:
    with contextlib.closing(free_socket(LOOPBACK, [0])) as occupied:
        monkeypatch.setattr("tutor.setup.serving.FIRST_PORT", occupied.getsockname()[1])
        monkeypatch.setattr("tutor.setup.serving.PORTS_TRIED", 1)
        with pytest.raises(Problem) as told:
            listening_socket(lan=False, port=None)
    assert "ist kein Port frei" in told.value.german
    assert "Name another one with --port" in told.value.english


def test_ports_begin_at_8000_unless_one_is_asked_for() -> None:
    assert FIRST_PORT == 8000
    assert ports_to_try(None)[0] == 8000
    assert list(ports_to_try(9001)) == [9001]


def test_address_is_printed_in_both_languages(capsys) -> None:
    announce(LOOPBACK, 8003)
    said = capsys.readouterr().out
    assert "Deutsch   http://127.0.0.1:8003/de/" in said
    assert "English   http://127.0.0.1:8003/en/" in said
    assert "Strg+C" in said


def test_only_the_named_proxy_is_believed_and_only_with_https(monkeypatch) -> None:
    monkeypatch.setenv("TUTOR_PROXY", "10.0.0.7")
    assert not trusted_proxy(https=False).believes("10.0.0.7")
    assert trusted_proxy(https=True).believes("10.0.0.7")
    assert not trusted_proxy(https=True).believes("10.0.0.8")
