"""`up` as somebody runs it: a process that prints its address, serves, and stops when it is told to."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def site(tmp_path: Path) -> Iterator[tuple[subprocess.Popen[str], dict[str, str]]]:
    """The running process and its addresses by language."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("TUTOR_", "DJANGO_"))}
    with subprocess.Popen(
        [sys.executable, "manage.py", "up", "--port", "0"],
        cwd=ROOT,
        env={**kept, "TUTOR_VAR": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        encoding="utf-8",
    ) as process:
        said = ""
        assert process.stdout is not None
        for line in process.stdout:
            said += line
            if "Ctrl+C" in line:
                break
        addresses = dict(re.findall(r"(Deutsch|English)\s+(http://\S+)", said))
        assert len(addresses) == 2, said
        try:
            yield process, addresses
        finally:
            process.kill()


def fetch(address: str) -> tuple[int, str, str]:
    """Status, media type and text."""
    with urllib.request.urlopen(address, timeout=20) as response:
        return response.status, response.headers.get_content_type(), response.read().decode()


def test_printed_addresses_show_the_home_page_with_its_styles(site) -> None:
    process, addresses = site
    status, _, german = fetch(addresses["Deutsch"])
    assert status == 200
    assert '<html lang="de"' in german
    assert '<html lang="en"' in fetch(addresses["English"])[2]
    origin = addresses["Deutsch"].removesuffix("/de/")
    styles = re.findall(r'<link rel="stylesheet" href="([^"]+)"', german)
    assert styles
    for address in styles:
        assert re.search(r"\.[0-9a-f]{12}\.css$", address)  # the name changes with the content
        assert fetch(origin + address)[:2] == (200, "text/css")
    assert fetch(origin + "/healthz")[0] == 200
    process.terminate()
    code = process.wait(timeout=20)
    assert code == 0 or os.name == "nt"  # there, a process that is ended has no say in its exit code
