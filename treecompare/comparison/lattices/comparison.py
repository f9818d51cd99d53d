"""Treebanks compared whose words may differ within space-delimited words (Tsarfaty et al. 2012, ACL): their table and items, and
both trees of a sentence over the lattice of its words, drawn in every format."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.answered import full_path
from treecompare.comparison.base import (
    AnyTreebank,
    Cancel,
    Comparison,
    Hits,
    Progress,
    SentencePairing,
    labelled_rows,
    until,
)
from treecompare.comparison.lattices.segmented import NOTHING, NOWHERE, Paired, Segmented, paired_treebanks, segmenting
from treecompare.comparison.sentence_texts import LEAST_SHARE, another_text_warning, treebank_texts
from treecompare.comparison.settings import Settings
from treecompare.comparison.word_by_word import word_by_word
from treecompare.drawing.columns import GOLD, TEST
from treecompare.drawing.drawn import Telling
from treecompare.drawing.lattice_drawing import OTHERS, LatticeDrawing, layout_lattice
from treecompare.drawing.lattice_drawn import LatticeDrawn
from treecompare.drawing.lattice_tree_layout import layout_lattice_trees
from treecompare.drawing.lattice_trees import LatticeTrees, LatticeTreesDrawing, lattice_as_text, lattice_trees_as_text
from treecompare.drawing.names import PLAIN, Names
from treecompare.drawing.sentence import SentenceDrawing, Wanted
from treecompare.errors import UsageError
from treecompare.mappings.lattice_mapping import LatticePair, lattice_pair
from treecompare.mappings.mapping import Mapping
from treecompare.mappings.sentence_pairing import elsewhere_said
from treecompare.measures import Counts, measure
from treecompare.measures.tedeval import LATTICE_PARTS
from treecompare.readers import Treebank
from treecompare.readers.lattice_files import LatticeFile, SegmentationFile
from treecompare.scores.items import Column, Items
from treecompare.scores.table import PARTIAL, SCORED, SKIPPED, Mask, Numbers, Part, ScoreTable
from treecompare.trees.columns import blocks, sums_before
from treecompare.trees.lattices import LexemeTrees, PathArc, arcs_with_paths, with_kept
from treecompare.trees.preparation import NONE, Preparation, has_preterminals
from treecompare.trees.symbols import Shared
from treecompare.trees.tree import KIND_NAMES, WORD, Tree

FIELDS = ("gold", "test", "matched", "deleted", "inserted")


class LatticeParts(Part):
    """Nodes or lexemes, -1 where they are not counted."""

    def counts(self, table: ScoreTable, system: int, part: str, rows: slice) -> Counts:
        """The paper turns the parse into the gold tree."""
        found = super().counts(table, system, part, rows)
        return replace(found, deleted=found.inserted, inserted=found.deleted)


class OtherParts(Part):
    """The measures that compare word by word: those of another table, which has more rows where a system has more sentences."""

    def __init__(self, others: ScoreTable) -> None:
        super().__init__()
        self._others = others

    def is_there(self, table: ScoreTable, part: str) -> bool:
        return self._others.has(part)

    def counts(self, table: ScoreTable, system: int, part: str, rows: slice) -> Counts:
        return self._others.part(system, part, slice(*rows.indices(table.sentences)))

    def exist(self, table: ScoreTable, system: int, part: str, rows: slice) -> Mask:
        return self._others.exist(system, part, slice(*rows.indices(table.sentences)))

    def options_of(self, table: ScoreTable, key: str) -> tuple[str, ...]:
        return self._others.options_of(key)

    def shown_counts(self, table: ScoreTable) -> dict[str, tuple[str, ...]]:
        shown = self._others.shown_counts().items()
        return {part: names for part, names in shown if not self._others.of(part).is_beside}


KEYS = {"constituents": "tedeval.lattice", "tags": "segeval"}
"""What is paired, and the measure whose counts the labels of both add up to."""


def _labels(pair: LatticePair) -> tuple[list[str], Numbers, Numbers]:
    shared = Shared()
    gold, test = (
        shared.of(one.symbols, np.where(one.is_lexeme, one.tags, one.labels))[0] for one in (pair.gold, pair.test)
    )
    return shared.texts, gold, test


COLUMNS = {"label": Column(_labels, in_confusions=True)}
"""The categories of nodes; of segments their tags."""


def lattice_items(pair: LatticePair, what: str, rows: NDArray[np.bool_]) -> Items:
    """``rows``: of which sentences."""
    sides, is_tag = (pair.gold, pair.test), what == "tags"
    sentences = [np.repeat(np.arange(len(one)), np.diff(one.offsets)) for one in sides]
    matched = []
    for sentence in np.flatnonzero(rows).tolist():
        kept = np.array(pair.kept_lexemes(sentence) if is_tag else pair.pairs(sentence), np.int64).reshape(-1, 2)
        firsts = [int((one.word_offsets if is_tag else one.offsets)[sentence]) for one in sides]
        matched.append(kept + firsts)
    places = list(np.concatenate((*matched, np.zeros((0, 2), np.int64))).T)
    if is_tag:
        places = [np.flatnonzero(one.is_lexeme)[of] for one, of in zip(sides, places, strict=True)]
    else:
        places = [of[~sides[0].is_lexeme[places[0]]] for of in places]
    left = [
        np.setdiff1d(np.flatnonzero((one.is_lexeme == is_tag) & rows[of]), found)
        for one, of, found in zip(sides, sentences, places, strict=True)
    ]
    return Items.matched(
        places, left, [_over(pair, side)[rest] for side, rest in enumerate(left)], (sentences[0], sentences[1]),
        columns=COLUMNS, source=pair, firsts=(pair.gold.offsets, pair.test.offsets),
    )  # fmt: skip


def _over(pair: LatticePair, side: int) -> Numbers:
    """A number per node of a side, equal for nodes of a sentence over the same space-delimited words, segments if they are spelt
    alike, too; those over words that nobody knows have negative numbers, unlike all others."""
    sides, shared = (pair.gold, pair.test), Shared()
    spelt = [shared.of(one.symbols, one.labels)[0] + 1 for one in sides][side]
    one, width = sides[side], max(int(of.tokens.max(initial=0)) for of in sides) + 1
    before, nodes = sums_before(one.is_lexeme), np.arange(len(one.labels))
    tokens = np.append(one.tokens[one.is_lexeme], 0).astype(np.int64)
    first, last = tokens[before[nodes + 1 - one.sizes]], tokens[before[nodes + 1] - 1]
    span = (np.repeat(np.arange(len(one)), np.diff(one.offsets)) * width + first) * width + last
    found: Numbers = np.where(
        first > 0, span * (len(shared.texts) + 1) + np.where(one.is_lexeme, spelt, 0), -1 - side - 2 * nodes
    )
    return found


ALONE = "lattice"
"""The layout of the lattice without trees."""


@dataclass(frozen=True)
class LatticeTreesSentence(SentenceDrawing):
    """``trees``: over the lattice, with their mapping. ``score``: what the measures count, in words."""

    of: ClassVar = "lattices"

    trees: LatticeTrees
    wanted: Wanted
    title: str
    score: str
    names: Names = PLAIN

    def text(self) -> str:
        if self.wanted.layout == ALONE:
            return lattice_as_text(self.trees.arcs, self.trees.words, self.names)
        return lattice_trees_as_text(self.trees, self.score, self.names)

    @property
    def note(self) -> str:
        return "" if self.wanted.layout == ALONE else self.score

    def scene(self) -> LatticeTreesDrawing | LatticeDrawing:
        trees, wanted = self.trees, self.wanted
        if wanted.layout == ALONE:
            others = OTHERS if wanted.elide else None
            return layout_lattice(trees.arcs, trees.words, wanted.right_to_left, others=others)
        return layout_lattice_trees(trees, wanted.elide, right_to_left=wanted.right_to_left, all_arcs=not wanted.elide)

    def as_object(self) -> dict[str, Any]:
        """What ``align --format json`` prints: nodes of both trees in postorder, numbered from 0, roots left out; pairs that are
        kept, gold nodes to add, system nodes to delete; the arcs of the lattice, with the segments that use them."""
        mapping = self.trees.mapping
        return {
            "measure": "tedeval.lattice",
            "words": list(self.trees.words),
            "gold_nodes": self._nodes(GOLD),
            "test_nodes": self._nodes(TEST),
            "kept": [list(pair) for pair in mapping.pairs],
            "added": [node for node in range(len(mapping.gold)) if node not in mapping.test_of_gold],
            "deleted": [node for node in range(len(mapping.test)) if node not in mapping.gold_of_test],
            "arcs": [arc._asdict() for arc in self.trees.arcs],
        }

    def _nodes(self, side: str) -> list[dict[str, Any]]:
        tree, tags = self.trees.tree(side), iter(self.trees.tags[side])
        return [
            {
                "node": node,
                "label": tree.texts[node],
                **({"tag": next(tags)} if kind == WORD else {}),
                "kind": "lexeme" if kind == WORD else KIND_NAMES[kind],
                "span": [int(tree.starts[node]), int(tree.ends[node])],
                "parent": tree.parents[node] if tree.parents[node] >= 0 else None,
            }
            for node, kind in enumerate(tree.kinds.tolist())
        ]


def segments_alone(tree: Tree) -> Tree:
    """The segments of a tree, without constituents."""
    words = tree.labels[tree.kinds == WORD]
    return Tree(tree.symbols, words, np.full(len(words), WORD, np.int8), np.ones(len(words), np.int32))


@dataclass(frozen=True)
class Segmentations:
    """``lattices`` and ``files``: none, one for all treebanks, or one for each: the gold's, then the systems'.

    ``nonprojective``: ``lift`` or ``refuse``.
    """

    lattices: Sequence[LatticeFile] = ()
    files: Sequence[SegmentationFile] = ()
    nonprojective: str = "lift"


class LatticeComparison(Comparison):
    """Treebanks whose words may differ within space-delimited words.

    Sentences are paired by their characters. ``others``: the usual comparison of the same treebanks, where its measures were asked
    for. ``segmentations``: the files of lattices and segments. Trees are taken as they stand (an unlabelled outermost
    bracket is removed).

    Raises UsageError: no systems, treebanks of two kinds, or as many lattices or segmentations as fit nothing.
    """

    kind = "lattices"
    can_be_partial = True
    usual_keys = "tedeval.lattice", "segeval"
    item_keys = KEYS

    def __init__(
        self,
        gold: AnyTreebank,
        systems: Sequence[AnyTreebank],
        segmentations: Segmentations | None = None,
        settings: Settings | None = None,
        with_others: bool = False,
    ) -> None:
        super().__init__(settings or Settings())
        if self.settings.missing != "skip":
            raise UsageError("missing parses as zero are not for lattices; expected them to be skipped")
        self.gold, self.systems = gold, list(systems)
        self.segmentations = segmentations or Segmentations()
        for what, files in (("lattice", self.segmentations.lattices), ("segmentation", self.segmentations.files)):
            if len(files) not in (0, 1, 1 + len(systems)):
                raise UsageError(
                    f"{len(files)} {what} files; expected one for all, or one for the gold and for each system"
                )
        # says what is wrong with the treebanks; here it is the lattices that align words of constituents
        apart = replace(self.settings, with_dependencies=None)
        apart = replace(apart, differing="skip") if isinstance(gold, Treebank) else apart
        self._usual, self._apart, self._with_others = word_by_word(gold, systems, apart), apart, with_others
        self.sentences = gold.count
        self.ids = gold.sentence_names
        self._paired: dict[int, Paired] = {}
        self._pairs: dict[int, tuple[Segmented, LatticePair]] = {}

    @cached_property
    def others(self) -> Comparison | None:
        """The usual comparison, if its measures were asked for; where constituents are not aligned, so parses stand in the places
        of their gold sentences."""
        if not self._with_others:
            return None
        in_place = [self._in_place(system) for system in range(len(self.systems))]
        same = all(one is system for one, system in zip(in_place, self.systems, strict=True))
        return self._usual if same else word_by_word(self.gold, in_place, self._apart)

    def _in_place(self, system: int) -> AnyTreebank:
        treebank: AnyTreebank = self.systems[system]
        partner = self.paired(system).partner
        if not isinstance(treebank, Treebank) or np.array_equal(partner, np.arange(treebank.count)):
            return treebank
        return treebank.chosen(partner)

    @cached_property
    def _preterminals(self) -> bool:
        chosen, gold = self.settings.preterminals, self.gold
        return chosen == "yes" or (
            chosen == "auto" and (not isinstance(gold, Treebank) or has_preterminals(gold.trees))
        )

    @property
    def preparation(self) -> Preparation:
        return Preparation(NONE, self._preterminals)

    @cached_property
    def _gold(self) -> Segmented:
        *_, found = self._segmenting(0)
        assert found is not None
        return found

    @cached_property
    def warnings(self) -> list[str]:
        given, others = self.segmentations, self.others
        of_treebanks = others.warnings if others is not None else _told([self.gold, *self.systems])
        return [*of_treebanks, *_told([*given.lattices, *given.files]), *self._gold.unpaired, *self._gold.warnings]

    @cached_property
    def table(self) -> ScoreTable:
        names = [one.name for one in self.systems]
        table = ScoreTable(names, self.sentences, self._options(), changes=("tedeval.lattice",))
        table.add(LatticeParts(LATTICE_PARTS, FIELDS[:3], FIELDS))
        if self.others is not None:
            table.otherwise = OtherParts(self.others.table)
        table.over_lattices = True
        table.lengths[:] = self.gold.lengths
        return self._asking(table)

    def prepared(self) -> str:
        return "Words may differ within space-delimited words; trees were taken as they stand."

    def compared_said(self) -> list[str]:
        is_usual = (self.settings.punctuation, self.settings.relations) == ("count", "universal")
        words = [] if is_usual else self.settings.words_said
        return [*self.settings.converted_said, "different segmentation, trees as in the files", *words]

    def command(self, command: str, options: Sequence[str] = (), systems: Iterable[int] | None = None) -> list[str]:
        """With the files of lattices and segmentations."""
        given, beside = self.segmentations, []
        for option, files in (("--lattice", given.lattices), ("--segmentation", given.files)):
            for file in files:
                beside += [option, full_path(file.path)]
        return super().command(command, [*beside, *options], systems)

    def prepare(self, cancel: Cancel | None = None) -> Iterator[Progress]:
        for system in range(len(self.systems)):
            if system not in self._paired:
                self.paired(system, cancel)
                yield Progress(0, self.sentences * len(self.systems))
        if self.others is not None:
            yield from until(cancel, self.others.prepare(cancel))
        if "_gold" not in self.__dict__:
            for found in self._segmenting(0, cancel):
                if found is not None:
                    self.__dict__["_gold"] = found
                yield Progress(0, self._total)
        for _ in self._asked_first("warnings", "table"):
            yield Progress(0, self._total)

    @property
    def _total(self) -> int:
        others = self.others.sentences if self.others is not None else 0
        return (self.sentences + others) * len(self.systems)

    def count(self, jobs: int | None, cancel: Cancel) -> Iterator[Progress]:
        """System by system; then what the usual comparison has of its own."""
        done = 0
        for system in range(len(self.systems)):
            for _ in self._scoring(system, cancel):
                yield Progress(done, self._total, system)
            done += self.sentences
            yield Progress(done, self._total, system, 0, self.sentences)
        if self.others is not None:
            told = len(self.others.warnings)
            for one in self.others.count(jobs, cancel):
                yield replace(one, done=done + one.done, total=self._total)
            self.warnings += self.others.warnings[told:]

    def drawn(
        self, system: int, sentence: int, wanted: Wanted, telling: Telling, cancel: NDArray[np.int32] | None = None
    ) -> LatticeDrawn:
        return LatticeDrawn(
            telling=telling, title=self.drawn_title(system, sentence), trees=self.trees(system, sentence),
            score=self.score_said(system, sentence), differs=self._differs(system, sentence),
            off_lattice=[said for said, of in (("gold", None), ("system", system)) if sentence in self.off_lattice(of)],
        )  # fmt: skip

    def drawing(self, system: int, sentence: int, wanted: Wanted) -> LatticeTreesSentence:
        self.check_sentence(sentence)
        if system not in self._pairs:
            self.score_system(system)
        title = self.sentence_title(system, sentence)
        trees, said = self.trees(system, sentence), self.score_said(system, sentence)
        return LatticeTreesSentence(trees, wanted, title, said, self.names(system))

    def sentences_with(self, system: int, where: str, hits: Hits) -> Mask:
        """As the files have them."""
        everything = labelled_rows(self.gold, np.arange(self.sentences), where, hits)
        return everything | labelled_rows(self.systems[system], self.paired(system).partner, where, hits)

    def _options(self) -> tuple[str, ...]:
        options = [f"words:{self._gold.source}"]
        if isinstance(self.gold, Treebank):
            options.append(f"preterminals:{'yes' if self._preterminals else 'no'}")
        elif self.segmentations.nonprojective != "lift":
            options.append(f"nonprojective:{self.segmentations.nonprojective}")
        options += self.settings.signed_by(self.kind)
        return tuple(options)

    def _segmenting(self, place: int, cancel: Cancel | None = None) -> Iterator[Segmented | None]:
        """A side over lexemes, the gold (0) or a system (from 1), step by step; only the last step yields it."""
        given = self.segmentations
        lattice = given.lattices[place if len(given.lattices) > 1 else 0] if given.lattices else None
        file = given.files[place if len(given.files) > 1 else 0] if given.files else None
        treebank = (self.gold, *self.systems)[place]
        flag = None if cancel is None else cancel.flag
        found = yield from segmenting(treebank, lattice, file, self._preterminals, given.nonprojective, flag)
        yield found

    def pair(self, system: int, labelled: bool = True) -> LatticePair:
        """Gold and system coded for mapping, sentence by sentence of the gold. The system must be scored."""
        pair = self._pairs[system][1]
        return pair if labelled else lattice_pair(pair.gold, pair.test, labelled=False)

    def off_lattice(self, system: int | None = None) -> dict[int, str]:
        """Trees of the gold (None) or of a scored system that are not paths in their lattice: sentence, and what is off."""
        return self._gold.off if system is None else self._pairs[system][0].off

    def paired(self, system: int, cancel: Cancel | None = None) -> Paired:
        """Which sentences of a system stand for those of the gold."""
        if system not in self._paired:
            self._paired[system] = paired_treebanks(
                self.gold, self.systems[system], None if cancel is None else cancel.flag
            )
        return self._paired[system]

    def sentence_pairing(self, system: int) -> SentencePairing:
        found = self.paired(system)
        units = found.units
        rows = np.where(units[:, 0] < units[:, 1], units[:, 0], NOWHERE)
        return SentencePairing(units, found.edits, found.ways, rows)

    def sentences_of(self, system: int, row: int) -> tuple[list[int], list[int]]:
        partner = int(self.paired(system).partner[row])
        return [row], [partner] if partner != NOWHERE else []

    def other_texts(self) -> list[int]:
        return [system for system in range(len(self.systems)) if self.paired(system).share < LEAST_SHARE]

    def paths(self, system: int, sentence: int) -> tuple[list[PathArc], list[str]]:
        """The lattice of a sentence with the words of both trees laid into it, and its space-delimited words. What both trees have
        is what SegEval matches. The system must be scored. Where gold and system have lattices of their own, or none, the lattice
        holds just their two segmentations. Raises UsageError: there is no such sentence, or it is not scored; says why."""
        self.check_sentence(sentence)
        if self.table.statuses[system, sentence] == SKIPPED:
            reason = self.table.reason(system, sentence)
            raise UsageError(f"{self.systems[system].name}: sentence {sentence + 1} cannot be drawn: {reason}")
        pair = self._pairs[system][1]
        gold, test = pair.gold.lexemes(sentence), pair.test.lexemes(sentence)
        known_lattices = self._gold.lattices if len(self.segmentations.lattices) == 1 else None
        lattice = known_lattices[sentence] if known_lattices is not None else None
        if lattice is not None and (not len(lattice) or (lattice.problems[:1] and "cycle" in lattice.problems[0])):
            lattice = None
        surfaces = self._gold.surfaces
        tokens = lattice.tokens if lattice is not None else []
        known = surfaces[sentence] if surfaces is not None else tokens
        if lattice is None:
            pairs = pair.kept_lexemes(sentence)
            return with_kept(arcs_with_paths(None, gold, test, pairs), pairs), known
        arcs = arcs_with_paths(lattice, gold, test)
        both = [(arc.gold_word, arc.test_word) for arc in arcs if arc.gold and arc.test]
        return with_kept(arcs, pair.kept_lexemes(sentence, both)), known

    def trees(self, system: int, sentence: int) -> LatticeTrees:
        """Both trees of a sentence over their lattice, mapped as TedEval maps them; of trees that are too large only the segments,
        mapped as SegEval does. The system must be scored. Raises UsageError: there is no such sentence, or it is not scored; says
        why."""
        arcs, words = self.paths(system, sentence)
        pair = self._pairs[system][1]
        sides = {GOLD: pair.gold, TEST: pair.test}
        gold, test = (one.tree(sentence) for one in sides.values())
        tags = {side: [tag for _, tag in one.words(sentence)] for side, one in sides.items()}
        if self.table.statuses[system, sentence] == PARTIAL:
            gold, test = (segments_alone(one) for one in (gold, test))
            pairs = self.kept(system, sentence, "segeval")
        else:
            pairs = self.kept(system, sentence, "tedeval.lattice")
        return LatticeTrees(Mapping("T", gold, test, tuple(pairs), frozenset(), True), tags, arcs, words)

    def size_of(self, system: int, row: int) -> int:
        pair = self._pairs[system][1]
        gold, test = (int(np.diff(side.offsets[row : row + 2])[0]) for side in (pair.gold, pair.test))
        return gold * test

    def kept(self, system: int, sentence: int, part: str) -> list[tuple[int, int]]:
        """The nodes of both trees, roots aside, that a part of the score table (``segeval``) counts as matched; of ``segeval`` and
        of trees that are too large these are segments, by their number. The system must be scored."""
        pair = self._pairs[system][1]
        if part.endswith(".unlabelled"):
            gold, test = (one.part(sentence, sentence + 1) for one in (pair.gold, pair.test))
            alone = lattice_pair(gold, test, labelled=False)
            return alone.pairs(0) if part.startswith("tedeval") else alone.kept_lexemes(0)
        if part.startswith("tedeval"):
            return pair.pairs(sentence)
        both = [(arc.gold_word, arc.test_word) for arc in self.paths(system, sentence)[0] if arc.gold and arc.test]
        return pair.kept_lexemes(sentence, both)

    def score_said(self, system: int, sentence: int) -> str:
        """What TedEval and SegEval count in a sentence, in words: ``TedEval 72.73: 5 added, 1 deleted, 8 kept``."""
        said = []
        for key in ("tedeval.lattice", "segeval"):
            counts, one = self.table.part(system, key, slice(sentence, sentence + 1)), measure(key)
            if self.table.exists(system, sentence, one.part):
                score = one.shown(float(self.table.scores(system, key)[sentence]))
                numbers = [int(getattr(counts, name)[0]) for name in ("inserted", "deleted", "matched")]
                said.append("{} {}: {} added, {} deleted, {} kept".format(one.title.split(",")[0], score, *numbers))
        return "; ".join(said)

    def _made_items(self, system: int, what: str, rows: Mask) -> Items:
        return lattice_items(self.pair(system), what, rows)

    def score_system(self, system: int) -> None:
        """Enters the counts of a system."""
        for _ in self._scoring(system):
            pass

    def _scoring(self, system: int, cancel: Cancel | None = None) -> Iterator[None]:
        gold, found = self._gold, list[Segmented]()
        for step in self._segmenting(system + 1, cancel):
            found += [step] if step is not None else []
            yield
        paired = self.paired(system)
        test = found[0].chosen(paired.partner)
        table, reasons = self.table, dict[int, str]()
        status = self._skipping(table, system, self._skipped(gold, test, paired), paired.share)
        chosen = np.where(status == SCORED, np.arange(self.sentences), NOWHERE)
        sides = [side.trees.chosen(chosen) for side in (gold, test)]
        if NOTHING in (gold.source, test.source):
            sides = [side.with_tokens(np.zeros(int(side.word_offsets[-1]), np.int32)) for side in sides]
            if gold.source != test.source:
                without = gold if gold.source == NOTHING else test
                self.warnings.append(
                    f"{without.name} has no segmentation: all words of a sentence count as one, in both treebanks"
                )
        elif gold.surfaces is not None and test.surfaces is not None:
            _unite(sides, gold, test, status, reasons)
        else:
            different = (status == SCORED) & (gold.counts != test.counts)
            for place in np.flatnonzero(different).tolist():
                status[place] = SKIPPED
                reasons[place] = _different(int(gold.counts[place]), int(test.counts[place]))
        for labelled, suffix in ((True, ""), (False, ".unlabelled")):
            for first, last in blocks(np.maximum(*(np.diff(side.word_offsets) for side in sides))):
                pair = lattice_pair(sides[0].part(first, last), sides[1].part(first, last), labelled)
                table.columns[f"tedeval.lattice{suffix}"][system, first:last] = pair.count_trees()
                table.columns[f"segeval{suffix}"][system, first:last] = pair.count_lexemes()
                yield
        self._pairs[system] = test, lattice_pair(sides[0], sides[1])
        yield
        for place in np.flatnonzero((status == SCORED) & (table.columns["tedeval.lattice"][system, :, 2] < 0)).tolist():
            status[place] = PARTIAL
            reasons[place] = "the trees are too large for a tree distance"
        table.set_reasons(system, reasons)
        table.statuses[system] = status
        if paired.share >= LEAST_SHARE:
            ours, theirs = self.texts(), treebank_texts(self.systems[system])
            partners = enumerate(paired.partner.tolist())
            table.aligned[system] = [other != NOWHERE and ours[row] != theirs[other] for row, other in partners]
        self.warnings += [one for one in (*self._unpaired(test), *test.warnings) if one not in self.warnings]
        if paired.share < LEAST_SHARE:
            self.warnings.append(another_text_warning(test.name, paired.share))
            return
        if self.others is None:  # else that tells
            self.warnings += elsewhere_said(paired.ways, test.name, "the gold")

    def _unpaired(self, test: Segmented) -> list[str]:
        """What is told of a system's own lattices or segmentations; of a file that serves all it is told once, of the gold."""
        given = self.segmentations
        return test.unpaired if max(len(given.lattices), len(given.files)) > 1 else []

    def _skipped(self, gold: Segmented, test: Segmented, paired: Paired) -> dict[int, str]:
        reasons = dict.fromkeys(np.flatnonzero(paired.partner == NOWHERE).tolist(), f"{test.name} has no such sentence")
        reasons |= dict.fromkeys(paired.across, f"{test.name} has other sentence breaks")
        reasons |= {place: f"parse, {reason}" for place, reason in test.reasons.items()}
        return reasons | {place: f"gold, {reason}" for place, reason in gold.reasons.items()}


def _different(gold: int, test: int) -> str:
    return f"the space-delimited words differ: gold has {gold}, system has {test}"


def _unite(
    sides: list[LexemeTrees], gold: Segmented, test: Segmented, status: NDArray[np.uint8], reasons: dict[int, str]
) -> None:
    """Where gold and test cut the text into other words, words are united until both cut alike; where the text is another, and
    their numbers differ, the sentence is left out."""
    assert gold.surfaces is not None and test.surfaces is not None
    tokens = [side.tokens[side.is_lexeme].copy() for side in sides]
    for place in np.flatnonzero(status == SCORED).tolist():
        words = gold.surfaces[place], test.surfaces[place]
        if words[0] == words[1]:
            continue
        if "".join(words[0]) != "".join(words[1]):
            if len(words[0]) != len(words[1]):
                status[place] = SKIPPED
                reasons[place] = _different(len(words[0]), len(words[1]))
            continue
        ends = [np.cumsum([len(word) for word in one]) for one in words]
        common = np.intersect1d(ends[0], ends[1])
        for side, of, end in zip(sides, tokens, ends, strict=True):
            here = slice(*side.word_offsets[place : place + 2].tolist())
            of[here] = np.searchsorted(common, end[of[here] - 1]) + 1
    sides[:] = [side.with_tokens(of) for side, of in zip(sides, tokens, strict=True)]


def _told(files: Sequence[AnyTreebank | LatticeFile | SegmentationFile]) -> list[str]:
    return [f"{file.name}: {warning}" for file in files for warning in file.warnings]
