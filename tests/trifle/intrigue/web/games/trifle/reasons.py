"""Why something in Trifle cannot be chosen: only that it is another's turn."""

from __future__ import annotations

from intrigue.web.html.rule_links import PROMPT, About

REASONS: dict[str, About] = {"turn": (PROMPT, "laying")}
"""Every reason, and what its paragraph is about."""
