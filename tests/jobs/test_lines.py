"""Blocks of Why as lines, and texts as rich text."""

from __future__ import annotations

from treecompare.drawing.colours import DARK
from treecompare.jobs.lines import rich_markup
from treecompare.scores.rich import Rich, link


def test_long_words_may_be_broken_behind_signs() -> None:
    """Else the relation of an answer is cut where four stand beside each other."""
    assert rich_markup("compound:prt <of> a_b\nc", DARK) == "compound:&#8203;prt &lt;of&gt; a_&#8203;b<br>c"
    assert rich_markup(Rich(link("a:b", "to:c_d")), DARK).startswith('<a href="to:c_d"')
