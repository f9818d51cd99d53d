"""Lattices: every analysis that the words of a sentence may have, as an acyclic multigraph from word boundary to word boundary.

One table of arcs for a whole file. An arc carries a segment with its lemma, tag and features (Tsarfaty et al. 2012, ACL,
section 3). A sentence may hold 1e39 paths, so paths are counted, never listed.

Trees over lexemes: a segment and its tag are one leaf (Tsarfaty et al. 2012, ACL, section 3).
From trees of constituents and from dependencies. A tree's one root is left out, because roots always pair and cost nothing; a
forest, and a tree that is a lexeme and nothing else, keep all their nodes: they stand under an imaginary root.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from treecompare.trees.columns import Columns, Sentences, blocks, gathered, sums_before
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.functions import HEAD, MadeTrees, from_dependencies
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, WORD, Tree, Trees

if TYPE_CHECKING:
    import networkx


TEXTS = ("form", "lemma", "tag", "xpos", "feats", "misc")
"""The columns of an arc that are text. ``tag`` is the coarse or universal part of speech."""

Lexeme = tuple[str, str]
"""A segment and its tag."""


@dataclass(frozen=True, eq=False)
class Tokens(Columns):
    """Space-delimited words. ``forms``: symbols, -1 where the file does not write them."""

    forms: NDArray[np.int32]
    offsets: NDArray[np.int64]
    per_row = symbolic = ("forms",)


@dataclass(frozen=True, eq=False)
class Lattices(Sentences, Sequence["Lattice"]):
    """The lattices of a file.

    ``source``, ``target``: states as written, one entry per arc. ``form`` … ``misc``: symbols. ``token``: the space-delimited
    word of each arc, from 1 within its sentence; 0 where the file does not say. ``offsets``: where the arcs of each sentence
    begin, one entry more than there are sentences; a sentence without arcs holds the place of one that could not be read.
    ``tokens``: the space-delimited words.
    """

    symbols: Symbols
    source: NDArray[np.int32]
    target: NDArray[np.int32]
    form: NDArray[np.int32]
    lemma: NDArray[np.int32]
    tag: NDArray[np.int32]
    xpos: NDArray[np.int32]
    feats: NDArray[np.int32]
    misc: NDArray[np.int32]
    token: NDArray[np.int32]
    offsets: NDArray[np.int64]
    tokens: Tokens
    per_row = ("source", "target", *TEXTS, "token")
    symbolic = TEXTS
    beside = ("tokens",)

    def __getitem__(self, index: int) -> Lattice:  # type: ignore[override]
        if not 0 <= index < len(self):
            raise IndexError(index)
        return Lattice(self, index)

    @cached_property
    def _ends(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """First and last state per sentence: the smallest and the largest number; 0 where there are no arcs."""
        first, last = np.zeros(len(self), np.int64), np.zeros(len(self), np.int64)
        filled = self.lengths > 0
        if filled.any():
            first[filled] = np.minimum.reduceat(np.minimum(self.source, self.target), self.offsets[:-1][filled])
            last[filled] = np.maximum.reduceat(np.maximum(self.source, self.target), self.offsets[:-1][filled])
        return first, last

    @cached_property
    def _is_chain(self) -> NDArray[np.bool_]:
        """Sentences whose arcs follow one another as they stand, as in a file that was written from one path each."""
        wrong = self.source >= self.target
        same_sentence = self.sentence_of[1:] == self.sentence_of[:-1]
        wrong[1:] |= same_sentence & (self.source[1:] != self.target[:-1])
        chain: NDArray[np.bool_] = self.lengths > 0
        chain[self.sentence_of[wrong]] = False
        return chain

    def _distinct(self, sentences: NDArray[np.int64], states: NDArray[np.int32]) -> NDArray[np.int64]:
        """Per sentence, how many different states there are among these."""
        base = int(states.max(initial=0)) + 1
        return np.bincount(np.unique(sentences * base + states) // base, minlength=len(self)).astype(np.int64)

    @cached_property
    def spelt(self) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """Symbols of what spells each sentence, and where each sentence's begin: its space-delimited words where all are written,
        else the segments of a path of few arcs, each the longest from its state (what leads nowhere is left out)."""
        tokens = self.tokens
        written = (np.diff(sums_before(tokens.forms < 0)[tokens.offsets]) == 0) & (tokens.lengths > 0)
        words = gathered(tokens.offsets, np.flatnonzero(written))
        arcs = self._long_arcs(np.flatnonzero(~written & (self.lengths > 0)))
        counts = np.where(written, tokens.lengths, np.bincount(self.sentence_of[arcs], minlength=len(self)))
        of = np.concatenate((tokens.sentence_of[words], self.sentence_of[arcs]))
        symbols = np.concatenate((tokens.forms[words], self.form[arcs]))
        return symbols[np.argsort(of, kind="stable")], sums_before(counts)

    def _long_arcs(self, sentences: NDArray[np.int64]) -> NDArray[np.int64]:
        """For each of the sentences arcs that follow one another from its first state, each the longest; in order."""
        ahead = np.flatnonzero(self.target > self.source)
        base = int(self.target.max(initial=0)) + 1
        keys = self.sentence_of * base + self.source
        ahead = ahead[np.lexsort((-self.target[ahead], keys[ahead]))]
        ahead = ahead[np.diff(keys[ahead], prepend=-1) > 0]
        starts = keys[ahead]
        here = sentences * base
        found = [np.zeros(0, np.int64)]
        while len(ahead) and len(here):
            places = np.minimum(np.searchsorted(starts, here), len(ahead) - 1)
            goes_on = (starts[places] >= here) & (starts[places] // base == here // base)
            arcs = ahead[places[goes_on]]
            found.append(arcs)
            here = self.sentence_of[arcs] * base + self.target[arcs]
        arcs = np.concatenate(found)
        return arcs[np.argsort(keys[arcs])]

    @cached_property
    def suspicious(self) -> NDArray[np.int64]:
        """Sentences that may not be lattices from the first state to the last, for which :meth:`Lattice.problems` gives details.

        Where all arcs lead to a higher number, and only the first state has none leading to it and only the last none leading
        away, every state is on a path from the first to the last.
        """
        others = ~self._is_chain[self.sentence_of]
        of, source, target = self.sentence_of[others], self.source[others], self.target[others]
        count = self._distinct(np.tile(of, 2), np.concatenate((source, target)))
        wrong = np.bincount(of[source >= target], minlength=len(self)) > 0
        for state in (source, target):
            wrong |= self._distinct(of, state) != count - 1
        return np.flatnonzero(wrong & (self.lengths > 0) & ~self._is_chain)

    @cached_property
    def single(self) -> NDArray[np.bool_]:
        """Sentences whose lattice is a single path, as after disambiguation."""
        others = ~self._is_chain[self.sentence_of]
        one_each = self._distinct(self.sentence_of[others], self.source[others]) == self.lengths
        one_each[self.suspicious] = False
        found: NDArray[np.bool_] = self._is_chain | (one_each & (self.lengths > 0))
        return found


class Arc(NamedTuple):
    """One arc of a lattice; ``number`` is its place among the arcs of its sentence."""

    number: int
    source: int
    target: int
    form: str
    lemma: str
    tag: str
    xpos: str
    feats: str
    misc: str
    token: int

    @property
    def lexeme(self) -> Lexeme:
        """The segment and its tag."""
        return self.form, self.tag


@dataclass(frozen=True, eq=False)
class Lattice:
    """One sentence: a view into the columns of a :class:`Lattices`."""

    table: Lattices
    index: int

    def __len__(self) -> int:
        return int(self.table.lengths[self.index])

    @cached_property
    def arcs(self) -> list[Arc]:
        """All arcs, in the order of the file."""
        table, texts = self.table, self.table.symbols.texts
        here = table.rows_of(self.index)
        source, target, token = (column[here].tolist() for column in (table.source, table.target, table.token))
        columns = ([texts[symbol] for symbol in getattr(table, name)[here].tolist()] for name in TEXTS)
        rows = zip(range(len(self)), source, target, *columns, token, strict=True)
        return [Arc(*row) for row in rows]

    @property
    def first(self) -> int:
        """The state before the first word."""
        return int(self.table._ends[0][self.index])

    @property
    def last(self) -> int:
        """The state behind the last word."""
        return int(self.table._ends[1][self.index])

    @cached_property
    def leaving(self) -> dict[int, list[Arc]]:
        """The arcs that begin at each state."""
        leaving: dict[int, list[Arc]] = {}
        for arc in self.arcs:
            leaving.setdefault(arc.source, []).append(arc)
        return leaving

    @cached_property
    def tokens(self) -> list[str]:
        """The space-delimited words; empty texts where the file does not write them."""
        of, texts = self.table.tokens, self.table.symbols.texts
        forms = of.forms[of.rows_of(self.index)]
        return [texts[symbol] if symbol >= 0 else "" for symbol in forms.tolist()]

    def graph(self) -> networkx.MultiDiGraph:
        """The lattice as a networkx MultiDiGraph; the edges carry the fields of :class:`Arc`, keys are arc numbers."""
        import networkx  # takes 80 ms, and hardly anyone asks for it

        graph = networkx.MultiDiGraph(first=self.first, last=self.last)
        graph.add_edges_from((arc.source, arc.target, arc.number, arc._asdict()) for arc in self.arcs)
        return graph

    @property
    def problems(self) -> list[str]:
        """What keeps this from being a lattice from the first state to the last; empty where nothing does."""
        if not self.arcs:
            return ["no arcs"]
        import networkx

        graph, first, last = self.graph(), self.first, self.last
        loops = {arc.source for arc in self.arcs if arc.source == arc.target}
        cycle = loops.union(*(one for one in networkx.strongly_connected_components(graph) if len(one) > 1))
        if cycle:
            return [f"a cycle through the states {_some(cycle)}"]
        states = set(graph)
        ahead, behind = networkx.descendants(graph, first) | {first}, networkx.ancestors(graph, last) | {last}
        if last not in ahead:
            return [f"a gap: no path leads from state {first} beyond state {max(ahead)}, to the last state {last}"]
        reasons = []
        if states - ahead:
            reasons.append(f"dangling: no path from state {first} leads to {_some(states - ahead)}")
        if (states & ahead) - behind:
            reasons.append(f"dangling: no path leads from {_some((states & ahead) - behind)} to state {last}")
        return reasons


def _some(states: set[int], most: int = 5) -> str:
    shown = ", ".join(map(str, sorted(states)[:most]))
    return f"{shown} and {len(states) - most} more" if len(states) > most else shown


# -- sentences as paths of a lattice -----------------------------------------------------------------------------------


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
    parts: dict[int, list[Arc]] = {}
    for arc in lattice.arcs:
        parts.setdefault(arc.token, []).append(arc)
    return (
        None if 0 in parts else _laid_out(parts, words, len(lattice.tokens))
    )  # 0: the file does not say which word's arc it is


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
        Tokens(np.full(tokens, -1, np.int32), np.array([0, tokens], np.int64)),
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


# -- trees over lexemes ------------------------------------------------------------------------------------------------

UNTAGGED = "_"
"""The tag of a word without one."""


@dataclass(frozen=True, eq=False)
class LexemeTrees(Sentences):
    """The trees of a file without their roots; one entry per node, postorder within a sentence.

    ``labels``: symbols, of a lexeme its segment. ``tags``: symbols of the lexemes' tags, -1 for constituents. ``sizes``: nodes of
    the subtree. ``offsets``: where the nodes of each sentence begin, and the end. ``tokens``: the space-delimited word of each
    lexeme, from 1; 0 where all leaves count as one word.
    """

    symbols: Symbols
    labels: NDArray[np.int32]
    tags: NDArray[np.int32]
    sizes: NDArray[np.int32]
    offsets: NDArray[np.int64]
    tokens: NDArray[np.int32]
    per_row = ("labels", "tags", "sizes", "tokens")
    symbolic = ("labels", "tags")

    @cached_property
    def is_lexeme(self) -> NDArray[np.bool_]:
        """Per node, whether it is a lexeme."""
        return self.tags >= 0

    @cached_property
    def word_offsets(self) -> NDArray[np.int64]:
        """Where the lexemes of each sentence begin among all lexemes, and the end."""
        return sums_before(self.is_lexeme)[self.offsets]

    def words(self, sentence: int) -> list[tuple[str, str]]:
        """Segments and tags of a sentence."""
        here = self.rows_of(sentence)
        leaf = self.is_lexeme[here]
        texts = self.symbols.texts
        pairs = zip(self.labels[here][leaf].tolist(), self.tags[here][leaf].tolist(), strict=True)
        return [(texts[form], texts[tag]) for form, tag in pairs]

    def lexemes(self, sentence: int) -> list[tuple[tuple[str, str], int]]:
        """Segments and tags of a sentence, each with its space-delimited word."""
        here = self.rows_of(sentence)
        return list(zip(self.words(sentence), self.tokens[here][self.is_lexeme[here]].tolist(), strict=True))

    def tree(self, sentence: int) -> Tree:
        """A sentence as a tree without its root; its words are the segments."""
        here = self.rows_of(sentence)
        kinds = np.where(self.is_lexeme[here], WORD, CONSTITUENT).astype(np.int8)
        return Tree(self.symbols, self.labels[here], kinds, self.sizes[here])

    def with_tokens(self, tokens: NDArray[np.int32]) -> LexemeTrees:
        """The same trees, with the space-delimited word of each lexeme, in order."""
        of_nodes = np.zeros(len(self.labels), np.int32)
        of_nodes[self.is_lexeme] = tokens
        return self.changed(tokens=of_nodes)


def _without_roots(
    symbols: Symbols,
    labels: NDArray[np.int32],
    tags: NDArray[np.int32],
    sizes: NDArray[np.int32],
    offsets: NDArray[np.int64],
) -> LexemeTrees:
    filled = np.flatnonzero(np.diff(offsets) > 0)
    last = offsets[1:][filled] - 1
    keep = np.ones(len(labels), np.bool_)
    keep[last[(sizes[last] == np.diff(offsets)[filled]) & (tags[last] < 0)]] = False
    running = sums_before(keep)
    kept = int(keep.sum())
    return LexemeTrees(symbols, labels[keep], tags[keep], sizes[keep], running[offsets], np.zeros(kept, np.int32))


def lexemes_of_trees(trees: Trees) -> LexemeTrees:
    """Trees of constituents over lexemes: a tag and its word become one leaf, a word without tag a leaf with the tag ``_``.

    ``trees`` have their tags marked (:func:`treecompare.trees.preparation.terminals`).
    """
    untagged = trees.symbols.number(UNTAGGED)
    tag_over_word = np.zeros(len(trees.kinds), np.bool_)
    tag_over_word[1:] = (trees.kinds[1:] == PRETERMINAL) & (trees.kinds[:-1] == WORD) & (trees.sizes[1:] == 2)
    tags = np.where(trees.kinds == CONSTITUENT, -1, untagged).astype(np.int32)
    tags[tag_over_word] = trees.labels[tag_over_word]
    labels = trees.labels.copy()
    labels[1:][tag_over_word[1:]] = trees.labels[:-1][tag_over_word[1:]]
    keep = np.ones(len(labels), np.bool_)
    keep[:-1] = ~tag_over_word[1:]
    # kept() renumbers sizes and offsets; the tags go the same way
    kept = trees.kept(keep, labels)
    return _without_roots(trees.symbols, kept.labels, tags[keep], kept.sizes, kept.offsets)


def lexemes_in_blocks(sentences: Dependencies, nonprojective: str = "lift") -> Iterator[MadeTrees[LexemeTrees]]:
    """Function trees over lexemes: :func:`treecompare.trees.functions.from_dependencies`, with words as they are written, of one
    block of sentences after the other. The tag is UPOS (CPOSTAG), or XPOS where the file has no UPOS."""
    has_upos = bool((sentences.upos != sentences.symbols.find(UNTAGGED)).any())
    for first, last in blocks(sentences.lengths):
        yield _lexemes(sentences.part(first, last), has_upos, nonprojective)


def _lexemes(sentences: Dependencies, has_upos: bool, nonprojective: str) -> MadeTrees[LexemeTrees]:
    found = from_dependencies(sentences, sentences.symbols, HEAD, nonprojective, word=str)
    trees = found.trees
    of_words = sentences.upos if has_upos else sentences.xpos
    tags = np.full(len(trees.kinds), -1, np.int32)
    tags[trees.kinds == WORD] = of_words[(trees.word_counts > 0)[sentences.sentence_of]]
    lexemes = _without_roots(trees.symbols, trees.labels, tags, trees.sizes, trees.offsets)
    return MadeTrees(lexemes, found.lifts, found.reasons)
