"""TedEval across annotation schemes: the operations that turn the system's function tree into what the golds have in common."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from treecompare.comparison.schemes.comparison import SchemeComparison
from treecompare.comparison.schemes.files import SchemeSettings
from treecompare.comparison.schemes.table import TEDEVAL_2011_PARTS, TEDEVAL_PARTS
from treecompare.drawing.sentence import Wanted
from treecompare.extras.teaching.frames import Frame
from treecompare.extras.teaching.script import Script
from treecompare.mappings.functions import ADD, DELETE, RELABEL, Operation
from treecompare.mappings.mapping import DELETED, INSERTED, SWAPPED
from treecompare.measures import measure

FORGIVEN = "forgiven"
KINDS = {DELETE: DELETED, ADD: INSERTED, RELABEL: SWAPPED}
"""What the table calls operations that are charged."""
_WORDS = 6
"""So many words of a span are shown."""


def function_scripts(comparison: SchemeComparison, system: int, sentence: int) -> list[Script]:
    """The scripts of 2012 and of 2011, with labels and without, where they are scored as the papers say."""
    if comparison.scheme_settings.profile != SchemeSettings().profile:
        return []

    def script(part: str) -> Script:
        wanted = Wanted(labelled=not part.endswith(".unlabelled"), relabels=part in TEDEVAL_2011_PARTS)
        title = f"{measure(part).title}: operations"
        return Script(part, title, partial(_steps, comparison, system, sentence, part, wanted), wanted)

    parts = (*TEDEVAL_PARTS, *TEDEVAL_2011_PARTS)
    return [script(part) for part in parts if comparison.table.exists(system, sentence, part)]


def _steps(comparison: SchemeComparison, system: int, sentence: int, part: str, wanted: Wanted) -> Iterator[Frame]:
    found = comparison.operations(system, sentence, wanted.labelled, wanted.relabels)
    trees = comparison.function_trees(system, sentence, wanted.labelled, wanted.relabels)
    counts = comparison.table.part(system, part, slice(sentence, sentence + 1))
    what = "nodes" if wanted.relabels else "labels over words" if wanted.labelled else "nodes over words"
    target = trees.trees[trees.target].name
    common = f"what {target} has" if len(comparison.target) == 1 else f"what the golds have in common ({target})"
    begin = (
        f"The system's function tree has {int(counts.test[0])} {what}, {common}: {int(counts.gold[0])}; roots always pair and "
        "are not counted. The system's tree is turned into it."
    )
    if len(comparison.target) > 1:
        begin += " What the system's own gold needs as well is a scheme difference and not counted."
    yield Frame(begin, _figure([], wanted.relabels))
    for place, one in enumerate(found, 1):
        kind = KINDS[one.kind] if one.is_charged else FORGIVEN
        yield Frame(_said(one, trees.words), _figure(found[:place], wanted.relabels), kind, operation=one)
    said = comparison.score_in_words(system, sentence, part)
    yield Frame(f"{measure(part).title}: {said}.", _figure(found, wanted.relabels))


def _figure(done: list[Operation], relabels: bool) -> str:
    charged = [one.kind for one in done if one.is_charged]
    kinds = ((DELETE, "deleted"), (ADD, "added"), *([(RELABEL, "relabelled")] if relabels else []))
    counted = ", ".join(f"{name} {charged.count(kind)}" for kind, name in kinds)
    return f"{counted}; scheme differences {len(done) - len(charged)}"


def _said(one: Operation, words: tuple[str, ...]) -> str:
    inside = words[one.start : one.end]
    shown = " ".join(inside if len(inside) <= _WORDS else [*inside[: _WORDS // 2], "…", *inside[-_WORDS // 2 :]])
    label = "the word" if one.is_word else one.label or "a node"
    texts: dict[str, Callable[[], str]] = {
        DELETE: lambda: f"Delete {label} over “{shown}” from the system's tree",
        ADD: lambda: f"Add {label} over “{shown}” to the system's tree",
        RELABEL: lambda: f"Relabel {label} over “{shown}” in the system's tree as {one.new or 'a node'}",
    }
    why = "an error" if one.is_charged else "the system's own gold needs this, too: a scheme difference, not counted"
    return f"{texts[one.kind]()}: {why}."
