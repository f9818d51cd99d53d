"""Constituents to dependencies by head rules (Magerman 1995; Collins 1999, appendix A; Kübler et al. 2008, section 4.3).

The head word of a constituent is that of its head daughter. Every other daughter's head word depends on it; the
relation is what the table says of that daughter. A whole file at once: rules are asked once per pair of labels that
occurs, the rest is arrays.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from treecompare.trees.arcs import sums_before
from treecompare.trees.characters import unescaped
from treecompare.trees.crossing import RAISE, RAISE_WITH_FUNCTION_NODES, Resolved, resolved
from treecompare.trees.dependencies import COLUMNS, Dependencies, EmptyNodes, Multiwords
from treecompare.trees.edge_labels import edge_column, labels_with_edges
from treecompare.trees.head_rules import NO_RELATION, WORD_LABEL, Choice, HeadRules, Label, head_rules
from treecompare.trees.heads import check
from treecompare.trees.preparation import VROOT, has_preterminals, terminals, with_marked_tags
from treecompare.trees.reshaping import chained, moved_down, reshaped, with_function_nodes
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import PRETERMINAL, WORD, Tree, Trees, has_positions, parent_numbers, sums_below


@dataclass(frozen=True, eq=False)
class Converted:
    """``dependencies``: sentence by sentence, without words where a tree has none.

    ``headless``: sentences (from 0) in which no rule finds a head, and where; their heads are kept as they came out.
    """

    dependencies: Dependencies
    headless: dict[int, str]

    def reasons(self) -> dict[int, str]:
        """Sentences (from 0) whose heads do not make a tree, and why: the headless, and those with several roots."""
        heads = check(self.dependencies.arcs)
        reasons = {sentence: ", ".join(heads.reasons(sentence)) for sentence in heads.irregular.tolist()}
        return dict(sorted((reasons | self.headless).items()))


def to_dependencies(
    trees: Trees,
    rules: HeadRules,
    preterminals: bool | None = None,
    unescape: bool = False,
    implies_root: bool = False,
) -> Converted:
    """Converts all trees, as they stand in their file.

    Traces go first, with constituents that are left without words. The tag without functions becomes UPOS and XPOS.
    Punctuation depends on the head of its mother. Where a sentence has several roots (several trees on a line) or a
    rule finds no head, the words concerned get head 0, and the sentence a reason; trees cannot give cycles.
    ``preterminals``: whether a node over one word is a tag (None: finds out). ``unescape``: -LRB- becomes ( in words.
    ``implies_root``: several roots of a sentence stand under one that their format implies; under a table with a line for such a
    root (VROOT) they do anyway.
    """
    if implies_root or rules.has_line_for(VROOT):
        trees = trees.rooted(VROOT)
    ready = _without_traces(terminals(trees, has_preterminals(trees) if preterminals is None else preterminals), rules)
    ready = reshaped(ready, rules, lambda some: _labels(some, rules))
    labels, codes = _labels(ready, rules)
    parents = parent_numbers(ready)
    head_daughter, headless = _head_daughters(ready, rules, labels, codes, parents)
    head_word = head_words(ready, head_daughter)

    nodes = len(ready.kinds)
    words = ready.word_nodes
    offsets = sums_before(ready.word_counts)
    numbers = np.arange(len(words)) - np.repeat(offsets[:-1], ready.word_counts) + 1
    # the arc of a word depends on the topmost node that it heads: a non-head daughter, or a root
    daughters = np.flatnonzero(parents >= 0)
    mothers = parents[daughters]
    tops = daughters[(head_daughter[mothers] != daughters) & (head_word[daughters] < nodes)]
    above = parents[tops]
    hangs = head_word[above] < nodes
    tops, above = tops[hangs], above[hangs]
    word_of_node = np.zeros(nodes, np.int64)
    word_of_node[words] = np.arange(len(words))
    symbols = Symbols([NO_RELATION])
    governing, found = chained(
        rules, symbols, tops, above, head_daughter[above],
        _relations(rules, symbols, labels, codes, tops, above, head_daughter[above]),
    )  # fmt: skip
    dependents, governors = word_of_node[head_word[tops]], word_of_node[head_word[governing]]
    heads = np.zeros(len(words), np.int32)
    heads[dependents] = numbers[governors]
    relations = np.full(len(words), symbols.number(rules.root), np.int32)
    relations[dependents] = found
    heads = moved_down(rules, symbols, heads, relations, offsets)
    dependencies = _table(ready, words, offsets, heads, relations, symbols, labels, codes, parents, unescape)
    owners = np.searchsorted(ready.offsets, headless, side="right") - 1
    return Converted(dependencies, {
        sentence: f"no rule of {rules.name} finds a head: {ready.symbols[label] or 'a bracket without a label'}"
        for sentence, label in zip(owners.tolist(), ready.labels[headless].tolist(), strict=True)
    })  # fmt: skip


GERMAN_TAGS = ("VVFIN", "VAFIN", "VMFIN", "$.", "$,", "ADJA")
TUEBA_LABELS = ("SIMPX", "VXFIN", "VXINF")


def usual_table(trees: Trees) -> str:
    """The shipped table for trees with such labels: ``tueba`` and ``tiger`` for German ones, else ``collins``."""
    used = {
        Label.of(trees.symbols[label]).category.split(":", 1)[0]
        for label in np.unique(trees.labels[trees.kinds != WORD]).tolist()
    }
    if used & set(TUEBA_LABELS):
        return "tueba"
    return "tiger" if used & set(GERMAN_TAGS) else "collins"


def head_daughters(trees: Trees, rules: HeadRules, with_edges: bool = True) -> NDArray[np.int64]:
    """The head daughter of each node by the rules, -1 where there is none.

    ``with_edges``: edge labels count as functions, so that rules may ask for ``-HD``.
    """
    marked = with_marked_tags(trees) if has_preterminals(trees) else trees
    edges = edge_column(trees) if with_edges else None
    labels, codes = _labels(marked, rules, with_edges)
    parents = parent_numbers(marked)
    found = _head_daughters(marked, rules, labels, codes, parents)[0]
    if edges is not None:  # whatever the table says
        heads = [number for text in _HEAD_EDGES if (number := trees.symbols.find(text)) is not None]
        named = np.flatnonzero(np.isin(edges, heads) & (parents >= 0))[::-1]
        found[parents[named]] = named
    return found


def without_crossing(trees: Trees, way: str = RAISE, rules: HeadRules | None = None) -> Resolved:
    """See :func:`treecompare.trees.crossing.resolved`; ``way`` may also be RAISE_WITH_FUNCTION_NODES.

    Heads are found by the head rules for the tags of the trees, unless others are given.
    """
    has_nodes = way == RAISE_WITH_FUNCTION_NODES
    found = Resolved(trees)
    if has_positions(trees):
        table = head_rules(usual_table(trees)) if rules is None else rules
        found = resolved(trees, RAISE if has_nodes else way, lambda some: head_daughters(some, table))
    if has_nodes:
        with_nodes, added = with_function_nodes(found.trees)
        found = replace(found, trees=with_nodes, added=added)
    return found


_HEAD_EDGES = ("HD", "hd")
"""Labels of the edge to the head, in TIGER and its kin and in Alpino."""


def explain(tree: Tree, node: int, rules: HeadRules) -> Choice:
    """Which daughter of ``node`` is its head, and by which rule.

    ``daughter`` counts those that are left without traces.
    For a word: itself, by no rule. ``tree`` has its tags marked, as comparisons show them.
    """
    here = slice(node + 1 - int(tree.sizes[node]), node + 1)
    part = Trees(
        tree.symbols, tree.labels[here], tree.kinds[here], tree.sizes[here], np.array([0, tree.sizes[node]], np.int64),
        None if tree.extras is None else tree.extras.part(here),
    )  # fmt: skip
    ready = _without_traces(part, rules)
    if not len(ready.kinds):
        return Choice(None, "there are no words below")
    ready = replace(ready, labels=labels_with_edges(ready, ready.labels, ready.symbols, rules.separator))
    prepared = ready[0]
    top = len(prepared) - 1
    if not prepared.children[top]:
        return Choice(None, "a word is its own head")
    daughters = ["" if prepared.kinds[child] == WORD else prepared.texts[child] for child in prepared.children[top]]
    return rules.choose(prepared.texts[top], daughters)


def _without_traces(trees: Trees, rules: HeadRules) -> Trees:
    traces = np.fromiter((text in rules.traces for text in trees.symbols.texts), np.bool_, len(trees.symbols))
    gone = (trees.kinds == PRETERMINAL) & traces[trees.labels]
    keep = ~gone
    keep[:-1] &= ~gone[1:]
    return trees.kept(keep & (sums_below(trees, (trees.kinds == WORD) & keep) > 0))


def _labels(trees: Trees, rules: HeadRules, with_edges: bool = True) -> tuple[list[Label], NDArray[np.int64]]:
    """The different labels without indices, and which of them each node has; number 0 is that of words.

    ``with_edges``: labels of edges are functions.
    """
    known: dict[Label, int] = {WORD_LABEL: 0}
    edges = edge_column(trees) if with_edges else None
    if edges is not None:
        pairs, which = np.unique(np.stack((trees.labels, edges)), axis=1, return_inverse=True)
        texts = [(trees.symbols[label], trees.symbols[edge] if edge >= 0 else "") for label, edge in pairs.T.tolist()]
        is_inner = np.bincount(which.reshape(-1), trees.kinds != WORD, len(texts)) > 0
        numbers = [
            known.setdefault(rules.label(*text), len(known)) if inner else 0
            for text, inner in zip(texts, is_inner.tolist(), strict=True)
        ]
        return list(known), np.where(trees.kinds == WORD, 0, np.array(numbers, np.int64)[which.reshape(-1)])
    of_symbol = np.zeros(len(trees.symbols), np.int64)
    for symbol in np.unique(trees.labels[trees.kinds != WORD]).tolist():
        of_symbol[symbol] = known.setdefault(rules.label(trees.symbols[symbol]), len(known))
    return list(known), np.where(trees.kinds == WORD, 0, of_symbol[trees.labels])


def _head_daughters(
    trees: Trees, rules: HeadRules, labels: list[Label], codes: NDArray[np.int64], parents: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The head daughter of each node (-1: none), and the nodes with daughters of which no rule makes one the head."""
    nodes = len(trees.kinds)
    head_daughter = np.full(nodes, -1, np.int64)
    daughters = np.flatnonzero(parents >= 0)
    mothers = parents[daughters]
    pairs, which = np.unique(codes[mothers] * len(labels) + codes[daughters], return_inverse=True)
    never = np.int64(1) << 62
    ranks, from_left = np.full(len(pairs), never >> 41), np.ones(len(pairs), np.bool_)
    for place, pair in enumerate(pairs.tolist()):
        rank = rules.rank(labels[pair // len(labels)], labels[pair % len(labels)])
        if rank is not None:
            ranks[place], from_left[place] = rank
    # first by rank, then by position among the daughters from the rule's side
    keys = (ranks[which] << 40) + np.where(from_left[which], daughters, (1 << 40) - 1 - daughters)
    best = np.full(nodes, never)
    np.minimum.at(best, mothers, keys)
    chosen = (keys == best[mothers]) & (ranks[which] < never >> 41)
    head_daughter[mothers[chosen]] = daughters[chosen]

    is_conjunction, is_punctuation = (
        np.fromiter(map(holds, labels), np.bool_, len(labels))[codes]
        for holds in (rules.is_conjunction, rules.is_punctuation)
    )
    if is_conjunction.any():
        _move_before_conjunctions(trees, head_daughter, is_conjunction, is_punctuation)
    only = np.flatnonzero(trees.sizes > 1)
    only = only[trees.sizes[only] - 1 == trees.sizes[only - 1]]
    head_daughter[only] = only - 1
    return head_daughter, np.flatnonzero((trees.sizes > 1) & (head_daughter < 0))


def _move_before_conjunctions(
    trees: Trees, head_daughter: NDArray[np.int64], is_conjunction: NDArray[np.bool_], is_punctuation: NDArray[np.bool_]
) -> None:
    """As :meth:`HeadRules.before_conjunction`, for all nodes: the elder sister of a node stands before its subtree."""
    mothers = np.flatnonzero(head_daughter >= 0)
    firsts = mothers + 1 - trees.sizes[mothers]

    def elder(nodes: NDArray[np.int64]) -> NDArray[np.int64]:
        """-1 where there is none."""
        before = nodes - trees.sizes[nodes]
        return np.where(before >= firsts, before, -1)

    conjunction = elder(head_daughter[mothers])
    here = (conjunction >= 0) & is_conjunction[conjunction]
    mothers, firsts, conjunction = mothers[here], firsts[here], conjunction[here]
    before = elder(conjunction)
    before = np.where((before >= 0) & is_punctuation[before], elder(before), before)
    good = (before >= 0) & ~is_punctuation[before]
    head_daughter[mothers[good]] = before[good]


def head_words(trees: Trees, head_daughter: NDArray[np.int64]) -> NDArray[np.int64]:
    """The word that heads each node, as a node; the number of nodes where there is none."""
    nodes = len(trees.kinds)
    below = np.append(np.where(head_daughter < 0, nodes, head_daughter), nodes)
    words = np.flatnonzero(trees.kinds == WORD)
    below[words] = words
    # step lengths double until nothing changes
    while True:
        further = below[below]
        if np.array_equal(further, below):
            return below[:-1] if nodes else below[:0]
        below = further


def _relations(
    rules: HeadRules, symbols: Symbols, labels: list[Label], codes: NDArray[np.int64],
    daughters: NDArray[np.int64], mothers: NDArray[np.int64], heads: NDArray[np.int64],
) -> NDArray[np.int32]:  # fmt: skip
    """The relation of each daughter, as a symbol."""
    count = len(labels)
    before = (daughters < heads).astype(np.int64)
    cases, which = np.unique(
        ((codes[daughters] * count + codes[mothers]) * count + codes[heads]) * 2 + before, return_inverse=True
    )
    relations = np.zeros(len(cases), np.int32)
    for place, case in enumerate(cases.tolist()):
        rest, is_before = divmod(case, 2)
        rest, head = divmod(rest, count)
        daughter, mother = divmod(rest, count)
        relation = rules.relation(labels[daughter], labels[mother], labels[head], bool(is_before))
        relations[place] = symbols.number(_field(relation))
    return relations[which]


def _field(text: str) -> str:
    """A text as columns can hold it: ``(X )`` has an empty word, and XML any tab and line end."""
    return " ".join(re.split("[\t\n\r]+", text)).strip(" ") or NO_RELATION


def _table(
    trees: Trees, words: NDArray[np.int64], offsets: NDArray[np.int64], heads: NDArray[np.int32],
    relations: NDArray[np.int32], symbols: Symbols, labels: list[Label], codes: NDArray[np.int64],
    parents: NDArray[np.int64], unescape: bool,
) -> Dependencies:  # fmt: skip
    forms = np.zeros(len(trees.symbols), np.int32)
    for symbol in np.unique(trees.labels[words]).tolist():
        text = trees.symbols[symbol]
        forms[symbol] = symbols.number(_field(unescaped(text) if unescape else text))
    tag_of_label = np.fromiter((symbols.number(_field(label.category)) for label in labels), np.int32, len(labels))
    mothers = parents[words]
    tagged = (mothers >= 0) & (trees.kinds[mothers] == PRETERMINAL)
    tags = np.where(tagged, tag_of_label[codes[mothers]], symbols.number(NO_RELATION)).astype(np.int32)
    none = np.full(len(words), symbols.number(NO_RELATION), np.int32)
    columns = dict.fromkeys(COLUMNS, none) | {
        "form": forms[trees.labels[words]], "upos": tags, "xpos": tags, "deprel": relations,
    }  # fmt: skip
    sentences = len(offsets) - 1
    return Dependencies(
        symbols,
        **columns,
        head=heads,
        offsets=offsets,
        multiwords=Multiwords.none(sentences),
        empty_nodes=EmptyNodes.none(sentences),
        comment_offsets=np.zeros(len(offsets), np.int64),
    )
