"""Where `up` listens and what it prints."""

from __future__ import annotations

import contextlib

import pytest

from tutor.management.commands.up import announce, proxy_options
from tutor.serving import FIRST_PORT, LOOPBACK, free_socket, ports_to_try


def test_occupied_port_is_passed_over() -> None:
    with contextlib.closing(free_socket(LOOPBACK, [0])) as occupied:
        taken = occupied.getsockname()[1]
        with contextlib.closing(free_socket(LOOPBACK, [taken, 0])) as found:
            assert found.getsockname()[1] != taken


def test_occupied_port_that_was_asked_for_is_an_error() -> None:
    with contextlib.closing(free_socket(LOOPBACK, [0])) as occupied, pytest.raises(OSError, match="use"):
        free_socket(LOOPBACK, ports_to_try(occupied.getsockname()[1]))


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


def test_scheme_is_believed_only_behind_a_proxy(monkeypatch) -> None:
    monkeypatch.setenv("TUTOR_PROXY", "10.0.0.7")
    assert "trusted_proxy" not in proxy_options(https=False)
    assert proxy_options(https=True)["trusted_proxy"] == "10.0.0.7"
    assert "x-forwarded-proto" in proxy_options(https=True)["trusted_proxy_headers"]
