"""How many bytes a first visit of a page loads, over the real server: the page and everything it names.

Run by hand while the site runs: ``python -m tests.benchmarks.page_weight http://127.0.0.1:8000``. Only addresses of
this machine are asked.
"""

from __future__ import annotations

import re
import sys
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


def main(base: str) -> None:
    assert urlsplit(base).hostname in ("127.0.0.1", "localhost", "::1"), "only this machine"
    for path in PATHS:
        page, sent = load(base + path)
        sizes = [(len(page), sent)]
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
                queue += [urljoin(name, part.decode()) for part in re.findall(rb'from "(\./[^"]+)"', body)]
        plain, wire = (sum(column) for column in zip(*sizes, strict=True))
        print(f"{path}: {len(sizes)} requests, {plain / 1000:.1f} kB plain, {wire / 1000:.1f} kB sent")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8000")
