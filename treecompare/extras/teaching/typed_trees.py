"""The trees of an exercise as text, to be typed over: brackets, discontinuous brackets or CoNLL-U."""

from __future__ import annotations

from treecompare.comparison.base import AnyTreebank
from treecompare.errors import ReadError
from treecompare.readers import read_content

LARGEST = 200_000
"""Longer texts are more than a sentence or two."""


def read_text(text: str, before: AnyTreebank) -> AnyTreebank:
    """What a text holds, in place of another treebank: with its name and ids, and as many sentences. Raises ReadError: it cannot be
    read, or holds other sentences than that: says where."""
    if len(text) > LARGEST:
        raise ReadError(before.name, 0, f"{len(text):,} letters; expected the text of a sentence")
    if not text.strip():
        raise ReadError(before.name, 0, "there is no tree; expected brackets or CoNLL-U")
    found = read_content(text.encode("utf-8", "replace"), before.name, name=before.name)
    for problem in sorted(found.problems.values(), key=lambda one: one.line):
        raise ReadError(before.name, problem.line, problem.reason)
    wanted = before.count
    if found.count != wanted:
        expected = "one" if wanted == 1 else str(wanted)
        raise ReadError(before.name, _line_of(found, wanted), f"{found.count} sentences; expected {expected}")
    if found.kind != before.kind:
        raise ReadError(before.name, 1, f"these are {found.kind}; expected {before.kind}, as they were")
    if not any(word for sentence in range(found.count) for word in found.words_of(sentence)):
        raise ReadError(before.name, 1, "the tree has no words; expected some")
    # brackets that were typed over crossing branches may cross again
    kept = before.format if found.format == "brackets" else found.format
    return found.with_fields(path=before.path, ids=before.ids, format=kept)


def _line_of(found: AnyTreebank, wanted: int) -> int:
    """The line of the first sentence that is too many; 0 where there are too few."""
    return int(found.lines[wanted]) if len(found.lines) > wanted else 0


def unbalanced(text: str) -> int:
    """Where the first bracket stands that closes nothing, else one that nothing closes; -1 where they balance.

    Of several that are open at the end it is the last, or the first that should have been closed before a line that is indented no
    more than its own.
    """
    opened: list[int] = []
    late = -1
    begin = 0
    for place, letter in enumerate(text):
        if letter == "\n":
            begin = place + 1
        elif letter == "(":
            indent = place - begin
            if late < 0 and not text[begin:place].strip():
                late = next((one for one in opened if _indent(text, one) >= indent), -1)
            opened.append(place)
        elif letter == ")":
            if not opened:
                return place
            opened.pop()
    if not opened:
        return -1
    return late if late >= 0 else opened[-1]


def _indent(text: str, place: int) -> int:
    """How far a bracket is indented that begins its line; -1 where it does not."""
    begin = text.rfind("\n", 0, place) + 1
    return place - begin if not text[begin:place].strip() else -1
