r"""Brackets as words that are not escaped: ``(-LRB- ()``, ``(( ()``, ``(SYM :()``, ``((S\NP)/NP saw)``.

Such a text may balance by chance, as a tree that nobody meant. Here it is read as all trees that it can stand for in which every
bracket has a label and holds something, from left to right, each place of the text once; what decides between them are the words
that the sentence is known to have, or that there is but one such tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import NamedTuple

from treecompare.readers.treebank import MOST_BRACKETS
from treecompare.trees.characters import LABELS, plain_form, plain_forms
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import DEEPEST, TreeBuilder, Trees

LONGEST = 20_000
"""Characters of the longest sentence that is read so."""
MOST_STATES = 10_000
"""Of one sentence: a few hundred are usual."""
MOST_TOGETHER = 2_000_000
"""Of all sentences of a file, equal ones once: some 18,000 usual ones, half a minute."""
_BLANKS = re.compile(r"[ \t\n\r\v\f]*")
_RUN = re.compile(r"[^ \t\n\r\v\f]{0,200}")
_LABEL = re.compile(r"[^() \t\n\r\v\f]*")
_BRACKET = re.compile(r"[()]")
_WORD = re.compile(r"\\?[()]|[:;=8xX]['^o-]?[()]+|[()]+['^o-]?[:;=8]|[^()]*(?:\([^()]*\)[^()]*)*")
"""A word of which nobody knows that it stands there: without brackets, with some that match, one bracket, a face."""
Step = tuple[str, ...]
"""Of a tree from left to right: ``("(", label)``, ``("word", form)`` or ``(")",)``."""


class _State(NamedTuple):
    """``known``: how many of the known characters are read; ``depth``: brackets that are open; ``is_open``: one was just opened."""

    known: int
    depth: int
    is_open: bool


@dataclass(slots=True)
class _Way:
    """The best way to a state: what it ``costs``, how many there are (2: several), the place and state before, and the step."""

    cost: int
    ways: int
    before: tuple[int, _State] | None
    step: Step


def of_words(words: Sequence[str]) -> str:
    """What :class:`Readings` are to find: these words."""
    return "".join(f"{one}\0" for one in plain_forms(words)) if words else ""


def of_text(text: str) -> str:
    """The same: a text, which does not say where words end."""
    return plain_form("".join(text.split()))


@dataclass(slots=True)
class Readings:
    """The trees of the sentences of a file, each looked for once. ``left``: how many states they may look at together."""

    left: int = MOST_TOGETHER
    _found: dict[tuple[str, str], Sequence[Step] | None] = field(default_factory=dict)

    def of(self, text: str, known: str) -> Sequence[Step] | None:
        """The tree of a sentence. ``known``: what the words are, by :func:`of_words` or :func:`of_text`; without it there has to be
        but one way to read them. None: there is no such tree; empty: it takes too long to find out."""
        if (text, known) not in self._found:
            steps, states = _reading(text, known, min(MOST_STATES, self.left))
            self._found[text, known] = steps
            self.left -= states
        return self._found[text, known]


def _reading(text: str, known: str, most: int) -> tuple[Sequence[Step] | None, int]:
    """See :class:`Readings`; and how many states were looked at, of at most so many."""
    if len(text) > LONGEST:
        return (), 0
    ways: dict[int, dict[_State, _Way]] = {_BLANKS.match(text).end(): {_State(0, 0, False): _Way(0, 1, None, ())}}  # type: ignore[union-attr]
    states = 0
    for place in range(len(text)):
        for state, way in ways.pop(place, {}).items() if place < len(text) else ():
            if states == most:
                return (), states
            states += 1
            ways.setdefault(-1 - place, {})[state] = way  # where it came from
            for end, cost, step, after in _steps(text, place, state, known):
                end = _BLANKS.match(text, end).end()  # type: ignore[union-attr]
                found = ways.setdefault(end, {}).get(after)
                if found is None:
                    ways[end][after] = _Way(way.cost + cost, way.ways, (place, state), step)
                else:
                    found.ways = 2
                    if way.cost + cost < found.cost:
                        found.cost, found.before, found.step = way.cost + cost, (place, state), step
    last = ways.get(len(text), {}).get(_State(len(known), 0, False))
    if last is None or (not known and last.ways > 1):
        return None, states
    steps = []
    while last is not None and last.before is not None:
        steps.append(last.step)
        place, state = last.before
        last = ways[-1 - place].get(state)
    return [part for step in reversed(steps) for part in _parts(step)], states


def _parts(step: Step) -> Iterator[Step]:
    if step[0] != "leaf":
        yield step
        return
    yield "(", step[1]
    yield "word", step[2]
    yield (")",)


def _steps(text: str, place: int, state: _State, known: str) -> Iterator[tuple[int, int, Step, _State]]:
    """What can stand at a place: where it ends, what it costs, the step, and the state behind it."""
    inside = _State(state.known, state.depth, False)
    if text[place] == "(":
        plain = _LABEL.match(text, place + 1)[0]  # type: ignore[index]
        whole = _RUN.match(text, place + 1)[0]  # type: ignore[index]
        is_odd = whole != plain and _can_be_label(whole)
        for label, cost in ((plain, 0), (whole, 1)) if is_odd else ((plain, 0),):
            begin = place + 1 + len(label)
            first = _BLANKS.match(text, begin).end()  # type: ignore[union-attr]
            if label and first > begin:
                for word, end, more in _words(text, first, state.known, known, True):
                    yield end, cost, ("leaf", label, word), inside._replace(known=more)
            if known and not label and first > begin:  # ( -LRB- ( ), or a word without a tag
                for word, end, more in _words(text, first, state.known, known, True):
                    yield end, 2, ("leaf", "", word), inside._replace(known=more)
                late = _LABEL.match(text, first)[0]  # type: ignore[index]
                behind = _BLANKS.match(text, first + len(late)).end()  # type: ignore[union-attr]
                if late and behind > first + len(late):
                    for word, end, more in _words(text, behind, state.known, known, True):
                        yield end, 2, ("leaf", late, word), inside._replace(known=more)
            form = plain_form(label) + ("\0" if "\0" in known else "")
            if (
                state.depth and label and text.startswith(")", first) and known.startswith(form, state.known)
            ):  # (NN (dog))
                yield first + 1, 3, ("word", label), inside._replace(known=state.known + len(form))
            can_open = label or state.depth == 0
            if can_open and state.depth < DEEPEST and text[first : first + 1] not in ("", ")"):
                yield begin, 2 * cost, ("(", label), _State(state.known, state.depth + 1, True)
    if text[place] == ")" and state.depth and not state.is_open:
        yield place + 1, 0, (")",), _State(state.known, state.depth - 1, False)
    if state.depth and (known or (text[place] not in "()" and text[place - 1] not in "()")):
        for word, end, more in _words(text, place, state.known, known, False, state.is_open):
            yield end, 3 if _BRACKET.search(word) else 0, ("word", word), inside._replace(known=more)


def _words(
    text: str, place: int, read: int, known: str, is_leaf: bool, is_open: bool = False
) -> Iterator[tuple[str, int, int]]:
    """The words that can stand at a place: each with its end (of a leaf that of its bracket), and how many of the known characters
    are read then."""
    run = _RUN.match(text, place)[0]  # type: ignore[index]
    ends = [found.start() for found in islice(_BRACKET.finditer(run), MOST_BRACKETS) if found.start()]
    for length in (*ends, len(run)):
        end = place + length
        if is_leaf:
            end = _BLANKS.match(text, end).end()  # type: ignore[union-attr]
            if text[end : end + 1] != ")":
                continue
            end += 1
        elif is_open and text.startswith(")", _BLANKS.match(text, end).end()):  # type: ignore[union-attr]
            continue  # that is a leaf
        word = run[:length]
        if not known:
            if word and _WORD.fullmatch(word) and (is_leaf or not _BRACKET.search(word)):
                yield word, end, 0
            continue
        form = plain_form(word) + ("\0" if "\0" in known else "")
        if word and known.startswith(form, read):
            yield word, end, read + len(form)


def _can_be_label(text: str) -> bool:
    """Whether a text with brackets can be a label: they match, as in a category, or it is a tag of punctuation."""
    if not any(one.isalnum() for one in text):
        return True
    depth = 0
    for bracket in _BRACKET.findall(text):
        depth += 1 if bracket == "(" else -1
        if depth < 0:
            return False
    return depth == 0


def trees_of(readings: Sequence[Sequence[Step]], symbols: Symbols) -> Trees:
    """Sentences that were read so, as trees over these symbols."""
    build = TreeBuilder(symbols)
    for steps in readings:
        for step in steps:
            if step[0] == "(":
                build.open(LABELS.get(step[1], step[1]))
            elif step[0] == "word":
                build.word(step[1])
            else:
                build.close()
        build.end_sentence()
    return build.trees()
