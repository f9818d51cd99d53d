"""The examples on the page about errors are what the program says of these trees."""

from __future__ import annotations

import re
from pathlib import Path

from treecompare.api import Pair, compare, read

PAGE = Path(__file__).parents[1] / "resources/help/errors.md"
FENCED = re.compile(r"```text\ngold:   ([^\n]+)\nsystem: ([^\n]+)\n\n(.*?)\n```", re.DOTALL)


def described(gold: str, system: str) -> str:
    """Both trees drawn, without tags, and below them the errors."""
    pair: Pair = compare(read(text=gold), [read(text=system)], params="none").pair(1)
    drawn = pair.text(mapping="E", part="roof").rsplit("\n\n", 1)[0]
    words = pair.words
    lines = []
    for one in pair.errors():
        sites = f", {one.source} → {one.target}" if one.source or one.target else ""
        height = f" ({one.height})" if one.height else ""
        text = " ".join(words[word] for word in one.words)
        lines.append(
            f"{one.kind}, {one.what}: {one.label} “{text}”{sites}{height}. E {one.first_cost}, T {one.second_cost}"
        )
    return "\n".join([drawn, "", *lines])


def test_examples() -> None:
    examples = FENCED.findall(PAGE.read_text("utf-8"))
    assert len(examples) >= 14
    for gold, system, text in examples:
        assert "\n".join(line.rstrip() for line in described(gold, system).splitlines()) == text
