"""`up` as somebody runs it: a process that prints its address, serves, and stops when it is told to."""

from __future__ import annotations

import os
import re
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.markup import flat
from tests.running import Site, leave_checked, own_database, serving


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Site]:
    leave_checked(tmp_path)  # checking takes long, and each run of the tests does it once
    with own_database() as database, serving(tmp_path, workers=1, **database) as running:
        yield running


def fetch(address: str) -> tuple[int, str, str]:
    """Status, media type and text."""
    with urllib.request.urlopen(address, timeout=20) as response:
        return response.status, response.headers.get_content_type(), response.read().decode()


@pytest.mark.anywhere
def test_printed_addresses_show_the_home_page_with_its_styles(site: Site) -> None:
    status, _, german = fetch(f"{site.address}/de/")
    german = flat(german)
    assert status == 200
    assert '<html lang="de"' in german
    assert '<html lang="en"' in flat(fetch(f"{site.address}/en/")[2])
    styles = re.findall(r'<link rel="stylesheet" href="([^"]+)"', german)
    assert styles
    for address in styles:
        assert re.search(r"\.[0-9a-f]{12}\.css$", address)  # the name changes with the content
        assert fetch(site.address + address)[:2] == (200, "text/css")
    assert fetch(site.address + "/healthz")[0] == 200
    site.process.terminate()
    code = site.process.wait(timeout=20)
    assert code == 0 or os.name == "nt"  # there, a process that is ended has no say in its exit code
