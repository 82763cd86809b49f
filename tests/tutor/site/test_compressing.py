"""What goes out compressed and what does not."""

from __future__ import annotations

import gzip

import pytest
from django.http import FileResponse, HttpResponse
from django.http.response import HttpResponseBase
from django.test import Client, RequestFactory

from tutor.site.compressing import CompressedPages

LONG = "three queens, " * 100


@pytest.mark.django_db
def test_page_goes_out_compressed_to_who_can_read_that() -> None:
    plain = Client().get("/en/puzzles/")
    packed = Client(HTTP_ACCEPT_ENCODING="gzip, deflate, br").get("/en/puzzles/")
    assert "Content-Encoding" not in plain.headers
    assert packed.headers["Content-Encoding"] == "gzip"
    for response in (plain, packed):
        assert "Accept-Encoding" in response.headers["Vary"]
    assert b"<h1" in gzip.decompress(packed.content)
    assert len(packed.content) < len(plain.content) / 3


@pytest.mark.parametrize(
    ("response", "compressed"),
    [
        (HttpResponse(LONG), True),
        (HttpResponse(LONG, content_type="image/svg+xml"), True),
        (HttpResponse(LONG, content_type="application/json"), False),
        (HttpResponse("short"), False),
        (HttpResponse(LONG, content_type="application/pdf"), False),
        (HttpResponse(LONG, content_type="application/zip"), False),
        (FileResponse([LONG.encode()], content_type="text/css"), False),
    ],
    ids=["page", "drawing", "json", "short", "pdf", "archive", "piece by piece"],
)
def test_pages_and_drawings_alone_are_compressed(response: HttpResponseBase, compressed: bool) -> None:
    request = RequestFactory().get("/", HTTP_ACCEPT_ENCODING="gzip")
    sent = CompressedPages(lambda _: response)(request)
    assert (sent.headers.get("Content-Encoding") == "gzip") == compressed
