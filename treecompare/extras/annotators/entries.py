"""What kinds of entries decisions are in a comparison file. Apart, because the window opens without numpy."""

from __future__ import annotations

DECISION, RULE = "decision", "rule"
"""Of one difference; of all of a kind."""
