"""What is common to answers of every kind, and a candidate: what may be the tree that was asked for, somewhere in an answer."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

FENCE = re.compile(r"^[ \t]*(?:`{3,}|~~~)[^\n]*$", re.MULTILINE)
"""A line that begins or ends a block of code in Markdown."""
COMMENT = re.compile(r"^#[^\n]*$", re.MULTILINE)
SENT_ID = re.compile(r"#[ \t]*sent_id[ \t]*=[ \t]*([^\n]*)")
Span = tuple[int, int]
"""Where something begins and ends in a text, half-open."""


def plain_text(text: str) -> str:
    """A text without byte order mark, with LF at line ends, and with what cannot be written (half of a surrogate pair) replaced."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    return text.encode("utf-8", "replace").decode("utf-8") if not text.isascii() else text


def fences(text: str) -> list[Span]:
    """The fence lines of a text."""
    return [found.span() for found in FENCE.finditer(text)] if "```" in text or "~~~" in text else []


def blocks(text: str, fences: list[Span]) -> list[Span]:
    """What stands before, between and behind fence lines."""
    begins = [0, *(end for _, end in fences)]
    ends = [*(begin for begin, _ in fences), len(text)]
    return list(zip(begins, ends, strict=True))


def has_prose(text: str, known: Iterable[Span]) -> bool:
    """Whether anything but white space stands outside of ``known`` stretches, which may overlap, and of comments."""
    done = 0
    for begin, end in [*sorted(known), (len(text), len(text))]:
        between = text[done:begin] if begin > done else ""
        if between.strip():
            if done and text[done - 1] != "\n":
                between = " " + between  # what follows on the line of something is no comment
            if COMMENT.sub("", between).strip():
                return True
        done = max(done, end)
    return False


MOST_CANDIDATES = 1_000
"""Of an answer with more of them the first are looked at."""


@dataclass(frozen=True)
class Row:
    """A line of CoNLL-U: its ID as it stands there, all ten columns, and what had to be done to have them."""

    id: str
    columns: tuple[str, ...]
    by_separator: bool = False
    by_columns: bool = False


@dataclass(frozen=True)
class Candidate:
    """``words``: as they stand there. ``span``: where it stands in the text; ``within``: the stretch in which there are no other
    candidates. ``tree``: what is read, in brackets; or ``rows`` of CoNLL-U, and the ``lines`` on which they stand. ``joined``,
    ``closed``, ``extra``: how many brackets have to be changed. ``id``: the sent_id above it, empty for none. ``is_run``: brackets
    beside each other as one.
    """

    words: tuple[str, ...]
    span: Span
    within: Span
    tree: str = ""
    rows: tuple[Row, ...] = ()
    lines: tuple[Span, ...] = ()
    joined: int = 0
    closed: int = 0
    extra: int = 0
    id: str = ""
    is_run: bool = False

    @property
    def changes(self) -> int:
        """How many brackets have to be changed."""
        return self.joined + self.closed + self.extra

    @property
    def stretches(self) -> tuple[Span, ...]:
        """Everything in the text that belongs to it."""
        return self.lines or (self.within,)


# -- in brackets, closed or not ----------------------------------------------------------------------------------------

_BLANK = r" \t\n\r\v\f"
_TOKEN = re.compile(rf"\([^(){_BLANK}]*|\)|[^(){_BLANK}]+")
_WORD = re.compile(rf"\([^(){_BLANK}]*|([^(){_BLANK}]+)")
_TRACE = re.compile(rf"\(-NONE-[{_BLANK}]+[^(){_BLANK}]+[{_BLANK}]*\)")
_BRACKET = re.compile(r"[()]")
_EMPTY_LINE = re.compile(r"\n[ \t\r\v\f]*(?=\n)")
_CLOSING = re.compile(rf"[){_BLANK}]*")
_BEHIND = re.compile(rf"(?:[{_BLANK}]*\))*")


def words_of(text: str) -> tuple[str, ...]:
    """The words of a text in brackets, without those that are tagged ``-NONE-``."""
    if "-NONE-" in text:  # brackets that hold no word go first: they are no sisters of a trace
        text = _TRACE.sub(" ", bracketed(text))
    return tuple(filter(None, _WORD.findall(text)))


def bracketed(text: str) -> str:
    """A tree on one line, without brackets that hold no word. What is not closed is closed at the end, what is closed too often
    ends nothing."""
    parts: list[str] = []
    opened: list[tuple[int, int]] = []
    words = 0
    for token in _TOKEN.findall(text):
        if token[0] == "(":
            opened.append((len(parts), words))
            parts.append(token)
        elif token != ")":
            words += 1
            parts.append(token)
        elif opened:
            _close(parts, *opened.pop(), words)
    while opened:
        _close(parts, *opened.pop(), words)
    return " ".join(parts).replace(" )", ")")


def made_brackets(text: str, closed: int, others: int) -> int:
    """How many of the brackets that end last were made by repair: ``closed`` of them were not closed, ``others`` stand around them.
    Those that hold no word are no nodes."""
    opened: list[int] = []
    words = made = 0
    tokens = _TOKEN.findall(text)
    left = len(tokens) - closed - others
    for place, token in enumerate(tokens):
        if token[0] == "(":
            opened.append(words)
        elif token != ")":
            words += 1
        elif opened:
            made += opened.pop() < words and place >= left
    return made


def _close(parts: list[str], first: int, words_before: int, words: int) -> None:
    if words > words_before:
        parts.append(")")
    else:
        del parts[first:]


@dataclass(frozen=True)
class _Single:
    """A bracket in the text; ``open``: how many are not closed."""

    begin: int
    end: int
    open: int
    words: tuple[str, ...]


def candidates(text: str, fences: list[Span], most: int | None = MOST_CANDIDATES) -> tuple[list[Candidate], bool]:
    """All candidates in order of their ends, and whether there were too many."""
    found: list[Candidate] = []
    count = 0
    for first, last in blocks(text, fences):
        singles = _singles(text, first, last, most - count + 1 if most is not None else None)
        count += len(singles)
        if most is not None and count > most:
            found += _of_runs(text, last, singles[:-1])
            return found, True
        found += _of_runs(text, last, singles)
    return found, False


def _singles(text: str, first: int, last: int, most: int | None) -> list[_Single]:
    """The brackets with words of a block, from the left."""
    if text.find("(", first, last) < 0:
        return []
    partner: dict[int, int] = {}
    opened: list[int] = []
    for one in _BRACKET.finditer(text, first, last):
        if one[0] == "(":
            opened.append(one.start())
        elif opened:
            partner[opened.pop()] = one.end()
    found: list[_Single] = []
    place = text.find("(", first, last)
    while place >= 0 and (most is None or len(found) < most):
        end, missing = partner.get(place, 0), 0
        if not end:
            empty = _EMPTY_LINE.search(text, place, last)
            end = empty.start() if empty else last
            missing = text.count("(", place, end) - text.count(")", place, end)
        if words := words_of(text[place:end] + ")" * missing):
            found.append(_Single(place, end, missing, words))
        place = text.find("(", end, last)
    return found


def _of_runs(text: str, last: int, singles: list[_Single]) -> list[Candidate]:
    found: list[Candidate] = []
    first = 0
    while first < len(singles):
        after = first + 1
        while after < len(singles) and (
            _CLOSING.fullmatch(text, singles[after - 1].end, singles[after].begin) is not None
        ):
            after += 1
        found += _run(text, last, singles[first:after])
        first = after
    return found


def _run(text: str, last: int, singles: list[_Single]) -> list[Candidate]:
    behind = _BEHIND.match(text, singles[-1].end, last)
    assert behind is not None
    begin, end = singles[0].begin, behind.end()
    name = _id_above(text, begin)
    stretch = text[begin:end]
    surplus = stretch.count(")") - stretch.count("(")
    if len(singles) == 1 and not singles[0].open:  # whatever is closed behind it is superfluous
        one = singles[0]
        return [
            Candidate(one.words, (one.begin, one.end), (begin, end), text[one.begin : one.end], extra=surplus, id=name)
        ]
    found = [
        Candidate(
            one.words, (one.begin, one.end), (one.begin, one.end), text[one.begin : one.end] + ")" * one.open,
            closed=one.open, id=name if one is singles[0] else _id_above(text, one.begin),
        )
        for one in singles
    ]  # fmt: skip
    if surplus > 0 or len(singles) > 1:
        words = tuple(word for one in singles for word in one.words)
        tree, closed, extra = _balanced(stretch, is_joined=surplus <= 0)
        joined = len(singles) if surplus <= 0 else 0
        found.append(
            Candidate(
                words, (begin, end), (begin, end), tree, joined=joined, closed=closed, extra=extra, id=name, is_run=True
            )
        )
    return found


def _balanced(stretch: str, is_joined: bool) -> tuple[str, int, int]:
    """A run as one tree, how many brackets are closed at its end, and how many are left out: those that would end the tree before
    its last bracket is opened, and those that close nothing. ``is_joined``: under a bracket without label."""
    last_opened = stretch.rfind("(")
    kept: list[str] = []
    depth = extra = done = 0
    for one in _BRACKET.finditer(stretch):
        if one[0] == "(":
            depth += 1
        elif depth == 0 or (depth == 1 and one.start() < last_opened and not is_joined):
            kept.append(stretch[done : one.start()])
            done = one.end()
            extra += 1
        else:
            depth -= 1
    kept.append(stretch[done:])
    tree = "".join(kept) + ")" * depth
    return (f"( {tree})" if is_joined else tree), depth, extra


def _id_above(text: str, begin: int) -> str:
    """The sent_id in the comments directly above a bracket that begins a line."""
    name = ""
    line = text.rfind("\n", 0, begin)
    while line > 0 and not name:
        before = text.rfind("\n", 0, line)
        above = text[before + 1 : line]
        if not COMMENT.fullmatch(above):
            break
        found = SENT_ID.fullmatch(above)
        name = found[1].strip() if found else ""
        line = before
    return name
