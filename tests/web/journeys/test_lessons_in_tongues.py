"""Every lesson from end to end in the other languages, on the smallest screen: the longest sentences find room too."""

from __future__ import annotations

import pytest
from web.browsers import PHONE, Visitors
from web.journeys.test_lessons import by_finger
from web.servers import Site

from intrigue.lessons import LESSONS
from intrigue.locale import LANGUAGES


@pytest.mark.full
@pytest.mark.parametrize("name", LESSONS)
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != "en"])
def test_a_lesson_in_another_language(inn: Site, visitors: Visitors, language: str, name: str) -> None:
    by_finger(visitors(inn.url, language=language, size=PHONE), name, language)
