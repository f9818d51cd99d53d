"""UAS and LAS, word by word: is the head right, is the relation?"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.dependencies.counted import counted_words
from treecompare.extras.teaching.exercise import GOLD, TEST
from treecompare.extras.teaching.frames import Frame, Node, Seen
from treecompare.extras.teaching.script import Script, score_said
from treecompare.mappings.mapping import DELETED, MATCHED
from treecompare.measures import measure
from treecompare.trees.arcs import ROOT
from treecompare.trees.dependencies import Dependencies

PARTS = ("las", "uas")
NOT_COUNTED, EXTRA = "not counted", "extra"
"""Kinds of steps: a word that is not scored, and one that only the system has. Wrong words are ``deleted``, as in the table."""


def attachment_scripts(comparison: DependencyComparison, system: int, sentence: int) -> list[Script]:
    """The scripts of LAS and UAS, where they are scored."""

    if system not in comparison.scores:
        return []
    return [
        Script(part, f"{measure(part).title}, word by word", partial(_steps, comparison, system, sentence, part))
        for part in PARTS
        if comparison.table.exists(system, sentence, part)
    ]


def _steps(comparison: DependencyComparison, system: int, sentence: int, part: str) -> Iterator[Frame]:
    scores, say = comparison.scores[system], comparison.names(system).told
    gold, test, alignment = scores.gold, scores.test, scores.alignment
    first = int(gold.offsets[sentence])
    marks = scores.marks(sentence)
    of_gold = sum(mark.scored for mark in marks)
    extra = {node for _, node in counted_words(comparison, system, sentence, part, "test")}
    of_test, right, number = len(extra), 0, 0
    sizes = say("gold {0}, system {1}").format(of_gold, of_test)
    asked = say("is its head right?") if part == "uas" else say("are its head and its relation right?")
    begin = say("Each word of the gold is asked: {0} The gold has {1} that count, the system {2}.")
    yield Frame(begin.format(asked, _words(of_gold), of_test), f"right 0, {sizes}")
    seen = Seen()
    for word, mark in enumerate(marks, first):
        twin = int(alignment.test_of_gold[word])
        here: tuple[Node, ...] = ((GOLD, word), *([(TEST, twin)] if mark.counterpart is not None else []))
        extra.discard(twin)
        form = gold.symbols[int(gold.form[word])]
        kind = DELETED
        if not mark.scored:
            kind = NOT_COUNTED
            text = say("“{0}” is punctuation and not counted.").format(form)
        elif mark.head_right is None or mark.relation_right is None:
            number += 1
            text = say("“{0}”: the system has no such word, so nothing is right.").format(form)
        else:
            number += 1
            is_right = mark.head_right and (part == "uas" or mark.relation_right)
            right += is_right
            kind = MATCHED if is_right else DELETED
            arcs = _arc(gold, word, part, comparison), _arc(test, twin, part, comparison)
            if is_right:
                text = say("“{0}” {1}: right.").format(form, arcs[0])
            else:
                wrong = "head" if not mark.head_right else "relation"
                wrong = "head and relation" if wrong == "head" and part == "las" and not mark.relation_right else wrong
                text = say("“{0}” {1} in the gold, {2} in the system: {3} wrong.").format(
                    form, arcs[0], arcs[1].removeprefix("depends "), wrong
                )
        yield Frame(text, f"right {right} of {number}, {sizes}", kind, nodes=here, **seen.marks)
        if mark.scored:
            seen.add(here, is_failed=kind != MATCHED)
    for word in sorted(extra):
        text = say("“{0}” is a word of the system only, so nothing is right.").format(
            test.symbols[int(test.form[word])]
        )
        yield Frame(text, f"right {right}, {sizes}", EXTRA, nodes=((TEST, word),), **seen.marks)
        seen.add([(TEST, word)], is_failed=True)
    text = say("{0} of {1} right.").format(right, _words(of_gold))
    scored = score_said(comparison, system, sentence, [part])
    yield Frame(f"{text} {scored}.", f"right {right}, {sizes}", **seen.marks)


def _arc(side: Dependencies, word: int, part: str, comparison: DependencyComparison) -> str:
    """The arc of a word: ``depends on “saw” as obj``."""
    head = int(side.parents[word])
    text = "is the root" if head == ROOT else "depends on nothing in the sentence"
    if head >= 0:
        text = f"depends on “{side.symbols[int(side.form[head])]}”"
    relation = comparison.compared(side.symbols[int(side.deprel[word])])
    return text if part == "uas" else f"{text} as {relation}"


def _words(amount: int) -> str:
    return f"{amount} word{'' if amount == 1 else 's'}"
