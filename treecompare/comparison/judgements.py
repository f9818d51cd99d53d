"""What people say and ask of sentences: phenomena, error classes, whether a construction was parsed correctly (Kübler et al.
2008); queries.

A sentence may show a phenomenon several times: an occurrence is ``place`` 2, 3, … or the span of its words, ``3-5``; the first one
needs no place. The *mark* of an occurrence is the name of its phenomenon and its place (:func:`marked`), so that whatever is said
of a phenomenon can be said of an occurrence.
"""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from treecompare.errors import ReadError, UsageError, counted, named
from treecompare.reading import escaped, read_lines, unescaped

WHOLE = ""
"""Stands for a phenomenon where a judgement is on the sentence as a whole."""


MOST_NAMES = 5
"""So many unknown systems are told by name."""
_BETWEEN = "\x1f"
_MARK = re.compile(r"(.+)\x1f(?:([1-9][0-9]{0,8})|([1-9][0-9]{0,8})-([1-9][0-9]{0,8}))", re.DOTALL)
_PLACE = re.compile(r"([1-9][0-9]{0,8})(?:-([1-9][0-9]{0,8}))?")

NOTE, PHENOMENON, ERROR_CLASS, CORRECT = "note", "phenomenon", "error class", "correct"
YES, NO, UNCLEAR = "yes", "no", "unclear"
VERDICTS = (YES, NO, UNCLEAR)
"""What can be said of whether something was parsed correctly."""
Change = tuple[str, int, str, str, str | None]
"""Kind, sentence, system, mark of an occurrence, value (None: taken away)."""
_Place = TypeVar("_Place")
_Value = TypeVar("_Value")


def _put(values: dict[_Place, _Value], place: _Place, value: _Value | None) -> None:
    if value is None:
        values.pop(place, None)
    else:
        values[place] = value


def marked(phenomenon: str, place: str = "") -> str:
    """The mark of an occurrence; the first one's is the name of the phenomenon."""
    return f"{phenomenon}{_BETWEEN}{place}" if place not in ("", "1") else phenomenon


def occurrence(mark: str) -> tuple[str, str]:
    """Phenomenon and place of a mark; the place is empty for the first one."""
    match = _MARK.fullmatch(mark)
    if match is None or match[2] == "1" or (match[3] and int(match[3]) > int(match[4])):
        return mark, ""
    return match[1], mark[len(match[1]) + 1 :]


def span_of(place: str) -> tuple[int, int] | None:
    """First and last word of an occurrence, from 1; None where its place is not a span."""
    first, dash, last = place.partition("-")
    return (int(first), int(last)) if dash else None


def checked_place(text: str, words: int) -> str:
    """The place that people typed for an occurrence in a sentence of so many words: ``2``, ``3-5``. Raises UsageError: it is none,
    or outside of the sentence."""
    match = _PLACE.fullmatch(text.replace("–", "-").replace(" ", ""))
    if match is None or (match[2] and int(match[1]) > int(match[2])):
        raise UsageError(f"'{text[:40]}' is not an occurrence; expected a number, like 2, or a span of words, like 3-5")
    if match[2] and int(match[2]) > words:
        raise UsageError(f"the words {match[0]} are outside of the sentence; expected words from 1 to {words}")
    return "" if match[0] == "1" else match[0]


def _order(place: str) -> tuple[int, int, int]:
    """Numbers first, spans as they follow each other."""
    span = span_of(place)
    return (1, *span) if span else (0, int(place or 1), 0)


def shown_mark(mark: str) -> str:
    """An occurrence as people read it: ``PPN``, ``PPN 2``, ``PPN words 3–5``."""
    name, place = occurrence(mark)
    span = span_of(place)
    if span is None:
        return f"{name} {place}".rstrip()
    return f"{name} word {span[0]}" if span[0] == span[1] else f"{name} words {span[0]}–{span[1]}"


@dataclass
class Judgements:
    """Sentences are numbered from 0.

    ``phenomena``: the sentences that show each. ``classes``: error class per (sentence, system, mark of an occurrence).
    ``correct``: whether that occurrence was parsed correctly; ``unclear``: where people looked and could not say. ``notes``: a text
    per sentence. ``places``: those of the occurrences per (sentence, phenomenon), where there is not just the first one.
    """

    phenomena: dict[str, set[int]] = field(default_factory=dict)
    classes: dict[tuple[int, str, str], str] = field(default_factory=dict)
    correct: dict[tuple[int, str, str], bool] = field(default_factory=dict)
    unclear: set[tuple[int, str, str]] = field(default_factory=set)
    notes: dict[int, str] = field(default_factory=dict)
    places: dict[tuple[int, str], set[str]] = field(default_factory=dict)

    def put(self, kind: str, sentence: int, system: str, phenomenon: str, value: str | None) -> None:
        """Enters one judgement, or takes it away (None). Kinds: note, phenomenon, error class, correct.

        ``phenomenon``: the mark of an occurrence.

        Raises ValueError: another kind.
        """
        place = sentence, system, phenomenon
        if kind == PHENOMENON:
            self._tag(sentence, *occurrence(phenomenon), bool(value))
        elif kind == NOTE:
            _put(self.notes, sentence, value or None)
        elif kind == ERROR_CLASS:
            _put(self.classes, place, value or None)
        elif kind == CORRECT:
            _put(self.correct, place, value == YES if value in (YES, NO) else None)
            self.unclear.add(place) if value == UNCLEAR else self.unclear.discard(place)
        else:
            raise ValueError(f"{kind}: no such kind of judgement")

    def _tag(self, sentence: int, name: str, place: str, is_there: bool) -> None:
        there = set(self.places_in(sentence, name))
        there.add(place) if is_there else there.discard(place)
        _put(self.places, (sentence, name), None if there <= {""} else there)
        sentences = self.phenomena.setdefault(name, set())
        sentences.add(sentence) if there else sentences.discard(sentence)
        if not sentences:
            del self.phenomena[name]

    def places_in(self, sentence: int, phenomenon: str) -> list[str]:
        """The places of a phenomenon's occurrences in a sentence, in order; empty for the first one where it has no other."""
        if sentence not in self.phenomena.get(phenomenon, ()):
            return []
        return sorted(self.places.get((sentence, phenomenon), {""}), key=_order)

    def marks_in(self, sentence: int, phenomenon: str) -> list[str]:
        """The marks of these occurrences."""
        return [marked(phenomenon, place) for place in self.places_in(sentence, phenomenon)]

    def occurrences(self, phenomenon: str) -> int:
        """How often a phenomenon occurs in all sentences."""
        sentences = self.phenomena.get(phenomenon, ())
        return sum(len(self.places.get((sentence, phenomenon), ("",))) for sentence in sentences)

    def spans(self, sentence: int) -> list[tuple[int, int]]:
        """First and last words of all occurrences of a sentence whose words are known."""
        places = (place for name in self.of_sentence(sentence) for place in self.places_in(sentence, name))
        return [span for place in places if (span := span_of(place)) is not None]

    def next_place(self, sentence: int, phenomenon: str) -> str:
        """The place of one more occurrence, which has no words yet."""
        there = self.places_in(sentence, phenomenon)
        return next(place for place in ("", *map(str, range(2, len(there) + 3))) if place not in there)

    def of_sentence(self, sentence: int) -> list[str]:
        """The phenomena of a sentence."""
        return sorted(phenomenon for phenomenon, sentences in self.phenomena.items() if sentence in sentences)

    def verdict(self, place: tuple[int, str, str]) -> str | None:
        """Whether an occurrence was parsed correctly, as people said it; None where they have not."""
        if place in self.unclear:
            return UNCLEAR
        is_right = self.correct.get(place)
        return None if is_right is None else YES if is_right else NO

    @property
    def judged(self) -> set[tuple[int, str, str]]:
        """Whatever has a verdict or an error class."""
        return {*self.classes, *self.correct, *self.unclear}

    def done(self, system: str) -> set[int]:
        """The sentences in which that system's parse was judged; notes and phenomena alone judge none."""
        return {sentence for sentence, name, _ in self.judged if name == system}


@dataclass(frozen=True)
class Scheme:
    """Phenomena with what they mean, and the error classes of each with theirs."""

    name: str
    phenomena: dict[str, str]
    classes: dict[str, dict[str, str]]


def read_judgements(
    path: str, ids: Sequence[str], names: Mapping[str, int] | None = None, words: Sequence[int] | None = None
) -> Judgements:
    """A table of tab-separated columns: ``sentence phenomenon [system class correct occurrence]``.

    ``sentence`` is a number from 1 or an id of ``ids``; ids count first. ``names``: what else they are called.
    ``correct`` is yes, no, unclear or empty. Lines that are empty or begin with ``#`` mean nothing, a first line that begins with
    "sentence" is a head. An id that begins with ``#`` is written ``\\#``. ``occurrence``: a number, or a span of words (``3-5``) of
    the sentence, which has as many as ``words`` says. Where it is empty, lines with the same sentence, phenomenon and system are
    occurrences one after the other.

    Raises ReadError: a line names a sentence that does not exist, has one column or more than six, another judgement, an occurrence
    outside of the sentence, or one that a line before it has judged.
    """
    number_of = {str(number): number - 1 for number in range(1, len(ids) + 1)}
    number_of |= {name: index for index, name in enumerate(ids)}
    number_of = dict(names) if names is not None else number_of
    found, marks = Judgements(), _Marks(path, words)
    for row, (line, cells) in enumerate(_rows(path)):
        if row == 0 and cells[0].casefold() == "sentence":
            continue
        sentence, phenomenon, system, error_class, correct, place = _checked(path, line, cells, number_of, len(ids))
        index = number_of[sentence]
        mark = marks.next(line, index, phenomenon, system, place) if phenomenon else ""
        if phenomenon:
            found.put(PHENOMENON, index, "", mark, YES)
        if error_class:
            found.classes[index, system, mark] = error_class
        if correct:
            found.put(CORRECT, index, system, mark, correct)
    return found


def _checked(path: str, line: int, cells: Sequence[str], known: Mapping[str, int], count: int) -> list[str]:
    """The six cells of a line. Raises ReadError: they are no judgement, or of a sentence that is not ``known``."""
    if not 2 <= len(cells) <= 6:
        said = (
            f"{counted(len(cells), 'column')}; expected 'sentence phenomenon', separated by a tab, and up to four more"
        )
        raise ReadError(path, line, said)
    filled = [cell.strip() for cell in [*cells, "", "", "", ""][:6]]
    sentence, phenomenon, system, error_class, correct, place = filled
    fault = ""
    if sentence not in known:
        fault = f"there is no sentence '{sentence[:40]}'; expected a number from 1 to {count}, or an id of the gold"
    elif correct not in ("", *VERDICTS):
        fault = f"'{correct[:40]}' is not a judgement; expected {', '.join(VERDICTS)} or nothing"
    elif (error_class or correct) and not system:
        fault = "an error class or a judgement without a system; expected its name in column 3"
    elif place and not phenomenon:
        fault = f"the occurrence '{place[:40]}' is of no phenomenon; expected one in column 2"
    if fault:
        raise ReadError(path, line, fault)
    return filled


class _Marks:
    """The marks of the occurrences that the lines of a table tell of."""

    def __init__(self, path: str, words: Sequence[int] | None) -> None:
        self._path, self._words = path, words
        self._lines: dict[tuple[int, str, str], int] = {}
        self._numbers: dict[tuple[int, str, str], int] = {}

    def next(self, line: int, index: int, phenomenon: str, system: str, place: str) -> str:
        """The mark of the occurrence at a place; without one, of the next that no line has told of.

        Raises ReadError: the place is outside of the sentence, or a line before has told of it.
        """
        if place:
            mark = self._placed(line, index, phenomenon, system, place)
        else:
            number = self._numbers.get((index, system, phenomenon), 0) + 1
            while (index, system, marked(phenomenon, str(number))) in self._lines:
                number += 1
            self._numbers[index, system, phenomenon] = number
            mark = marked(phenomenon, str(number))
        self._lines[index, system, mark] = line
        return mark

    def _placed(self, line: int, index: int, phenomenon: str, system: str, place: str) -> str:
        most = self._words[index] if self._words is not None else sys.maxsize
        try:
            mark = marked(phenomenon, checked_place(place, most))
        except UsageError as error:
            raise ReadError(self._path, line, str(error)) from error
        if before := self._lines.get((index, system, mark)):
            of = f" of {system}" if system else ""
            told = f"line {before} tells of this occurrence{of} already; expected another one, or nothing"
            raise ReadError(self._path, line, told)
        return mark


def unknown_systems(judgements: Judgements, systems: Sequence[str]) -> str:
    """How many judgements are about systems that are not compared, and which these are; empty if there are none."""
    places = sorted(judgements.judged)
    found = Counter(name for _, name, _ in places if name not in systems)
    if not found:
        return ""
    names = named([f"'{name}' ({number:,})" for name, number in found.most_common()], MOST_NAMES)
    about = "judgement is about a system that is" if found.total() == 1 else "judgements are about systems that are"
    return f"{found.total():,} {about} not compared here: {names}; expected one of {', '.join(systems)}"


def changes_of(judgements: Judgements) -> list[Change]:
    """All of them, as :meth:`Judgements.put` takes them."""
    tags = [
        (PHENOMENON, one, "", mark, YES)
        for name, found in judgements.phenomena.items()
        for one in sorted(found)
        for mark in judgements.marks_in(one, name)
    ]
    classes = [(ERROR_CLASS, *place, value) for place, value in judgements.classes.items()]
    verdicts = [(CORRECT, *place, YES if is_right else NO) for place, is_right in judgements.correct.items()]
    notes = [(NOTE, sentence, "", "", text) for sentence, text in judgements.notes.items()]
    verdicts += [(CORRECT, *place, UNCLEAR) for place in sorted(judgements.unclear)]
    return [*tags, *classes, *verdicts, *notes]


def said_of(judgements: Judgements, sentence: int, mark: str) -> list[Change]:
    """An occurrence, and all that is said of it, of any system."""
    return [one for one in changes_of(judgements) if one[1] == sentence and one[3] == mark and one[0] != NOTE]


def taken_away(judgements: Judgements, sentence: int, mark: str) -> list[Change]:
    """The changes that take an occurrence away, with all that is said of it."""
    return [(kind, one, system, of, None) for kind, one, system, of, _ in said_of(judgements, sentence, mark)]


def untagged(judgements: Judgements, sentence: int, phenomenon: str) -> list[Change]:
    """The changes that take a phenomenon away; only what is said of its first occurrence stays."""
    others = [mark for mark in judgements.marks_in(sentence, phenomenon) if mark != phenomenon]
    changes = [change for mark in others for change in taken_away(judgements, sentence, mark)]
    return [(PHENOMENON, sentence, "", phenomenon, None), *changes]


def moved(judgements: Judgements, sentence: int, mark: str, typed: str, words: int) -> list[Change]:
    """The changes that give an occurrence the place that people typed; what is said of it stays with it. Raises UsageError: it is
    not a place in a sentence of so many words, or another occurrence's."""
    phenomenon, before = occurrence(mark)
    if typed:
        place = checked_place(typed, words)
    else:
        place = before if span_of(before) is None else judgements.next_place(sentence, phenomenon)
    after = marked(phenomenon, place)
    if after == mark:
        return []
    if place in judgements.places_in(sentence, phenomenon):
        raise UsageError(f"{shown_mark(after)} is there already; expected words of its own")
    said = said_of(judgements, sentence, mark)
    return [
        *taken_away(judgements, sentence, mark),
        *((kind, one, system, after, value) for kind, one, system, _, value in said),
    ]


class Edit(NamedTuple):
    """Changes that are one step, and what people call it."""

    changes: list[Change]
    what: str


@dataclass(frozen=True)
class SaidOfSentence:
    """What is said of a sentence and of a system's analysis of it, and the edits that change it. ``number``: as people count it."""

    judgements: Judgements
    sentence: int
    number: str
    system: str

    @property
    def note(self) -> str:
        """The note."""
        return self.judgements.notes.get(self.sentence, "")

    def marks(self) -> list[str]:
        """What can be judged: the sentence as a whole, then the occurrences of its phenomena."""
        phenomena = self.judgements.of_sentence(self.sentence)
        return [WHOLE, *(mark for one in phenomena for mark in self.judgements.marks_in(self.sentence, one))]

    def is_only(self, mark: str) -> bool:
        """Whether its phenomenon occurs once."""
        return len(self.judgements.places_in(self.sentence, occurrence(mark)[0])) < 2

    def title(self, mark: str) -> str:
        """What an occurrence is called beside the others of its sentence."""
        if mark == WHOLE:
            return "the sentence"
        return shown_mark(mark) if self.is_only(mark) or occurrence(mark)[1] else f"{mark} 1"

    def verdict(self, mark: str = WHOLE) -> str | None:
        """Whether it was parsed correctly; None where nobody said."""
        return self.judgements.verdict((self.sentence, self.system, mark))

    def error_class(self, mark: str) -> str:
        """Its error class; empty where it has none."""
        return self.judgements.classes.get((self.sentence, self.system, mark), "")

    def classes(self, mark: str, scheme: Scheme) -> dict[str, str]:
        """The error classes on offer with what they mean: those of the scheme, then others that are used."""
        phenomenon, meanings = occurrence(mark)[0], scheme.classes.get(occurrence(mark)[0], {})
        used = {one for (_, _, of), one in self.judgements.classes.items() if occurrence(of)[0] == phenomenon}
        return {one: meanings.get(one, "") for one in (*meanings, *sorted(used))}

    def noted(self, text: str) -> Edit:
        """Another note; no changes where it is the same."""
        changes: list[Change] = [(NOTE, self.sentence, "", "", text or None)] if text != self.note else []
        return Edit(changes, f"note on sentence {self.number}")

    def judged(self, verdict: str | None, mark: str = WHOLE) -> Edit:
        """A verdict; None takes it away."""
        change = CORRECT, self.sentence, self.system, mark, verdict
        return Edit([change], f"judgement on sentence {self.number}")

    def classed(self, error_class: str, mark: str) -> Edit:
        """An error class; empty takes it away."""
        change = ERROR_CLASS, self.sentence, self.system, mark, error_class or None
        return Edit([change], f"error class of sentence {self.number}")

    def one_more(self, phenomenon: str) -> Edit:
        """One more occurrence, which has no words yet."""
        mark = marked(phenomenon, self.judgements.next_place(self.sentence, phenomenon))
        return Edit([(PHENOMENON, self.sentence, "", mark, YES)], self._called(mark))

    def removed(self, mark: str) -> Edit:
        """An occurrence goes, with all that is said of it."""
        return Edit(taken_away(self.judgements, self.sentence, mark), self._called(mark))

    def placed(self, mark: str, typed: str, words: int) -> Edit:
        """An occurrence stands at the words that people typed. Raises UsageError: as :func:`moved`."""
        return Edit(moved(self.judgements, self.sentence, mark, typed, words), f"words of {self._called(mark)}")

    def _called(self, mark: str) -> str:
        return f"{shown_mark(mark)} on sentence {self.number}"


def phenomena_on_offer(scheme: Scheme, judgements: Judgements) -> list[str]:
    """The phenomena to choose from: those of the scheme, then others that are used."""
    return list(dict.fromkeys((*scheme.phenomena, *sorted(judgements.phenomena))))


def judgement_rows(judgements: Judgements, ids: Sequence[str]) -> list[list[str]]:
    """The rows of such a table, with their head; reading them again gives the same judgements (notes apart).

    The column of occurrences is there if some phenomenon occurs several times in a sentence, or its words are known.
    """
    judged = judgements.judged
    tagged = {(one, mark) for kind, one, _, mark, _ in changes_of(judgements) if kind == PHENOMENON}
    without = tagged - {(sentence, mark) for sentence, _, mark in judged}
    has_places = any(occurrence(mark)[1] for _, mark in (*tagged, *((one, mark) for one, _, mark in judged)))
    rows = [["sentence", "phenomenon", "system", "class", "correct", *(["occurrence"] if has_places else [])]]
    places = judged | {(sentence, "", mark) for sentence, mark in without}
    for sentence, system, mark in sorted(places, key=_in_order):
        key = sentence, system, mark
        correct = judgements.verdict(key) or ""
        phenomenon, place = occurrence(mark)
        last = [place or ("1" if phenomenon else "")] if has_places else []
        rows.append([ids[sentence], phenomenon, system, judgements.classes.get(key, ""), correct, *last])
    return rows


def _in_order(place: tuple[int, str, str]) -> tuple[object, ...]:
    sentence, system, mark = place
    name, where = occurrence(mark)
    return sentence, system, name, _order(where)


def read_scheme(path: str) -> Scheme:
    """A scheme: ``phenomenon class meaning`` per line, separated by tabs; an empty class says what the phenomenon itself means.
    Raises ReadError: a line that is neither."""
    phenomena: dict[str, str] = {}
    classes: dict[str, dict[str, str]] = {}
    for line, cells in _rows(path):
        if len(cells) != 3 or not cells[0].strip():
            raise ReadError(
                path, line, f"{counted(len(cells), 'column')}; expected 'phenomenon class meaning', separated by tabs"
            )
        phenomenon, error_class, meaning = (cell.strip() for cell in cells)
        phenomena.setdefault(phenomenon, "")
        if error_class:
            classes.setdefault(phenomenon, {})[error_class] = meaning
        else:
            phenomena[phenomenon] = meaning
    return Scheme(Path(path).stem, phenomena, classes)


def as_lines(rows: Iterable[Sequence[str]]) -> str:
    """Tab-separated rows as a text; tabs and line ends within cells become blanks, ``#`` at the start of a line ``\\#``."""
    cleaned = ([re.sub(r"[\t\r\n]", " ", cell) for cell in row] for row in rows)
    return "".join("\t".join([escaped(first), *rest]) + "\n" for first, *rest in cleaned)


def _rows(path: str) -> list[tuple[int, list[str]]]:
    """Number and cells of each line that is neither empty nor a comment; ``\\#`` at the start is ``#`` and begins none."""
    lines = enumerate(read_lines(path, "expected a table of tab-separated columns"), 1)
    rows = [(line, content.split("\t")) for line, content in lines if content.strip() and content[0] != "#"]
    return [(line, [unescaped(first), *rest]) for line, (first, *rest) in rows]


# -- what people want to count -----------------------------------------------------------------------------------------

CORPUSSEARCH, GONE = (
    ".q",
    "a query of CorpusSearch, whose language is not read any more; the help page peers has patterns for it",
)
"""How files of CorpusSearch's language end, and what is said of them."""


STATE = "questions"
"""Under this name a comparison file keeps files of queries, texts and groups."""


@dataclass(frozen=True)
class Questions:
    """``files``: of queries; none: the usual ones. ``patterns``: further queries by name. ``texts``: by the name of a system, files
    of text that it parsed and that has no gold. ``groups``: a table of these files, or of beginnings of ids, and their groups;
    empty: each file is a group."""

    files: tuple[str, ...] = ()
    patterns: Mapping[str, str] = field(default_factory=dict)
    texts: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    groups: str = ""

    @classmethod
    def of(cls, stored: Any, patterns: Mapping[str, str]) -> Questions:
        """Those that a comparison file keeps; what is not as :meth:`stored` has it is left out."""
        known = stored if isinstance(stored, dict) else {}
        texts = known.get("texts")
        texts = {name: _texts(paths) for name, paths in texts.items()} if isinstance(texts, dict) else {}
        groups = known.get("groups")
        return cls(_texts(known.get("files")), dict(patterns), texts, groups if isinstance(groups, str) else "")

    def stored(self) -> dict[str, Any]:
        """As a comparison file keeps it: all but the patterns, which it has for themselves."""
        texts = {name: list(paths) for name, paths in self.texts.items() if paths}
        return {"files": list(self.files), "texts": texts, "groups": self.groups}

    @property
    def paths(self) -> list[str]:
        """All files that are read for it."""
        found = [*self.files, *(path for paths in self.texts.values() for path in paths)]
        return [*found, *([self.groups] if self.groups else [])]


def _texts(found: Any) -> tuple[str, ...]:
    return tuple(one for one in found if isinstance(one, str) and one) if isinstance(found, list) else ()
