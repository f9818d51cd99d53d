"""Tables of head rules: how they are written, and how they are read.

A table is a text file that people can write; ``resources/head-rules`` holds the shipped ones, each explains itself::

    title       what the table is
    punctuation , . :
    [heads]
    VP          left VBD > VBN > MD ; right NP NN ; left
    *           left
    [relations]
    SBJ         -SBJ
    OBJ         NP under VP beside VB* after

A line that begins with ``#`` is a comment, one that begins with a blank goes on with the line before. A label that begins
with ``#`` is written ``\\#`` where it stands first in its line.

Above the sections: ``title``; ``traces``, tags that go with their words before anything else; ``punctuation``, labels
that are heads only where a rule names them or nothing else is left, and that hang on the head of their mother like
every other daughter; ``conjunction``, tags of coordinating conjunctions: where the chosen head stands directly behind
one, the daughter before it is the head instead (one further if that is punctuation: Collins 1999, appendix A);
``root``, the relation of the root.

``[heads]``: labels of the mother, then steps, tried in order and separated by ``;``. ``left`` looks at the daughters
from the left, ``right`` from the right. Labels with blanks between them are equals: the first daughter with any of
them is taken; ``>`` begins a new step in the same direction. A direction without labels takes the first daughter that
is no punctuation. The only daughter is always the head. The first line that fits the mother counts.

``[relations]``: the relation, then which daughters have it: their labels, labels of the mother (``under``), of the
head daughter (``beside``), and whether they stand ``before`` or ``after`` it. The first line that fits counts; where
none does the relation is ``_``. ``(function)`` as a relation is what follows the dash of the daughter's label, as in
TIGER; such a line fits only daughters that have one.

A label is a category (``NP``), one with functions (``NP-SBJ``), a function (``-SBJ``), the beginning of a category
(``VB*``), or any (``*``).
"""

from __future__ import annotations

import re
from pathlib import Path

from treecompare import resources
from treecompare.errors import ReadError, UsageError
from treecompare.reading import exists, lines_of, read_lines, unescaped, words_of
from treecompare.trees.head_rules import HeadRow, HeadRules, Pattern, RelationRow, Step


def shipped() -> list[str]:
    """Names of the tables that come with the program."""
    return sorted(path.stem for path in resources.path("head-rules").glob("*.txt"))


def head_rules(name: str) -> HeadRules:
    """A shipped table by its name, or the table of that path.

    Raises:
        ReadError: the file cannot be read; says line and what was expected.
        UsageError: there is neither such a table nor such a file.
    """
    if name in shipped():
        return read_head_rules(str(resources.path(f"head-rules/{name}.txt")), name)
    if not exists(name):
        raise UsageError(
            f"{name}: no such head rules; expected {', '.join(shipped())} or the path of a table of head rules"
        )
    return read_head_rules(name)


def read_head_rules(path: str, name: str | None = None) -> HeadRules:
    """A table of head rules; ``name``: the file's name without it.

    Raises:
        ReadError: as :func:`head_rules`.
    """
    lines = read_lines(path, "expected a table of head rules")
    return parse_head_rules("\n".join(lines), path, name or Path(path).stem)


_LISTS = ("traces", "punctuation", "conjunction")


def parse_head_rules(text: str, path: str = "rules", name: str = "rules") -> HeadRules:
    """The table of a text.

    Raises:
        ReadError: as :func:`head_rules`.
    """
    section = ""
    said: dict[str, str] = {}
    heads: list[HeadRow] = []
    relations: list[RelationRow] = []
    for line, content in _logical_lines(text, path):
        first, *rest = words_of(content)
        first = unescaped(first)
        if content.startswith("["):
            section = content
            if section not in ("[heads]", "[relations]"):
                raise ReadError(path, line, f"section '{content[:40]}'; expected [heads] or [relations]")
        elif section == "[heads]":
            heads.append(_head_row(path, line, [first, *rest]))
        elif section == "[relations]":
            relations.append(_relation_row(path, line, first, rest))
        elif first not in (*_LISTS, "title", "root"):
            raise ReadError(
                path, line, f"'{first[:40]}'; expected title, traces, punctuation, conjunction, root or [heads]"
            )
        elif not rest or first in said:
            why = "nothing follows" if not rest else "stands here a second time"
            raise ReadError(path, line, f"{first}: {why}; expected one line '{first} …'")
        else:
            said[first] = " ".join(rest)
    if not heads:
        raise ReadError(path, 0, "there are no head rules; expected a section [heads] with at least one line")
    lists = {key: said.get(key, "").split() for key in _LISTS}
    return HeadRules(
        name, path, tuple(heads), tuple(relations), said.get("title", name), frozenset(lists["traces"]),
        _patterns(lists["punctuation"]), _patterns(lists["conjunction"]), said.get("root", "ROOT"),
    )  # fmt: skip


def _logical_lines(text: str, path: str) -> list[tuple[int, str]]:
    """Number and content of each line, with those that go on with it; comments and empty lines left out."""
    logical: list[tuple[int, str]] = []
    for line, content in enumerate(lines_of(text), 1):
        words = " ".join(words_of(content))
        if not words or content.startswith("#"):
            continue
        if content[0] not in " \t":
            logical.append((line, words))
        elif logical:
            logical[-1] = logical[-1][0], f"{logical[-1][1]} {words}"
        else:
            raise ReadError(path, line, "begins with a blank; expected a line that it could go on with")
    return logical


def _patterns(words: list[str]) -> tuple[Pattern, ...]:
    return tuple(Pattern.of(word) for word in words)


def _head_row(path: str, line: int, words: list[str]) -> HeadRow:
    start = next((place for place, word in enumerate(words) if word in ("left", "right")), 0)
    if not start:
        raise ReadError(path, line, f"'{' '.join(words)[:40]}'; expected labels, then left or right")
    steps = []
    for part in re.split(r"(?:^| );(?: |$)", " ".join(words[start:])):
        direction, *labels = part.split() or [""]
        if direction not in ("left", "right"):
            raise ReadError(path, line, f"'{direction[:40]}'; expected left or right at the start and after each ';'")
        for group in re.split(r"(?:^| )>(?: |$)", " ".join(labels)):
            if labels and not group.strip():
                raise ReadError(path, line, "'>' without a label on either side; expected 'LABEL > LABEL'")
            steps.append(Step(direction == "left", _patterns(group.split()), group.strip()))
    return HeadRow(_patterns(words[:start]), tuple(steps), line)


def _relation_row(path: str, line: int, relation: str, words: list[str]) -> RelationRow:
    parts: dict[str, list[str]] = {"": [], "under": [], "beside": []}
    before: bool | None = None
    here = ""
    for word in words:
        if word in ("before", "after"):
            before = word == "before"
        elif word in ("under", "beside"):
            here = word
        else:
            parts[here].append(word)
    empty = [key for key in ("under", "beside") if key in words and not parts[key]]
    if not parts[""] or empty:
        what = f"'{empty[0]}'" if empty else f"'{relation[:40]}'"
        raise ReadError(
            path, line, f"no label after {what}; expected 'RELATION labels [under …] [beside …] [before|after]'"
        )
    daughters, under, beside = (_patterns(parts[key]) for key in ("", "under", "beside"))
    return RelationRow(relation, daughters, under, beside, before, line)
