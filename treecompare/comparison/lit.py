"""What lights up in a drawing where a count of a score is clicked, for comparisons of any kind: the nodes and words it counts.

Over lattices TedEval counts nodes of trees, SegEval segments; across schemes there are words of attachment scores and nodes of
function trees, drawn as the part compares them."""

from __future__ import annotations

from dataclasses import replace
from difflib import SequenceMatcher
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from treecompare.comparison.base import Comparison
from treecompare.comparison.constituents.items import matched_functions
from treecompare.comparison.constituents.table import DISCONTINUOUS_PARTS, MOVE_PART, SETS_PART
from treecompare.drawing.arcs import GraphDrawing
from treecompare.drawing.drawn import Drawn
from treecompare.drawing.stacked import StackDrawn
from treecompare.drawing.trees_drawn import TreesDrawn
from treecompare.mappings.mapping import DELETED, INSERTED, MATCHED, SWAPPED, Mapping
from treecompare.mappings.moves import NodePairs, SharedSpans, is_discontinuous, spans_of
from treecompare.mappings.spans import crossing_nodes, tag_pairs
from treecompare.mappings.tokens import align
from treecompare.measures import measure
from treecompare.measures.constituents import FUNCTION_PART, SAME_PART
from treecompare.measures.dependencies import EDGE_PARTS
from treecompare.measures.enhanced import CUT, EdgeScores
from treecompare.measures.measure import JUDGED_PART
from treecompare.measures.tedeval import LATTICE_PARTS, TEDEVAL_2011_PARTS, TEDEVAL_PARTS, WORD_PARTS
from treecompare.measures.words import WordScores
from treecompare.readers import DependencyTreebank, of_one_kind
from treecompare.trees.characters import plain_form
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.tree import PRETERMINAL, Trees

if TYPE_CHECKING:
    from treecompare.comparison.constituents.comparison import ConstituentComparison
    from treecompare.comparison.dependencies.comparison import DependencyComparison
    from treecompare.comparison.lattices.comparison import LatticeComparison
    from treecompare.comparison.schemes.comparison import SchemeComparison
    from treecompare.comparison.schemes.files import SchemeFile
    from treecompare.drawing.lattice_trees import LatticeTrees, Node
    from treecompare.drawing.scheme_layout import Place, SchemeTrees
    from treecompare.drawing.sentence import Wanted

# -- trees of constituents ----------------------------------------------------------------------------------------------

WantedMapping = tuple[str, str, bool]
"""Which mapping is drawn: kind (E or T), part (whole or roof), whether it is labelled."""


def drawn_as(part: str, now: WantedMapping = ("T", "whole", True)) -> WantedMapping:
    """The mapping in whose drawing the counts of a part are seen.

    Leaf-Ancestor has no mapping of its own: its words and lineages are seen in what is drawn ``now``, with tags in the whole tree.
    """
    if part.startswith("la"):
        return now[0], "whole" if part == "la.tags" else now[1], now[2]
    if part == "tags":
        return "E", "whole", True
    if part == MOVE_PART:
        return "T", "whole", True
    if part == SETS_PART:
        return "E", "roof", False
    kind, trees, *rest = part.split(".")
    return kind.upper(), "roof" if trees == "discontinuous" else trees, not rest


def drawn_for(comparison: ConstituentComparison, part: str, wanted: Wanted) -> Wanted:
    """How trees that are drawn as ``wanted`` now are drawn so that the counts of a part are seen: by the mapping that is counted;
    what is counted beside trees is seen in any."""
    if comparison.table.of(part).is_beside:
        return wanted
    mapping, of, labelled = drawn_as(part, (wanted.mapping, wanted.part, wanted.labelled))
    return replace(wanted, mapping=mapping, part=of, labelled=labelled)


def mapping_of(key: str) -> WantedMapping | None:
    """The mapping that a measure counts; None if it counts none of the trees."""
    part = measure(key).part
    return drawn_as(part) if part == "tags" or part.startswith(("e.", "t.")) else None


def _tree_lit(
    comparison: ConstituentComparison, system: int, sentence: int, part: str, count: str, wanted: Wanted, drawn: Drawn
) -> list[Any]:
    now = wanted.mapping, wanted.part, wanted.labelled
    if comparison.table.of(part).is_beside:
        return drawn.places_of(counted_leaves(comparison, system, sentence, part, count, now))
    mapping = drawn.current_mapping() if isinstance(drawn, TreesDrawn | StackDrawn) else None
    kind = "T" if part.startswith("t.") else "E"
    if mapping is None or mapping.kind != kind or now != drawn_as(part, now):
        mapping = counted_mapping(comparison, system, sentence, part, now)
    return drawn.places_of(counted_nodes(comparison, mapping, part, count)) if mapping is not None else []


def counted_mapping(
    comparison: ConstituentComparison,
    system: int,
    sentence: int,
    part: str,
    now: WantedMapping = ("T", "whole", True),
) -> Mapping | None:
    """The mapping that :func:`counted_nodes` needs, over the trees of :func:`drawn_as`; None where there is none.

    Only that of a T-part takes long: for the others the trees count, not which T-nodes stand for each other.
    """
    _, trees, is_labelled = drawn_as(part, now)
    kind = "T" if part.startswith("t.") else "E"
    return comparison.mapping(system, sentence, kind, trees, is_labelled)


def counted_nodes(comparison: ConstituentComparison, mapping: Mapping, part: str, count: str) -> list[Node]:
    """The nodes of ``mapping``'s trees that are counted.

    As many as the count says, of ``matched`` and ``swapped`` (``relabelling``) so many on either side. ``gold-words``: those
    of ``gold`` that are not in ``words``; ``cost``: whatever costs something; ``word:3``: the fourth word and all above it, in
    both trees.
    """
    if "-" in count:
        all_nodes, without = (counted_nodes(comparison, mapping, part, one) for one in count.split("-"))
        left_out = set(without)
        return [node for node in all_nodes if node not in left_out]
    if count.startswith("word:"):
        return lineage_nodes(mapping, int(count.removeprefix("word:")))
    if count == "cost":
        return [
            node for one in ("deleted", "inserted", "swapped") for node in counted_nodes(comparison, mapping, part, one)
        ]
    if count == "crossing":
        (gold, _), (test, numbers) = mapping.shared
        return [("test", numbers[node]) for node in crossing_nodes(gold, test)]
    if part == "tags" and count in ("gold", "test", "matched", "deleted", "inserted"):
        return _tags(comparison, mapping, count)
    if count == "moved":
        return _moved(comparison, mapping)
    if part == SETS_PART or part in DISCONTINUOUS_PARTS:
        among = set()
        for side, (tree, numbers) in zip(("gold", "test"), mapping.shared, strict=True):
            # of several over the same words the upper one
            nodes = spans_of(tree).values() if part == SETS_PART else np.flatnonzero(is_discontinuous(tree)).tolist()
            among |= {(side, numbers[node]) for node in nodes}
        return [one for one in mapping.nodes(count) if one in among]
    return mapping.nodes("swapped" if count == "relabelling" else count)


def counted_leaves(
    comparison: ConstituentComparison, system: int, sentence: int, part: str, count: str, now: WantedMapping
) -> list[Node]:
    """The words of the trees that are drawn ``now`` that a count of dependencies stands for; none where words differ, of words that
    the trees lack, as those that their preparation leaves out, or of judgements."""
    if part in (FUNCTION_PART, SAME_PART):
        return _functions(comparison, system, sentence, part, count) if now[1] == "whole" else []
    mapping = comparison.mapping(system, sentence, "E", now[1], now[2])
    beside = cast("DependencyComparison | None", comparison.dependencies)
    scores = beside.scores.get(system) if beside is not None and part != JUDGED_PART else None
    if mapping is None or beside is None or scores is None:
        return []
    of_row = range(*comparison.rows[sentence : sentence + 2].tolist())
    counted = {word for one in of_row for word in counted_words(beside, system, one, part, count)}
    found = []
    for side, words, sentences, tree in (
        ("gold", scores.gold, scores.gold.sentence_of, mapping.gold),
        ("test", scores.test, scores.alignment.sentence_of_test, mapping.test),
    ):
        places = np.flatnonzero(np.isin(sentences, list(of_row))).tolist()
        forms = [plain_form(words.symbols[words.form[place]]) for place in places]
        leaves = tree.word_nodes.tolist()
        same = SequenceMatcher(None, forms, list(map(plain_form, tree.words)), autojunk=False).get_matching_blocks()
        twins = ((places[a + step], leaves[b + step]) for a, b, size in same for step in range(size))
        found += [(side, leaf) for place, leaf in twins if (side, place) in counted]
    return found


def _functions(comparison: ConstituentComparison, system: int, sentence: int, part: str, count: str) -> list[Node]:
    rows = np.arange(comparison.sentences) == sentence
    found = matched_functions(comparison, system, rows & comparison.table.exist(system, "e.whole"))
    items, counted = (
        (found.nodes, np.arange(len(found.nodes)) < found.matched) if part == SAME_PART else (found.each, None)
    )
    if counted is None:
        counted = found.rows(count)
    elif count in ("matched", "deleted", "inserted"):
        counted[: found.matched] = found.same == (count == "matched")
    return sorted(set(items.found(system, "", counted, counted).nodes.get(sentence, ())))


def _moved(comparison: ConstituentComparison, mapping: Mapping) -> list[Node]:
    sides, spans = [], []
    for tree, words in ((mapping.gold, mapping.gold_alone), (mapping.test, mapping.test_alone)):
        alone = np.zeros(len(tree), np.bool_)
        alone[list(words)] = True
        sides.append(Trees.of_one(tree))
        spans.append(SharedSpans.of(sides[-1], alone))
    labels = comparison.labels()
    codes = [labels.codes(trees, comparison.preparation.parameters.labelled) for trees in sides]
    partners = np.array([mapping.test_of_gold.get(node, -1) for node in range(len(mapping.gold))], np.int64)
    gold, test = NodePairs(sides[0], sides[1], codes[0], codes[1], labels, spans[0], spans[1], partners).moved_pairs()
    return [("gold", node) for node in gold.tolist()] + [("test", node) for node in test.tolist()]


def _tags(comparison: ConstituentComparison, mapping: Mapping, count: str) -> list[Node]:
    labels = comparison.labels()
    (gold, gold_numbers), (test, test_numbers) = mapping.shared
    gold_codes, test_codes = (labels.of_label[tree.labels].tolist() for tree in (gold, test))
    pairs = tag_pairs(gold, test, gold_codes, test_codes, labels.equality())
    agreeing = {"gold": {gold_numbers[node] for node, _ in pairs}, "test": {test_numbers[node] for _, node in pairs}}
    found = []
    for side, tree, counts in (
        ("gold", mapping.gold, ("gold", "deleted")),
        ("test", mapping.test, ("test", "inserted")),
    ):
        for node in np.flatnonzero(tree.kinds == PRETERMINAL).tolist():
            if count == side or (count == "matched" if node in agreeing[side] else count == counts[1]):
                found.append((side, node))
    return found


def lineage_nodes(mapping: Mapping, word: int) -> list[Node]:
    """A word (from 0) with all nodes above it, in both trees; only in the gold's where the other tree has no such word."""
    gold, test = mapping.gold.word_nodes, mapping.test.word_nodes
    if not 0 <= word < len(gold):
        return []
    here = int(gold[word])
    there = int(test[word]) if len(gold) == len(test) else mapping.test_of_gold.get(here, -1)
    found = []
    for side, tree, node in (("gold", mapping.gold, here), ("test", mapping.test, there)):
        while node >= 0:
            found.append((side, node))
            node = tree.parents[node]
    return found


# -- dependencies ----------------------------------------------------------------------------------------------------------


def _word_lit(
    comparison: DependencyComparison, system: int, sentence: int, part: str, count: str, wanted: Wanted, drawn: Drawn
) -> list[Any]:
    places = drawn.places_of(counted_words(comparison, system, sentence, part, count))
    graph = drawn.scene
    if part not in EDGE_PARTS or not isinstance(graph, GraphDrawing):
        return places
    return [one for one in places if one.arc is None or graph.is_counted(one.arc, part, count)]


def counted_words(comparison: DependencyComparison, system: int, sentence: int, part: str, count: str) -> list[Node]:
    """The words that are counted, by their places among all words of their file, gold first; of ``matched`` so many on either side.
    None for tokens and sentences; of TedEval the head words of the function trees' nodes, of enhanced edges the words to which
    they lead.

    ``gold-words``: those of ``gold`` that are not in ``words``.
    """
    if "-" in count:
        all_words, without = (counted_words(comparison, system, sentence, part, one) for one in count.split("-"))
        left_out = set(without)
        return [word for word in all_words if word not in left_out]
    scores = comparison.scores.get(system)
    if scores is None or part in ("tokens", "sentences"):
        return []
    if part in EDGE_PARTS:
        return _words_of_edges(scores.edges, sentence, part, count)
    if part in (*TEDEVAL_PARTS, *TEDEVAL_2011_PARTS):
        partner = int(scores.alignment.partner[sentence])
        if partner < 0:
            return []
        words = zip((scores.gold, scores.test), (sentence, partner), strict=True)
        first, begin = (int(side.offsets[place]) for side, place in words)
        of_gold, of_test = comparison.function_scores.words(system, sentence, part, count)
        return [*(("gold", first + word) for word in of_gold), *(("test", begin + word) for word in of_test)]
    return scored_words(scores, sentence, part, count)


def scored_words(scores: WordScores, sentence: int, part: str, count: str) -> list[Node]:
    """The words of a sentence that ``gold``, ``test``, ``words`` or ``matched`` of attachment scores and the like count."""
    of_gold, of_test = scores.gold.sentence_of == sentence, scores.alignment.sentence_of_test == sentence
    if part in ("clas", "mlas", "blex"):
        of_gold, of_test = of_gold & scores.content[0], of_test & scores.content[1]
    sides = {"gold": of_gold & scores.gold_scored, "test": of_test & scores.test_scored}
    if count in sides:
        return [(count, place) for place in np.flatnonzero(sides[count]).tolist()]
    chosen = of_gold[scores.gold_words] & (scores.right(part) if count == "matched" else count == "words")
    gold, test = (words[chosen].tolist() for words in (scores.gold_words, scores.test_words))
    return [*(("gold", place) for place in gold), *(("test", place) for place in test if count == "matched")]


def _words_of_edges(edges: EdgeScores, sentence: int, part: str, count: str) -> list[Node]:
    matched = edges.matched if part == "elas" else edges.pairs(CUT)
    wanted = {
        "gold": ("gold",), "words": ("gold",), "test": ("test",), "deleted": ("gold",), "inserted": ("test",),
        "matched": ("gold", "test"),
    }.get(count, ())  # fmt: skip
    found: list[Node] = []
    for side, own, of, pairs in zip(("gold", "test"), (edges.gold, edges.test), edges.sentences, matched, strict=True):
        there = of == sentence
        if count in ("matched", "deleted", "inserted"):
            is_matched = np.zeros(len(there), np.bool_)
            is_matched[pairs] = True
            there = there & (is_matched if count == "matched" else ~is_matched)
        found += [(side, word) for word in own.owners[there].tolist()] if side in wanted else []
    return found


# -- lattices and schemes --------------------------------------------------------------------------------------------------


def _lattice_lit(
    comparison: LatticeComparison, system: int, sentence: int, part: str, count: str, wanted: Wanted, drawn: Drawn
) -> list[Any]:
    from treecompare.drawing.lattice_drawn import LatticeDrawn

    if not isinstance(drawn, LatticeDrawn):
        return []
    return drawn.places_of(lattice_nodes(comparison, drawn.trees, system, sentence, part, count))


def lattice_nodes(
    comparison: LatticeComparison, trees: LatticeTrees, system: int, sentence: int, part: str, count: str
) -> list[Node]:
    """The nodes that a count of a part of the score table counts, the gold's first; of ``matched`` so many on either side.

    ``trees``: of the sentence, as they are drawn. None for parts that are not counted over lattices.
    """
    if part not in LATTICE_PARTS or comparison.table.columns[part][system, sentence, 2] < 0:
        return []
    every = {
        side: trees.leaves[side] if part.startswith("segeval") else range(len(trees.tree(side)))
        for side in trees.leaves
    }
    kept = trees.mapping.pairs if part == "tedeval.lattice" else comparison.kept(system, sentence, part)
    found = []
    for place, (side, nodes) in enumerate(every.items()):
        both = {pair[place] for pair in kept}
        lacking = ("inserted", "deleted")[place]
        for number, node in enumerate(nodes):
            if count in (side, "matched" if number in both else lacking):
                found.append((side, node))
    return found


def _scheme_lit(
    comparison: SchemeComparison, system: int, sentence: int, part: str, count: str, wanted: Wanted, drawn: Drawn
) -> list[Any]:
    from treecompare.drawing.scheme_layout import SchemesDrawn, word_place

    if part in WORD_PARTS:
        return [word_place(word) for word in scheme_words(comparison, system, sentence, part, count)]
    if isinstance(drawn, SchemesDrawn) and part in (*TEDEVAL_PARTS, *TEDEVAL_2011_PARTS):
        return scheme_nodes(drawn.trees, count)
    return []


def scheme_words(comparison: SchemeComparison, system: int, sentence: int, part: str, count: str) -> list[int]:
    """The words, from 0, that ``las`` or ``uas`` count as ``gold``, ``test`` or ``matched``; none where these are undefined."""
    if not comparison.table.exist(system, part)[sentence]:
        return []
    gold, parse = (
        _sentence(one, sentence) for one in (comparison.golds[comparison.target[0]], comparison.systems[system])
    )
    scores = WordScores(gold, parse, align(gold, parse), comparison.word_settings)
    found = scored_words(scores, 0, part, count)
    return [word for side, word in found if side == "gold" or count == "test"]


def scheme_nodes(trees: SchemeTrees, count: str) -> list[Place]:
    """The nodes that a count of TedEval stands for, of the system and of what golds have in common; operations are those that count
    as errors."""
    wanted: dict[str, list[tuple[int, str | None]]] = {
        "test": [(trees.parse, None)],
        "gold": [(trees.target, None)],
        "matched": [(trees.target, MATCHED), (trees.parse, MATCHED)],
        "deleted": [(trees.parse, INSERTED)],
        "inserted": [(trees.target, DELETED)],
        "swapped": [(trees.target, SWAPPED), (trees.parse, SWAPPED)],
    }
    return [place for tree, operation in wanted.get(count, []) for place in trees.counted(tree, operation)]


def _sentence(file: SchemeFile, sentence: int) -> Dependencies:
    words = of_one_kind(file.treebank, DependencyTreebank).sentences  # others have no attachment scores
    place = sentence if file.order is None else int(file.order[sentence])
    return words.part(place, place + 1)


# -- any kind --------------------------------------------------------------------------------------------------------------

_LIT: dict[str, Any] = {
    "constituents": _tree_lit, "dependencies": _word_lit, "lattices": _lattice_lit, "schemes": _scheme_lit,
}  # fmt: skip


def lit(
    comparison: Comparison, system: int, sentence: int, part: str, count: str, wanted: Wanted, drawn: Drawn
) -> list[Any]:
    """The places that a count of a part of the score table stands for in a sentence that is ``drawn`` as ``wanted``; none where
    nothing of it is drawn. The system is scored already."""
    found: list[Any] = _LIT[comparison.kind](comparison, system, sentence, part, count, wanted, drawn)
    return found
