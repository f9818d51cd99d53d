"""What people say of sentences: phenomena, error classes, whether a construction was parsed correctly (Kübler et al. 2008).

The window keeps them in the comparison file; the command line reads them from a table. Schemes, which name the phenomena and
error classes to choose from, are tables too.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypeVar

from treecompare.errors import ReadError, TreecompareError
from treecompare.reading import escaped, read_lines, unescaped

WHOLE = ""
"""Stands for a phenomenon where a judgement is on the sentence as a whole."""


NOTE, PHENOMENON, ERROR_CLASS, CORRECT = "note", "phenomenon", "error class", "correct"
YES, NO = "yes", "no"
_Place = TypeVar("_Place")
_Value = TypeVar("_Value")


def _put(values: dict[_Place, _Value], place: _Place, value: _Value | None) -> None:
    if value is None:
        values.pop(place, None)
    else:
        values[place] = value


@dataclass
class Judgements:
    """Sentences are numbered from 0.

    ``phenomena``: the sentences that show each. ``classes``: error class per (sentence, system, phenomenon). ``correct``: whether
    that phenomenon was parsed correctly. ``notes``: a text per sentence.
    """

    phenomena: dict[str, set[int]] = field(default_factory=dict)
    classes: dict[tuple[int, str, str], str] = field(default_factory=dict)
    correct: dict[tuple[int, str, str], bool] = field(default_factory=dict)
    notes: dict[int, str] = field(default_factory=dict)

    def put(self, kind: str, sentence: int, system: str, phenomenon: str, value: str | None) -> None:
        """Enters one judgement, or takes it away (None). Kinds: note, phenomenon, error class, correct.

        Raises:
            ValueError: another kind.
        """
        place = sentence, system, phenomenon
        if kind == PHENOMENON:
            sentences = self.phenomena.setdefault(phenomenon, set())
            sentences.add(sentence) if value else sentences.discard(sentence)
            if not sentences:
                del self.phenomena[phenomenon]
        elif kind == NOTE:
            _put(self.notes, sentence, value or None)
        elif kind == ERROR_CLASS:
            _put(self.classes, place, value or None)
        elif kind == CORRECT:
            _put(self.correct, place, value == YES if value else None)
        else:
            raise ValueError(f"{kind}: no such kind of judgement")

    def of_sentence(self, sentence: int) -> list[str]:
        """The phenomena of a sentence."""
        return sorted(phenomenon for phenomenon, sentences in self.phenomena.items() if sentence in sentences)

    def done(self, system: str) -> set[int]:
        """The sentences of which anything is said: a note, a phenomenon, or a judgement on that system."""
        judged = {sentence for sentence, name, _ in (*self.classes, *self.correct) if name == system}
        return judged.union(self.notes, *self.phenomena.values())


@dataclass(frozen=True)
class Scheme:
    """Phenomena with what they mean, and the error classes of each with theirs."""

    name: str
    phenomena: dict[str, str]
    classes: dict[str, dict[str, str]]


def read_judgements(path: str, ids: Sequence[str], names: Mapping[str, int] | None = None) -> Judgements:
    """A table of tab-separated columns: ``sentence phenomenon [system class correct]``.

    ``sentence`` is a number from 1 or an id of ``ids``; ids count first. ``names``: what else they are called.
    ``correct`` is yes, no or empty. Lines that are empty or begin with ``#`` mean nothing, a first line that begins with "sentence"
    is a head. An id that begins with ``#`` is written ``\\#``.

    Raises:
        ReadError: a line names a sentence that does not exist, has one column or more than five, or another judgement.
    """
    number_of = {str(number): number - 1 for number in range(1, len(ids) + 1)}
    number_of |= {name: index for index, name in enumerate(ids)}
    number_of = dict(names) if names is not None else number_of
    found = Judgements()
    for row, (line, cells) in enumerate(_rows(path)):
        if row == 0 and cells[0].casefold() == "sentence":
            continue
        if not 2 <= len(cells) <= 5:
            raise ReadError(
                path,
                line,
                f"{len(cells)} columns; expected 'sentence phenomenon', separated by a tab, and up to three more",
            )
        sentence, phenomenon, system, error_class, correct = (cell.strip() for cell in [*cells, "", "", ""][:5])
        if sentence not in number_of:
            raise ReadError(
                path,
                line,
                f"there is no sentence '{sentence}'; expected a number from 1 to {len(ids)}, or an id of the gold",
            )
        if correct not in ("", YES, NO):
            raise ReadError(path, line, f"'{correct}' is no judgement; expected yes, no or nothing")
        if (error_class or correct) and not system:
            raise ReadError(path, line, "an error class or a judgement without a system; expected its name in column 3")
        index = number_of[sentence]
        if phenomenon:
            found.phenomena.setdefault(phenomenon, set()).add(index)
        if error_class:
            found.classes[index, system, phenomenon] = error_class
        if correct:
            found.correct[index, system, phenomenon] = correct == YES
    return found


def changes_of(judgements: Judgements) -> list[tuple[str, int, str, str, str]]:
    """All of them as (kind, sentence, system, phenomenon, value), which :meth:`Judgements.put` takes."""
    tags = [(PHENOMENON, one, "", name, YES) for name, found in judgements.phenomena.items() for one in sorted(found)]
    classes = [(ERROR_CLASS, *place, value) for place, value in judgements.classes.items()]
    verdicts = [(CORRECT, *place, YES if is_right else NO) for place, is_right in judgements.correct.items()]
    notes = [(NOTE, sentence, "", "", text) for sentence, text in judgements.notes.items()]
    return [*tags, *classes, *verdicts, *notes]


def judgement_rows(judgements: Judgements, ids: Sequence[str]) -> list[list[str]]:
    """The rows of such a table, with their head; reading them again gives the same judgements (notes apart)."""
    rows = [["sentence", "phenomenon", "system", "class", "correct"]]
    judged = set(judgements.classes) | set(judgements.correct)
    tagged = {(sentence, name) for name, sentences in judgements.phenomena.items() for sentence in sentences}
    without = tagged - {(sentence, phenomenon) for sentence, _, phenomenon in judged}
    for sentence, system, phenomenon in sorted(judged | {(sentence, "", name) for sentence, name in without}):
        key = sentence, system, phenomenon
        is_correct = judgements.correct.get(key)
        correct = "" if is_correct is None else YES if is_correct else NO
        rows.append([ids[sentence], phenomenon, system, judgements.classes.get(key, ""), correct])
    return rows


def read_scheme(path: str) -> Scheme:
    """A scheme: ``phenomenon class meaning`` per line, separated by tabs; an empty class says what the phenomenon itself means.

    Raises:
        ReadError: a line that is neither.
    """
    phenomena: dict[str, str] = {}
    classes: dict[str, dict[str, str]] = {}
    for line, cells in _rows(path):
        if len(cells) != 3 or not cells[0].strip():
            raise ReadError(path, line, f"{len(cells)} columns; expected 'phenomenon class meaning', separated by tabs")
        phenomenon, error_class, meaning = (cell.strip() for cell in cells)
        phenomena.setdefault(phenomenon, "")
        if error_class:
            classes.setdefault(phenomenon, {})[error_class] = meaning
        else:
            phenomena[phenomenon] = meaning
    return Scheme(Path(path).stem, phenomena, classes)


def write_rows(path: str, rows: Iterable[Sequence[str]]) -> None:
    """Writes tab-separated rows; tabs and line ends within cells become blanks, ``#`` at the start of a line ``\\#``.

    Raises:
        TreecompareError: the file cannot be written.
    """
    try:
        cleaned = ([re.sub(r"[\t\r\n]", " ", cell) for cell in row] for row in rows)
        lines = ("\t".join([escaped(first), *rest]) + "\n" for first, *rest in cleaned)
        Path(path).write_text("".join(lines), "utf-8")
    except OSError as error:
        raise TreecompareError(f"{path}: cannot be written: {error.strerror}") from error


def _rows(path: str) -> list[tuple[int, list[str]]]:
    """Number and cells of each line that is neither empty nor a comment; ``\\#`` at the start is ``#`` and begins none."""
    lines = enumerate(read_lines(path, "expected a table of tab-separated columns"), 1)
    rows = [(line, content.split("\t")) for line, content in lines if content.strip() and content[0] != "#"]
    return [(line, [unescaped(first), *rest]) for line, (first, *rest) in rows]
