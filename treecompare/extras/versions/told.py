"""What the window says of a rule and of a sentence of two versions."""

from __future__ import annotations

from treecompare.drawing.style import BAND
from treecompare.errors import counted
from treecompare.extras.versions import entries
from treecompare.extras.versions.entries import Entry
from treecompare.extras.versions.rules import Family
from treecompare.extras.versions.versions import Diff
from treecompare.extras.versions.wording import EVERYWHERE, conditions_in_words, effect_in_words
from treecompare.jobs.base import Block, Head, Pairs, Share
from treecompare.scores.rich import Rich, link, quiet, strong

MOST_WORDS = 4
"""Of so many words of a sentence it is told what changed."""
NAMES = {"DEPREL": "relation", "HEAD": "head", "UPOS": "tag", "LEMMA": "lemma", "FORM": "form", "FEATS": "feature"}
"""What layers are called where a rule is told part by part."""


def rule_blocks(diff: Diff, rank: int, family: Family) -> list[Block]:
    """A rule: how often it was done, what it does where, and how much the rules explain with it."""
    done, over = len(family.covered), len(family.left_over)
    left = "a guess" if family.is_vague else f"{over:,} left over" if over else "none left over"
    said = f"{done:,} of {done + over + len(family.otherwise):,}, {left}"
    rows: list[tuple[str, str]] = []
    for piece in effect_in_words(family).pieces:
        if piece.look == "small":
            rows.append((NAMES.get(piece.text, piece.text), ""))
        elif piece.look == "strong":
            rows[-1] = rows[-1][0], Rich(piece)
    where = conditions_in_words(family)
    rows.append(("where", where if where == EVERYWHERE else where.removeprefix("where ")))
    reach = diff.rules.in_reach
    about = counted(reach, "change") + " that rules can tell" * (reach != len(diff.edits))
    rules = f"rules 1 to {rank} explain" if rank > 1 else "rule 1 explains"
    parts = [(family.explained, "explained", ""), (reach - family.explained, "", BAND)]
    return [
        Head(f"Rule {rank}", Rich(link(said, f"rule {rank}"))), Pairs(rows),
        Share(parts, f"{rules} {100 * family.share:.2f} % of {about}"),
    ]  # fmt: skip


def changes_told(diff: Diff, entry: Entry) -> list[Rich]:
    """What changed in the sentence, word by word: first what was done at the place itself."""

    def is_here(one: Entry) -> bool:
        return one.place == entry.place or bool(set(one.words) & set(entry.words))

    found = entries.of_edits(diff, [edit for edit in diff.edits if edit.row == entry.row])
    found.sort(key=lambda one: not is_here(one))
    here = sum(map(is_here, found)) if entry.place.first else -1
    told = []
    for number, one in enumerate(found[:MOST_WORDS]):
        words = diff.changes.found.sides[one.place.side].words_of(one.place.sentence)[: one.place.last]
        about = " ".join(words[max(one.place.first - 1, 0) :])
        also = "Also in this sentence: " * (number == here)
        told.append(Rich(also, strong(about), ": " if about else "", one.what))
    more = len(found) - MOST_WORDS
    told += [Rich(quiet(f"… and {counted(more, 'more word')}"))] if more > 0 else []
    return told or [Rich(quiet("Nothing changed in this sentence."))]
