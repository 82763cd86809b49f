"""What is told to whoever sends too much or too slowly, whatever serves the application."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.lessons.pages import Page
from tutor.api.forms import ProblemForm
from tutor.site.uploads import REFUSED

LARGE = b"x" * (3 * 1024 * 1024 + 1)
TOLD = {
    "de": ("Das ist zu groß", "Höchstens 3 MB können auf einmal geschickt werden"),
    "en": ("This is too large", "At most 3 MB can be sent at once"),
}
TOO_SLOW = {"de": "Das hat zu lange gedauert", "en": "This took too long to arrive"}

# No test here may use the database: what is refused does not get that far.


@pytest.mark.parametrize("language", TOLD)
def test_too_large_form_is_answered_in_the_language_of_the_address(client, language: str) -> None:
    page = Page(client.post(f"/{language}/ask/", {"position": LARGE.decode()}))
    assert page.status == 413
    assert all(words in page.text for words in TOLD[language])


def test_too_large_file_is_refused_before_it_is_stored(client, settings, tmp_path) -> None:
    settings.FILE_UPLOAD_TEMP_DIR = tmp_path
    assert client.post("/de/ask/", {"file": SimpleUploadedFile("class.csv", LARGE)}).status_code == 413
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("language", "words"), [("en", "too long to be a position (3145729"), ("de", "mit 3.145.729 Zeichen")]
)
def test_too_large_question_to_the_api_is_answered_as_it_describes(client, language: str, words: str) -> None:
    response = client.post(
        "/api/judge", LARGE, content_type="application/json", headers={"accept-language": language}
    )
    assert response.status_code == 413
    problem = ProblemForm.model_validate(response.json()).error
    assert (problem.kind, problem.where) == ("request", "body")
    assert words in problem.message


@pytest.mark.parametrize("language", TOO_SLOW)
def test_body_that_never_came_is_told(client, language: str) -> None:
    page = Page(client.post(f"/{language}/ask/", **{REFUSED: 408}))
    assert page.status == 408
    assert TOO_SLOW[language] in page.text


def test_body_that_the_server_refused_is_not_read(client) -> None:
    page = Page(client.post("/en/ask/", {"position": "short"}, **{REFUSED: 413}))
    assert page.status == 413
    assert TOLD["en"][0] in page.text
