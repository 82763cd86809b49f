"""Windows of another size."""

from __future__ import annotations

from playwright.sync_api import Page

# Scripts hear of a window's size, and fit a page into it, in the frame that is drawn next.
DRAWN = """([width, height]) => new Promise(done => {
  const look = () => {
    const there = screen.width === width && screen.height === height;
    requestAnimationFrame(there ? () => requestAnimationFrame(done) : look);
  };
  look();
})"""


def resize(page: Page, width: int, height: int) -> None:
    """Give a page a window of so many CSS pixels, and wait until its scripts have heard of it and it is drawn so."""
    page.set_viewport_size({"width": width, "height": height})
    page.evaluate(DRAWN, [width, height])
