"""Sentences as paths of a lattice: which path, where it leaves the lattice, which space-delimited word each word belongs to."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from treecompare.trees.lattices import Arc, Lattice, Lattices, Lexeme
from treecompare.trees.symbols import Symbols


@dataclass(frozen=True)
class PathFound:
    """Whether a segmented sentence is a path of the lattice.

    ``arcs``: the arcs of the path, -1 for a word that had to be added as an arc of its own. ``by_form``: the segments are a
    path, though not with these tags. ``off``: the first word that is on no path, from 0; -1 where all are.
    """

    arcs: tuple[int, ...]
    by_form: bool
    off: int

    @property
    def on_lattice(self) -> bool:
        """Whether segments and tags are a path."""
        return self.off < 0


def find_path(lattice: Lattice, words: Sequence[Lexeme]) -> PathFound:
    """Whether the words with their tags are a path; where they are not, whether their segments are, and which word is off.

    Of several such paths the one whose arcs come first in the file.
    """
    exact, off = _walk(lattice, words, tags=True)
    if exact is not None:
        return PathFound(tuple(exact), True, -1)
    loose, _ = _walk(lattice, words, tags=False)
    if loose is not None:
        arcs = tuple(
            number if lattice.arcs[number].tag == tag else -1 for number, (_, tag) in zip(loose, words, strict=True)
        )
        return PathFound(arcs, True, next((place for place, number in enumerate(arcs) if number < 0), off))
    return PathFound((-1,) * len(words), False, off)


def _walk(lattice: Lattice, words: Sequence[Lexeme], tags: bool) -> tuple[list[int] | None, int]:
    """The arcs of a path with these words, or None, and the word at which no path goes on (all words: it ends too early)."""
    came: list[dict[int, Arc]] = []
    here = {lattice.first}
    for place, (form, tag) in enumerate(words):
        step: dict[int, Arc] = {}
        for state in sorted(here):
            for arc in lattice.leaving.get(state, ()):
                if arc.form == form and (not tags or arc.tag == tag) and arc.target not in step:
                    step[arc.target] = arc
        if not step:
            return None, place
        came.append(step)
        here = set(step)
    if not words or lattice.last not in here:
        return None, max(len(words) - 1, 0)
    path, state = [], lattice.last
    for step in reversed(came):
        arc = step[state]
        path.append(arc.number)
        state = arc.source
    return path[::-1], -1


def tokens_of(lattice: Lattice, words: Sequence[Lexeme], found: PathFound | None = None) -> list[int] | None:
    """The space-delimited word of each of these words, from 1, whether they are a path or not; None where they cannot be laid
    out over the lattice.

    Words that are on no path are laid out with the least damage: a space-delimited word whose arcs spell its words
    costs nothing (1 if only their segments do), any other 3 and as much as the lengths of both spellings differ. The
    words of one space-delimited word are at most as many as the longest of its paths has arcs, and two more. ``found``: what
    :func:`find_path` says of the words, where that is known already.
    """
    found = found or find_path(lattice, words)
    if found.on_lattice:
        tokens = [lattice.arcs[number].token for number in found.arcs]
        return tokens if all(tokens) else None
    parts = _parts(lattice)
    return None if parts is None else _laid_out(parts, words, len(lattice.tokens))


def _parts(lattice: Lattice) -> dict[int, list[Arc]] | None:
    """The arcs of each space-delimited word; None where the file does not say which they are."""
    parts: dict[int, list[Arc]] = {}
    for arc in lattice.arcs:
        if not arc.token:
            return None
        parts.setdefault(arc.token, []).append(arc)
    return parts


def _laid_out(parts: dict[int, list[Arc]], words: Sequence[Lexeme], tokens: int) -> list[int] | None:
    """Words over space-delimited words with least damage (see :func:`tokens_of`); each gets at least one word."""
    count = len(words)
    best: dict[int, tuple[float, tuple[int, ...]]] = {0: (0.0, ())}
    for token in range(1, tokens + 1):
        arcs = parts.get(token, [])
        leaving: dict[int, list[Arc]] = {}
        for arc in arcs:
            leaving.setdefault(arc.source, []).append(arc)
        start, end = min((a.source for a in arcs), default=0), max((a.target for a in arcs), default=0)
        longest = min(max(len({a.source for a in arcs}), 1) + 2, 12)
        letters = max((len(a.form) for a in arcs if (a.source, a.target) == (start, end)), default=0)
        after: dict[int, tuple[float, tuple[int, ...]]] = {}
        for begin, (cost, cuts) in best.items():
            here, loose = {start}, {start}
            spelt = 0
            for stop in range(begin + 1, min(begin + longest, count) + 1):
                form, tag = words[stop - 1]
                spelt += len(form)
                steps = [arc for state in loose for arc in leaving.get(state, ()) if arc.form == form]
                here = {arc.target for arc in steps if arc.source in here and arc.tag == tag}
                loose = {arc.target for arc in steps}
                more = 0.0 if end in here else 1.0 if end in loose else 3.0 + abs(spelt - letters)
                if stop not in after or cost + more < after[stop][0]:
                    after[stop] = (cost + more, (*cuts, stop))
        best = after
    if count not in best:
        return None
    cuts = best[count][1]
    return [token for token, (a, b) in enumerate(zip((0, *cuts[:-1]), cuts, strict=True), 1) for _ in range(a, b)]


def lattice_of(segmentations: Sequence[Sequence[Sequence[Lexeme]]]) -> Lattices:
    """The lattice of one sentence that holds just these segmentations of its space-delimited words.

    ``segmentations[k]``: the lexemes of each space-delimited word under segmentation k (gold, system, …). Equal segmentations of
    a word share their arcs.

    Raises ValueError: they do not have equally many space-delimited words.
    """
    if len({len(segmentation) for segmentation in segmentations}) > 1:
        raise ValueError("the segmentations do not have equally many space-delimited words")
    symbols = Symbols()
    none = symbols.number("_")
    rows: list[tuple[int, int, int, int, int]] = []
    state = 0
    tokens = len(segmentations[0]) if segmentations else 0
    for token in range(tokens):
        ways = [list(way) for way in dict.fromkeys(tuple(segmentation[token]) for segmentation in segmentations) if way]
        inner = state + 1
        end = state + 1 + sum(len(way) - 1 for way in ways)
        for way in ways:
            stops = [state, *range(inner, inner + len(way) - 1), end]
            inner += len(way) - 1
            for source, target, (form, tag) in zip(stops[:-1], stops[1:], way, strict=True):
                rows.append((source, target, symbols.number(form), symbols.number(tag), token + 1))
        state = end if ways else state
    columns = np.array(rows, np.int32).reshape(-1, 5).T
    empty = np.full(len(rows), none, np.int32)
    sources, targets, forms, tags, token_of = (column.copy() for column in columns)
    return Lattices(
        symbols, sources, targets, forms, empty, tags, empty, empty, empty, token_of, np.array([0, len(rows)], np.int64),
        np.full(tokens, -1, np.int32), np.array([0, tokens], np.int64),
    )  # fmt: skip


class PathArc(NamedTuple):
    """An arc with who uses it. ``in_lattice``: else it was added for a tree that is on no path. ``times``: arcs that
    differ only in lemma and features are one. ``gold_word``, ``test_word``: which lexeme of the sentence it is, from 0; -1: none.
    ``kept``: its lexeme is one that both trees have, if only over other states (:func:`with_kept`)."""

    source: int
    target: int
    form: str
    tag: str
    token: int
    gold: bool
    test: bool
    in_lattice: bool
    times: int
    gold_word: int = -1
    test_word: int = -1
    kept: bool = False


def arcs_with_paths(
    lattice: Lattice | None,
    gold: Sequence[tuple[Lexeme, int]],
    test: Sequence[tuple[Lexeme, int]],
    pairs: Collection[tuple[int, int]] = (),
) -> list[PathArc]:
    """The arcs of a lattice with two segmented sentences laid into it, word by space-delimited word.

    ``gold``, ``test``: the lexemes, each with its space-delimited word from 1 (0: all one). Words that are not paths get arcs
    and states of their own. Without a lattice one is built from the two, in which ``pairs`` of lexemes share their arcs.
    """
    known = _arcs_of_both(gold, test, pairs) if lattice is None else list(lattice.arcs)
    fresh = max((max(arc.source, arc.target) for arc in known), default=0) + 1
    path_arcs: list[PathArc] = []
    for token in sorted({arc.token for arc in known} | {token for _, token in (*gold, *test)}):
        arcs = [arc for arc in known if arc.token == token]
        merged: dict[tuple[int, int, str, str], list[int]] = {}
        for arc in arcs:
            merged.setdefault((arc.source, arc.target, arc.form, arc.tag), []).append(arc.number)
        used: dict[tuple[int, int, str, str], dict[str, int]] = {}
        own: dict[tuple[int, int, str, str], dict[str, int]] = {}
        states = {state for arc in arcs for state in (arc.source, arc.target)}
        start, end = min(states, default=fresh), max(states, default=fresh + 1)
        fresh = max(fresh, end + 1)
        for side, words in (("gold", gold), ("test", test)):
            places = [place for place, (_, of) in enumerate(words) if of == token]
            lexemes = [words[place][0] for place in places]
            way = _path_between(list(merged), start, end, lexemes)
            if way is None and lexemes:
                way = _path_between(list(own), start, end, lexemes)
                if way is None:
                    stops = [start, *range(fresh, fresh + len(lexemes) - 1), end]
                    fresh += len(lexemes) - 1
                    way = [(a, b, *lexeme) for a, b, lexeme in zip(stops[:-1], stops[1:], lexemes, strict=True)]
                for key, place in zip(way, places, strict=True):
                    own.setdefault(key, {})[side] = place
            else:
                for key, place in zip(way or [], places, strict=True):
                    used.setdefault(key, {})[side] = place
        path_arcs += [_used(key, token, used.get(key, {}), len(numbers)) for key, numbers in merged.items()]
        path_arcs += [_used(key, token, sides) for key, sides in own.items()]
    return path_arcs


def _used(key: tuple[int, int, str, str], token: int, sides: dict[str, int], times: int = 0) -> PathArc:
    """An arc with the lexemes that use it; ``times``: 0 where the lattice does not have it."""
    places = sides.get("gold", -1), sides.get("test", -1)
    return PathArc(*key, token, places[0] >= 0, places[1] >= 0, times > 0, max(times, 1), *places)


def _arcs_of_both(
    gold: Sequence[tuple[Lexeme, int]], test: Sequence[tuple[Lexeme, int]], pairs: Collection[tuple[int, int]]
) -> list[Arc]:
    """A lattice of just two segmentations: they part and meet between space-delimited words, and at each of the ``pairs``."""
    sides = (gold, test)
    chunks: list[tuple[int, list[list[int]]]] = []
    for token in sorted({token for side in sides for _, token in side}):
        ways = [[place for place, (_, of) in enumerate(side) if of == token] for side in sides]
        for pair in sorted(pair for pair in pairs if gold[pair[0]][1] == token):
            cuts = [way.index(place) for way, place in zip(ways, pair, strict=True)]
            chunks.append((token, [way[:cut] for way, cut in zip(ways, cuts, strict=True)]))
            chunks.append((token, [[place] for place in pair]))
            ways = [way[cut + 1 :] for way, cut in zip(ways, cuts, strict=True)]
        chunks.append((token, ways))
    lexemes = [[[side[place][0] for place in ways[n]] for _, ways in chunks] for n, side in enumerate(sides)]
    return [arc._replace(token=chunks[arc.token - 1][0]) for arc in lattice_of(lexemes)[0].arcs]


def with_kept(arcs: Sequence[PathArc], pairs: Collection[tuple[int, int]]) -> list[PathArc]:
    """The arcs with which lexemes both trees have: ``pairs`` of gold and test lexemes. An arc that both use, but whose lexemes are
    no such pair, becomes two."""
    known, golds, tests = set(pairs), {one for one, _ in pairs}, {other for _, other in pairs}
    found = []
    for arc in arcs:
        if arc.gold and arc.test and (arc.gold_word, arc.test_word) not in known:
            found.append(arc._replace(test=False, test_word=-1, kept=arc.gold_word in golds))
            found.append(arc._replace(gold=False, gold_word=-1, kept=arc.test_word in tests))
        else:
            found.append(arc._replace(kept=arc.gold_word in golds or arc.test_word in tests))
    return found


def _path_between(
    arcs: list[tuple[int, int, str, str]], start: int, end: int, lexemes: Sequence[Lexeme]
) -> list[tuple[int, int, str, str]] | None:
    """A path from one state to another that spells these lexemes."""
    ways: dict[int, list[tuple[int, int, str, str]]] = {start: []}
    for lexeme in lexemes:
        ways = {arc[1]: [*ways[arc[0]], arc] for arc in arcs if arc[0] in ways and arc[2:] == lexeme}
    return ways.get(end) if lexemes else None
