"""What was compared: what a treebank is like (Kübler et al. 2008, table 1), which sentences could not be scored, and why, how
those of systems were paired with the gold's, and the checklist of what readers of a paper have to know to get the same figures.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from treecompare import __version__
from treecompare.analyses.by_category import share
from treecompare.analyses.methods import how_made
from treecompare.comparison.answered import WITH_OTHER_WORDS
from treecompare.comparison.base import WAYS, Comparison, SentencePairing
from treecompare.comparison.dependencies.items import ENHANCEMENTS, enhancements
from treecompare.errors import counted
from treecompare.mappings.moves import SharedSpans
from treecompare.mappings.sentence_pairing import GOLD_ONLY, TEST_ONLY
from treecompare.measures import measure
from treecompare.readers import DependencyTreebank, Treebank, of_kind
from treecompare.scores.result import (
    Fact,
    Facts,
    Found,
    ResultTable,
    Value,
    View,
    count_column,
    number_column,
    share_column,
    text_column,
)
from treecompare.scores.significance import ITERATIONS
from treecompare.scores.table import PARTIAL, SCORED, SKIPPED, STATUS_NAMES
from treecompare.trees.arcs import Heads, check, lift
from treecompare.trees.edge_labels import edge_column, split_label
from treecompare.trees.enhanced import graphs, word_edges_of
from treecompare.trees.preparation import PPCHE, Parameters, has_preterminals, prepare, terminals, without_traces
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, WORD, Trees, parent_numbers

if TYPE_CHECKING:
    from treecompare.comparison.constituents.comparison import ConstituentComparison
    from treecompare.comparison.dependencies.comparison import DependencyComparison
    from treecompare.comparison.lattices.comparison import LatticeComparison

_COLUMNS = (
    text_column("treebank"), count_column("sentences"), number_column("mean length"), count_column("longest"),
    count_column("words"), count_column("tokens"), count_column("relations"), count_column("UPOS tags"),
    count_column("XPOS tags"), number_column("mean depth"), count_column("deepest"), number_column("mean arc length"),
    count_column("non-projective arcs"), share_column("of arcs, %", key="non-projective arcs, share"),
    count_column("non-projective sentences"), share_column("of sentences, %", key="non-projective sentences, share"),
    count_column("lifts"), count_column("no trees"),
)  # fmt: skip
_NOTE = (
    "Depth: arcs from the deepest word of a sentence up to the root, the root counting 1; arc length: words from a word to "
    "its head. Non-projective: between a word and its head stands a word that the head does not dominate. Lifts: how often "
    "a head is replaced by its head until no arc is non-projective (Nivre & Nilsson 2005). No trees: several roots, none, a "
    "cycle, or a head outside."
)


def dependency_statistics_tables(
    treebanks: Sequence[DependencyTreebank], systems: Sequence[int | None] | None = None
) -> list[ResultTable]:
    """The trees of treebanks, and the enhanced graphs of those that have some.

    ``systems`` says which system each is (None: a gold), else the first is the gold.
    """
    systems = systems or [None, *range(len(treebanks) - 1)]
    tables = [dependency_statistics_table(treebanks, systems)]
    both = [(one, system) for one, system in zip(treebanks, systems, strict=True) if one.sentences.is_enhanced]
    return [*tables, graph_statistics_table(*map(list, zip(*both, strict=True)))] if both else tables


def dependency_statistics_table(
    treebanks: Sequence[DependencyTreebank], systems: Sequence[int | None] | None = None
) -> ResultTable:
    """A row per treebank; ``systems`` says which system each is (None: a gold), else the first is the gold.

    Sentences without words are not counted, shares are of arcs that are not from the root.
    """
    rows = list(map(_row, treebanks, systems or [None, *range(len(treebanks) - 1)]))
    return ResultTable.of("Statistics of the treebanks", _COLUMNS, rows, _NOTE, ("statistics|dependencies",))


_GRAPH_COLUMNS = (
    text_column("treebank"), count_column("sentences"), count_column("with enhanced edges", "sentences with enhanced edges"),
    count_column("edges"), count_column("empty nodes"), number_column("edges per node", key="edges per node"),
    count_column("several roots"), count_column("no root"), count_column("cycles"), count_column("several parts"),
    *(count_column(name) for name in ENHANCEMENTS),
)  # fmt: skip


def graph_statistics_table(treebanks: Sequence[DependencyTreebank], systems: Sequence[int | None]) -> ResultTable:
    """The enhanced graphs of treebanks, a row each; ``systems``: see :func:`dependency_statistics_tables`."""
    rows: list[list[Value | Fact]] = []
    names = ("several roots", "no root", "cycles", "several parts")
    for one, system in zip(treebanks, systems, strict=True):
        words = one.sentences
        seen, edges = graphs(words), word_edges_of(words)
        there = seen.edges > 0
        masks = (seen.roots > 1, seen.roots == 0, seen.cyclic, seen.parts > 1)
        odd = [
            Found(np.flatnonzero(there & which), system, f"enhanced graphs: {name}")
            for name, which in zip(names, masks, strict=True)
        ]
        kinds = np.bincount(enhancements(edges, words), minlength=len(ENHANCEMENTS)).tolist()
        total, nodes = int(seen.edges.sum()), int(seen.nodes[there].sum())
        rows.append([
            one.name, int((words.lengths > 0).sum()), int(there.sum()), total, len(words.empty_nodes.after), share(total, nodes),
            *map(Fact.of, odd), *kinds,
        ])  # fmt: skip
    return ResultTable.of(
        "Enhanced graphs of the treebanks", _GRAPH_COLUMNS, rows,
        "Edges of words and empty nodes, as they are written; sentences whose graph has several roots, none, a cycle, or parts "
        "that are not connected. Types of enhancement: of the edges of words, empty nodes collapsed, by the basic tree.",
        ("statistics|enhanced",),
    )  # fmt: skip


def _row(treebank: DependencyTreebank, system: int | None) -> list[Value | Fact]:
    words = treebank.sentences
    heads = check(words)
    sentences = int((words.lengths > 0).sum())
    several = words.multiwords
    tokens = words.words - int((several.last.astype(np.int64) - several.first).sum())
    hanging = np.flatnonzero(words.parents >= 0)
    length = int(np.abs(words.parents[hanging] - hanging).sum())
    crossing, lifts = int(heads.non_projective.sum()), int(lift(words).lifts.sum())
    crossed = Found(np.flatnonzero(heads.counted(heads.non_projective)), system, "non-projective arcs")
    no_trees = Found(heads.irregular, system, "heads that make no tree")
    deepest = depths_per_sentence(treebank, heads)
    kinds = [_different(treebank, column) for column in (words.deprel, words.upos, words.xpos)]
    return [
        treebank.name, sentences, share(words.words, sentences), int(words.lengths.max(initial=0)), words.words, tokens, *kinds,
        share(int(deepest.sum()), sentences), int(deepest.max(initial=0)), share(length, len(hanging)),
        Fact(crossing, crossed), share(crossing, len(hanging)), Fact.of(crossed), share(len(crossed.sentences), sentences), lifts,
        Fact.of(no_trees),
    ]  # fmt: skip


def depths_per_sentence(treebank: DependencyTreebank, heads: Heads) -> NDArray[np.int64]:
    """The depth of the deepest word of each sentence; 0 where none is under a root."""
    deepest = np.zeros(len(treebank.sentences), np.int64)
    np.maximum.at(deepest, treebank.sentences.sentence_of, heads.depths)
    return deepest


def _different(treebank: DependencyTreebank, column: NDArray[np.int32]) -> int:
    """How many different texts a column has; ``_`` is none."""
    return len({treebank.sentences.symbols[symbol] for symbol in np.unique(column).tolist()} - {"_"})


def sentence_table(treebank: DependencyTreebank) -> ResultTable:
    """A row per sentence: words, depth, arcs that are non-projective, lifts, and what is wrong with the heads."""
    sentences = treebank.sentences
    heads = check(sentences)
    columns = (
        sentences.lengths, depths_per_sentence(treebank, heads), heads.counted(heads.non_projective), lift(sentences).lifts,
    )  # fmt: skip
    ids = treebank.ids or [None] * len(sentences)
    rows: list[list[Value]] = []
    for index, numbers in enumerate(zip(*(column.tolist() for column in columns), strict=True)):
        problem = treebank.problems.get(index)
        wrong = problem.reason if problem else ", ".join(heads.reasons(index))
        rows.append([index + 1, ids[index] or str(index + 1), *numbers, wrong])
    return ResultTable(
        f"Sentences of {treebank.name}",
        (
            count_column("number"), text_column("sentence"), count_column("words"), count_column("depth"),
            count_column("non-projective arcs"), count_column("lifts"), text_column("heads"),
        ),
        rows,
        _NOTE,
        ("statistics|dependencies",),
    )  # fmt: skip


@dataclass(frozen=True)
class Statistics:
    """Counts of a treebank, all integers; "per" figures divide them once.

    ``depth``: sum over sentences of the constituents above the deepest word. ``daughters``: of all constituents together.
    ``unary``: constituents with one daughter; ``unary_chains``: those whose one daughter is a constituent too.
    ``discontinuous``: per sentence those whose words stand apart. ``categories``, ``functions``, ``tags``: how many different
    labels; a function is what follows the separator in a label, indices left out, or stands on an edge. Traces are not words.
    """

    sentences: int
    words: int
    constituents: int
    categories: int
    functions: int
    tags: int
    depth: int
    deepest: int
    daughters: int
    unary: int
    unary_chains: int
    discontinuous: NDArray[np.int64]
    longest: int


def statistics(
    trees: Trees, preterminals: bool, parameters: Parameters, separator: str = "-", is_historical: bool = False
) -> Statistics:
    """Counts over all sentences that have words, after preparation (``none``: as they are in the file, without traces).

    ``separator``: what functions follow in a label; ``is_historical``: see :func:`split_label`.
    """
    marked = terminals(without_traces(trees), preterminals)
    ready = prepare(marked, parameters)
    is_word, is_constituent = ready.kinds == WORD, ready.kinds == CONSTITUENT
    sentence_of = ready.sentence_of
    # a node's depth: how many constituents' subtrees it lies in; each opens at its first node and closes after itself
    nodes = np.flatnonzero(is_constituent)
    steps = np.zeros(len(ready.kinds) + 1, np.int64)
    np.add.at(steps, nodes + 1 - ready.sizes[nodes], 1)
    np.add.at(steps, nodes + 1, -1)
    depths = np.cumsum(steps)[:-1]
    deepest = np.zeros(len(ready), np.int64)
    np.maximum.at(deepest, sentence_of[is_word], depths[is_word])
    daughters = daughter_counts(ready)
    unary = nodes[daughters[nodes] == 1]
    apart = SharedSpans.of(ready, None).apart
    uncut = prepare(marked, replace(parameters, cuts_labels=False, keeps_functions=False))
    edges = edge_column(uncut)
    functions = set() if edges is None else {uncut.symbols[edge] for edge in np.unique(edges).tolist() if edge >= 0}
    of_phrases = [split_label(label, separator, is_historical) for label in _labels(uncut, uncut.kinds == CONSTITUENT)]
    of_tags = [
        split_label(label, separator) for label in _labels(uncut, uncut.kinds == PRETERMINAL) if not is_historical
    ]
    functions |= {one for _, some in (*of_phrases, *of_tags) for one in some}
    categories = {category for category, _ in of_phrases}
    return Statistics(
        sentences=int((ready.word_counts > 0).sum()),
        words=int(is_word.sum()),
        constituents=int(is_constituent.sum()),
        categories=len(categories - {""}),
        functions=len(functions),
        tags=len(np.unique(ready.labels[ready.kinds == PRETERMINAL])),
        depth=int(deepest.sum()),
        deepest=int(deepest.max(initial=0)),
        daughters=int(daughters[nodes].sum()),
        unary=len(unary),
        # an only daughter stands directly before its mother in postorder
        unary_chains=int(is_constituent[unary - 1].sum()),
        discontinuous=ready.totals(np.zeros_like(is_word) if apart is None else is_constituent & (apart.sets < 0)),
        longest=int(ready.word_counts.max(initial=0)),
    )


def function_separator(trees: Trees, preterminals: bool) -> str:
    """What functions follow in labels of constituents: the colon if more labels are parted by it (``NX:ON``), else the dash."""
    marked = terminals(without_traces(trees), preterminals)
    labels = _labels(marked, marked.kinds == CONSTITUENT)
    return max("-:", key=lambda separator: sum(bool(split_label(label, separator)[1]) for label in labels))


def _labels(trees: Trees, nodes: NDArray[np.bool_]) -> list[str]:
    return [trees.symbols[label] for label in np.unique(trees.labels[nodes]).tolist()]


def daughter_counts(trees: Trees) -> np.ndarray:
    """Daughters per node: a tag and its word count as one daughter of what is above."""
    counts = np.zeros(len(trees.kinds), np.int64)
    parents = parent_numbers(trees)
    np.add.at(counts, parents[parents >= 0], 1)
    return counts


def statistics_table(
    treebanks: Sequence[Treebank],
    parameters: Parameters,
    preterminals: bool | None = None,
    separator: str | None = None,
    systems: Sequence[int | None] | None = None,
) -> ResultTable:
    """A row per treebank. ``preterminals``: whether there are tags; None: each treebank decides, as of ``separator``.

    ``systems`` says which system each is (None: a gold), else the first is the gold.
    """
    rows: list[list[Value | Fact]] = []
    separators = []
    for treebank, system in zip(treebanks, systems or [None, *range(len(treebanks) - 1)], strict=True):
        has_tags = has_preterminals(treebank.trees) if preterminals is None else preterminals
        separators.append(separator or function_separator(treebank.trees, has_tags))
        one = statistics(treebank.trees, has_tags, parameters, separators[-1], treebank.format == PPCHE.name)
        apart = Found(np.flatnonzero(one.discontinuous), system, "discontinuous constituents")
        discontinuous, crossed = int(one.discontinuous.sum()), len(apart.sentences)
        rows.append([
            treebank.name, one.sentences, share(one.words, one.sentences), one.longest, one.words, one.categories, one.functions,
            one.tags, share(one.constituents, one.words), share(one.depth, one.sentences), one.deepest,
            share(one.daughters, one.constituents), share(one.unary, one.constituents),
            share(one.unary_chains, one.constituents), *Fact.each((discontinuous, share(discontinuous, one.constituents),
            crossed, share(crossed, one.sentences)), apart),
        ])  # fmt: skip
    columns = (
        text_column("treebank"), count_column("sentences"), number_column("mean length"), count_column("longest"),
        count_column("words"), count_column("category labels"), count_column("function labels"), count_column("tags"),
        number_column("non-terminals per terminal"), number_column("mean depth"), count_column("deepest"),
        number_column("branching"), share_column("unary, %"), share_column("over constituents, %", key="unary over constituents"),
        count_column("discontinuous constituents"), share_column("of constituents, %", key="discontinuous constituents, share"),
        count_column("discontinuous sentences"), share_column("of sentences, %", key="discontinuous sentences, share"),
    )  # fmt: skip
    return ResultTable.of(
        "Statistics of the treebanks",
        columns,
        rows,
        f"Trees prepared by '{parameters.name}'. Depth: constituents above the deepest word of a sentence; branching: daughters "
        "per constituent; unary: constituents with one daughter, and those whose one daughter is a constituent; function labels: "
        f"what follows {_told(treebanks, separators)} in a label, or stands on an edge; discontinuous: constituents whose words "
        "stand apart, and sentences that have some. Traces are not words.",
        (f"statistics|params:{parameters.name}" + (f"|functions:{separator}" if separator else ""),),
    )


def _told(treebanks: Sequence[Treebank], separators: Sequence[str]) -> str:
    """What functions follow, by treebank if not the same in all."""
    if len(set(separators)) <= 1:
        return f"'{(*separators, '-')[0]}'"
    return ", ".join(f"'{one}' ({treebank.name})" for treebank, one in zip(treebanks, separators, strict=True))


def statistics_tables(comparison: Comparison, view: View) -> list[ResultTable]:
    """The gold treebank and the systems (Kübler et al. 2008, table 1), prepared as for the scores."""
    treebanks = comparison.treebanks()
    everything = [one for one, _ in treebanks]
    systems = {
        kind: [system for one, system in treebanks if one.kind == kind] for kind in {one.kind for one in everything}
    }
    tables = []
    if words := of_kind(everything, DependencyTreebank):
        tables += dependency_statistics_tables(words, systems[DependencyTreebank.kind])
    if trees := of_kind(everything, Treebank):
        params, of_trees = comparison.preparation.parameters, systems[Treebank.kind]
        tables.append(statistics_table(trees, params, comparison.tags, systems=of_trees))
    return tables


def skipped_tables(comparison: Comparison, view: View) -> list[ResultTable]:
    """Why sentences are not scored, or only under tree distance, per system."""
    table = comparison.table
    kinds: dict[tuple[int, str], list[list[int]]] = {}
    for system in range(len(table.systems)):
        for status in (PARTIAL, SKIPPED):
            for sentence in np.flatnonzero(table.statuses[system] == status).tolist():
                kind = status, table.reason(system, sentence).split(":")[0]
                kinds.setdefault(kind, [[] for _ in table.systems])[system].append(sentence)
    ordered = sorted(kinds.items(), key=lambda one: (one[0][0], -sum(map(len, one[1])), one[0][1]))
    rows: Facts = [
        [
            STATUS_NAMES[status],
            reason,
            *(Fact.of(Found(np.array(of, np.int64), system, reason)) for system, of in enumerate(sentences)),
        ]
        for (status, reason), sentences in ordered
    ]
    partly = "Partial: the words differ; only tree distance is defined."
    every = f"All sentences {'that are compared ' * table.waits()}were scored."
    kinds_table = ResultTable.of(
        "Sentences that were not scored",
        (text_column("status"), text_column("reason"), *map(count_column, table.systems)),
        rows,
        partly if any(status == PARTIAL for (status, _), _ in ordered) else "" if rows else every,
    )
    return [kinds_table, _skipped_sentences(comparison)] if rows else [kinds_table]


def _skipped_sentences(comparison: Comparison) -> ResultTable:
    """One row per system and sentence."""
    table, rows = comparison.table, list[list[Value | Fact]]()
    for system, name in enumerate(table.systems):
        for sentence in np.flatnonzero(np.isin(table.statuses[system], (PARTIAL, SKIPPED))).tolist():
            status, reason = STATUS_NAMES[table.statuses[system, sentence]], table.reason(system, sentence)
            values = name, comparison.number_of(sentence), comparison.ids[sentence], status, reason
            rows.append(Fact.each(values, Found(np.array([sentence]), system, reason)))
    columns = (
        text_column("system"), count_column("number"), text_column("sentence"), text_column("status"), text_column("reason"),
    )  # fmt: skip
    return ResultTable.of("Each sentence that was not scored", columns, rows)


def pairing_tables(
    comparison: ConstituentComparison | DependencyComparison | LatticeComparison, view: View
) -> list[ResultTable]:
    """Counts per system; then the units that are not one sentence of each side, in order, with the same characters."""
    names = [system.name for system in comparison.systems]
    pairings = [comparison.sentence_pairing(system) for system in range(len(names))]
    table = comparison.table
    respelt = [np.where(table.statuses[system] == SCORED, table.respelt[system], 0) for system in range(len(names))]
    tables = [_counts(names, pairings, respelt if comparison.kind == "dependencies" else [])]
    listed = [
        (system, int(unit))
        for system, pairing in enumerate(pairings)
        for unit in np.flatnonzero(~pairing.is_plain).tolist()
    ]
    return [*tables, _listed(names, pairings, listed)] if listed else tables


def _counts(names: list[str], pairings: list[SentencePairing], respelt: list[NDArray[np.int32]]) -> ResultTable:
    """``respelt``: per system how many words of each row have other characters; none where these are not counted."""
    kinds = [*WAYS, "with another text" if respelt else "with other characters"]
    rows: list[list[Value | Fact]] = [[kind] for kind in kinds]
    for system, one in enumerate(pairings):
        alone = np.isin(one.ways, (GOLD_ONLY, TEST_ONLY))
        masks = [*(one.ways == way for way in range(len(WAYS))), (one.edits > 0) & ~alone]
        for row, kind, mask in zip(rows, kinds, masks, strict=True):
            units = np.flatnonzero(mask).tolist()
            row.append(Fact(len(units), partial(_found, one, units, system, kind)))
    last = "words with other characters"
    words = [Fact(int(of.sum()), Found(np.flatnonzero(of), system, last)) for system, of in enumerate(respelt)]
    rows += [[last, *words]] if respelt else []
    return ResultTable.of(
        "How sentences were paired",
        (text_column("pairing"), *map(count_column, names)),
        rows,
        "A unit is one sentence of each side, several where sentence breaks differ, or a sentence that only one side has. By text: "
        "both say the same; elsewhere: in another order. By place: other texts between sentences that are paired. In order: line "
        "by line. "
        + (
            "With another text: the texts differ. Words with other characters are paired all the same."
            if respelt
            else "With other characters: the texts differ."
        ),
    )


def _listed(names: list[str], pairings: list[SentencePairing], listed: list[tuple[int, int]]) -> ResultTable:
    rows = []
    for system, unit in listed:
        pairing = pairings[system]
        gold_first, gold_last, test_first, test_last = pairing.units[unit].tolist()
        numbers, way = (_numbers(gold_first, gold_last), _numbers(test_first, test_last)), WAYS[pairing.ways[unit]]
        values = names[system], *numbers, way, int(pairing.edits[unit])
        rows.append(Fact.each(values, partial(_found, pairing, [unit], system, way)))
    return ResultTable.of(
        "Not one sentence each, in order, with the same characters",
        (
            text_column("system"), text_column("gold sentences"), text_column("its sentences"), text_column("pairing"),
            count_column("edits"),
        ),
        rows,
        "Edits: characters that have to be replaced, deleted or inserted.",
    )  # fmt: skip


def _found(pairing: SentencePairing, units: list[int], system: int, text: str) -> Found | None:
    rows = pairing.rows[units]
    rows = np.unique(rows[rows >= 0])
    return Found(rows, system, text) if len(rows) else None


def _numbers(first: int, last: int) -> str:
    return "+".join(str(sentence + 1) for sentence in range(first, last)) or "–"


def checklist_tables(comparison: Comparison, view: View) -> list[ResultTable]:
    """One row per question; below it the same as a paragraph."""
    rows: list[list[Value]] = [[question, answer] for question, answer in _answers(comparison, view) if answer]
    keys = list(dict.fromkeys((view.key_a, view.key_b)))
    paragraph = how_made(comparison, keys, view.average, view.baseline)
    columns = text_column("question"), text_column("answer")
    signatures = tuple(comparison.table.signature(key, view.average) for key in keys)
    return [ResultTable("Checklist of the evaluation", columns, rows, paragraph, signatures)]


def _answers(comparison: Comparison, view: View) -> Iterator[tuple[str, str]]:
    table, settings = comparison.table, comparison.settings
    systems = range(len(table.systems))
    yield "Program", f"treecompare {__version__}"
    asked = table.asked()
    yield "Sentences", f"{int(table.gold_counts[asked].sum()):,}"
    if settings.meta == "ignore":
        yield "Headings (META)", "left out"
    if settings.max_length is not None:
        after = " after preparation" if comparison.kind == "constituents" else ""
        yield "Longest sentences", counted(settings.max_length, "word") + after
    yield "Words after preparation", f"{int(table.lengths[asked].sum()):,}"

    def of_each(numbers: list[int], of: str = "") -> str:
        told = [f"{table.systems[system]} {numbers[system]:,}" for system in systems]
        return "; ".join(told) + of

    yield (
        "Sentences scored",
        of_each([int(np.count_nonzero(table.statuses[system, asked] == SCORED)) for system in systems]),
    )
    without = [int(np.count_nonzero((table.statuses[system] == SKIPPED) & asked)) for system in systems]
    how = "counted as 0" if settings.missing == "zero" else "left out, shown and counted"
    yield "Sentences without a usable parse", of_each(without, f"; {how}") if any(without) else "none"
    if comparison.outcomes:
        of_answers = []
        for system, one in sorted(comparison.outcomes.items()):
            others = sum(bool(each.repairs) and each.outcome in WITH_OTHER_WORDS for each in one.answers)
            said = f"{table.systems[system]} {one.repaired:,}, and {others:,} with other words (repair: {one.level})"
            of_answers.append(said)
        yield "Sentences scored after repair", "; ".join(of_answers)
    if comparison.baselines:
        yield "Uninformed baselines", ", ".join(table.systems[system] for system in sorted(comparison.baselines))
    if comparison.consensus:
        yield "Consensus of the others", ", ".join(table.systems[system] for system in sorted(comparison.consensus))
    aligned = [table.number_aligned(system) for system in systems]
    for system, one in comparison.outcomes.items() if settings.aligns else ():
        aligned[system] = sum(one.counts[outcome] for outcome in WITH_OTHER_WORDS)
    partly = [table.number(system, PARTIAL) for system in systems]
    if any(aligned):
        yield "Sentences with other words", of_each(aligned, "; aligned")
    elif any(partly):
        yield "Sentences with other words", of_each(partly, "; without scores that need equal words")
    else:
        yield "Sentences with other words", "none"
    yield "Preparation", comparison.prepared()
    if comparison.kind == "constituents":
        yield "Grammatical functions", "part of the label" if settings.functions else "left out"
    common = table.common()
    if len(table.systems) == 1:
        on = "its own"
    elif settings.sentences == "own":
        on = "each system's own"
    else:
        on = f"the {common.number:,} that all systems have"
    yield "Sentences that figures rest on", on
    keys = list(dict.fromkeys((view.key_a, view.key_b)))
    yield "Measures", "; ".join(f"{measure(key).title} ({measure(key).paper})" for key in keys)
    pooled = "pooled: counts are summed over all sentences before the division"
    yield "Average", pooled if view.average == "pooled" else "mean of the sentences' scores"
    if len(table.systems) > 1:
        yield "Significance", f"shuffling, {ITERATIONS:,} iterations, two-sided; Holm's correction over the systems"
