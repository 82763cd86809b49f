"""How many bytes a first visit of a page loads, over the real server: the page and everything it names.

Run by hand while the site runs: ``python -m tests.benchmarks.page_weight http://127.0.0.1:8000``. Only addresses of
this machine are asked.
"""

from __future__ import annotations

import re
import sys
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit
from urllib.request import Request, urlopen

PATHS = (
    "/de/",
    "/en/course/frozen-pile/out-of-the-ice/",
    "/de/puzzles/may-i-take-it/covered-black-three/",
    "/de/puzzles/",
)


def load(address: str) -> tuple[bytes, int]:
    """The plain body of an address, and the bytes that came over the wire."""
    request = Request(address, headers={"Accept-Encoding": "gzip"})
    with urlopen(request, timeout=10) as answer:
        body = answer.read()
        packed = answer.headers.get("Content-Encoding") == "gzip"
    if packed:
        import gzip

        return gzip.decompress(body), len(body)
    return body, len(body)


@dataclass(frozen=True, slots=True)
class Weight:
    """What one page and all that it names come to, in bytes; ``scripts`` are those sent for scripts."""

    requests: int
    plain: int
    sent: int
    scripts: int


def weight_of(base: str, path: str) -> Weight:
    """Load a page as a browser that was never there. Only addresses of this machine are asked."""
    assert urlsplit(base).hostname in ("127.0.0.1", "localhost", "::1"), "only this machine"
    page, sent = load(base + path)
    sizes, scripts = [(len(page), sent)], 0
    found = set(re.findall(rb'(?:src|href)="(/static/[^"#?]+)', page))
    queue, seen = [name.decode() for name in found], set()
    while queue:
        name = queue.pop()
        if name in seen:
            continue
        seen.add(name)
        body, sent = load(base + name)
        sizes.append((len(body), sent))
        if name.endswith(".css"):
            queue += [urljoin(name, part.decode()) for part in re.findall(rb'url\("?([^")]+)"?\)', body)]
        if name.endswith(".js"):
            scripts += sent
            queue += [urljoin(name, part.decode()) for part in re.findall(rb'from "(\./[^"]+)"', body)]
    plain, wire = (sum(column) for column in zip(*sizes, strict=True))
    return Weight(requests=len(sizes), plain=plain, sent=wire, scripts=scripts)


def main(base: str) -> None:
    for path in PATHS:
        one = weight_of(base, path)
        print(
            f"{path}: {one.requests} requests, {one.plain / 1000:.1f} kB plain, {one.sent / 1000:.1f} kB sent,"
            f" {one.scripts / 1000:.1f} kB of them scripts"
        )


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000")
