"""Constituents to dependencies by head rules (Magerman 1995; Collins 1999, appendix A; Kübler et al. 2008, section 4.3).

The head word of a constituent is that of its head daughter. Every other daughter's head word depends on it; the
relation is what the table says of that daughter. A whole file at once: rules are asked once per pair of labels that
occurs, the rest is arrays.

What some tables of head rules change besides choosing heads: trees before they are converted, and arcs afterwards.
Before: nodes that only group others (topological fields) go, and what follows a preposition becomes a phrase of its own. After:
conjuncts depend on each other in a chain, and what an auxiliary verb governs moves down to the full verb.

Phrases above single words that carry a grammatical function are those that Kübler et al. 2008 (section 3) put into TIGER trees.
TIGER has no unary branches: a pronoun that is the subject is directly under the sentence. The paper inserts "an additional unary
node" where labels "such as subject or accusative object" are on the edge to a word; it lists neither these labels nor those of the
nodes. Here they are those of arguments, and the node is the phrase that TIGER has over several words with such a head.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from treecompare.trees.annotations import ABSENT, EDGE
from treecompare.trees.arcs import check
from treecompare.trees.characters import unescaped
from treecompare.trees.columns import Numbers, sums_before
from treecompare.trees.crossing import RAISE, RAISE_WITH_FUNCTION_NODES, Resolved, resolved
from treecompare.trees.dependencies import COLUMNS, Dependencies, EmptyNodes, Multiwords
from treecompare.trees.edge_labels import edge_column, labels_with_edges
from treecompare.trees.head_rules import NO_RELATION, WORD_LABEL, Choice, HeadRules, InnerRow, Label, head_rules
from treecompare.trees.preparation import VROOT, has_preterminals, terminals, with_marked_tags
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import (
    CONSTITUENT,
    PRETERMINAL,
    WORD,
    Tree,
    Trees,
    has_positions,
    parent_numbers,
    sums_below,
)


def reshaped(trees: Trees, rules: HeadRules) -> Trees:
    """The trees as the table wants them before heads are looked for."""
    if rules.transparent:
        labels, codes = _labels(trees, rules)
        goes = np.array([any(one.fits(label) for one in rules.transparent) for label in labels], np.bool_)
        keep = ~goes[codes] | (trees.kinds != CONSTITUENT)
        # a field that holds nothing else than a word keeps its place
        keep[1:] |= (trees.kinds[:-1] == WORD) & (trees.sizes[1:] == 2)
        trees = trees.kept(keep)
    for row in rules.inner:
        trees = _with_inner(trees, rules, row)
    return trees


def _with_inner(trees: Trees, rules: HeadRules, row: InnerRow) -> Trees:
    """The trees with a new node over what follows the first of certain daughters, if these are two at least."""
    labels, codes = _labels(trees, rules)

    def having(holds: Callable[[Label], bool]) -> NDArray[np.bool_]:
        of_nodes: NDArray[np.bool_] = np.array([holds(label) for label in labels], np.bool_)[codes]
        return of_nodes

    is_mother = having(lambda label: any(one.fits(label) for one in row.mothers)) & (trees.kinds == CONSTITUENT)
    is_first = having(lambda label: any(one.fits(label) for one in row.after)) & (trees.kinds != WORD)
    is_punctuation = having(rules.is_punctuation) & (trees.kinds != WORD)
    parents = parent_numbers(trees)
    marks = np.flatnonzero(is_first & (parents >= 0))
    mothers = np.unique(parents[marks])
    last_of, sizes_of = [], []
    for mother in mothers[is_mother[mothers]].tolist():
        daughters, node = [], mother - 1
        while node > mother - int(trees.sizes[mother]):
            daughters.append(node)
            node -= int(trees.sizes[node])
        daughters.reverse()
        first = next(place for place, one in enumerate(daughters) if is_first[one])
        following = daughters[first + 1 :]
        while following and (is_punctuation[following[-1]] or is_first[following[-1]]):
            following.pop()
        while following and is_punctuation[following[0]]:
            following.pop(0)
        if len(following) > 1:
            last_of.append(following[-1])
            sizes_of.append(following[-1] - following[0] + int(trees.sizes[following[0]]))
    if not last_of:
        return trees
    order = np.argsort(last_of)
    places, sizes = np.array(last_of)[order] + 1, np.array(sizes_of)[order]
    return trees.with_nodes(places, sizes, trees.symbols.number(row.label))


def chained(
    rules: HeadRules, symbols: Symbols, tops: Numbers, above: Numbers, heads: Numbers, relations: NDArray[np.int32]
) -> tuple[Numbers, NDArray[np.int32]]:
    """The head of each daughter, and its relation: members of a coordination depend on the member before them.

    ``tops``: the daughters, ``above`` their mothers, ``heads`` the head daughters of these. A conjunct that does not follow a
    conjunction has the relation of one.
    """
    governors = heads.copy()
    if not rules.chain:
        return governors, relations
    joins, conjunct = (symbols.number(name) for name in rules.chain)
    members = np.flatnonzero(np.isin(relations, (joins, conjunct)) & (tops > heads))
    members = members[np.lexsort((tops[members], above[members]))]
    follows = np.zeros(len(members), np.bool_)
    follows[1:] = above[members[1:]] == above[members[:-1]]
    before = np.roll(members, 1)
    governors[members[follows]] = tops[before[follows]]
    found = relations.copy()
    found[members[~(follows & (relations[before] == joins))]] = joins
    return governors, found


def moved_down(
    rules: HeadRules, symbols: Symbols, heads: NDArray[np.int32], relations: NDArray[np.int32], offsets: Numbers
) -> NDArray[np.int32]:
    """Heads (numbers from 1 within the sentence) in which what the table names depends on the full verb, not on auxiliaries."""
    if len(rules.down) < 2:
        return heads
    auxiliary, *others = (symbols.number(name) for name in rules.down)
    firsts = np.repeat(offsets[:-1], np.diff(offsets))
    heads = heads.copy()
    words = np.flatnonzero((relations == auxiliary) & (heads > 0))[::-1]
    below = np.full(len(heads), -1, np.int64)
    below[firsts[words] + heads[words] - 1] = words
    moves = np.flatnonzero(np.isin(relations, others) & (heads > 0))
    while len(moves):
        full = below[firsts[moves] + heads[moves] - 1]
        moves, full = moves[full >= 0], full[full >= 0]
        heads[moves] = full - firsts[moves] + 1
    return heads


FUNCTIONS = frozenset(("SB", "SBP", "SP", "EP", "OA", "OA2", "OG", "OP", "OC", "DA", "PD", "CVC"))
"""Edge labels of TIGER and NEGRA: subjects, objects, predicates."""
_PHRASES = {
    "NP": "NN NE PPER PRF PDS PIS PPOSS PRELS PWS CARD FM TRUNC",
    "PP": "PROAV PAV",
    "AP": "ADJA ADJD",
    "AVP": "ADV PWAV PTKNEG PTKANT",
    "VP": "VVINF VVIZU VVPP VAINF VAPP VMINF VMPP",
}
PHRASES = {tag: phrase for phrase, tags in _PHRASES.items() for tag in tags.split()}
"""The label of the node by the tag below it (STTS); no node above others."""
HEAD = "HD"


def with_function_nodes(trees: Trees) -> tuple[Trees, int]:
    """The trees with a node above each tag that carries a function, and how many these are.

    The node takes over the edge label, the edge below it is that of a head. Without edge labels nothing changes.
    """
    edges = None if trees.extras is None else trees.extras.columns.get(EDGE)
    if edges is None:
        return trees, 0
    symbols = trees.symbols
    functions = [number for name in FUNCTIONS if (number := symbols.find(name)) is not None]
    phrases = np.full(len(symbols), ABSENT, np.int32)
    for tag, phrase in PHRASES.items():
        if (number := symbols.find(tag)) is not None:
            phrases[number] = symbols.number(phrase)
    is_tag = with_marked_tags(trees).kinds == PRETERMINAL
    below = is_tag & np.isin(edges, functions) & (phrases[trees.labels] != ABSENT)
    tags = np.flatnonzero(below)
    found = trees.with_nodes(tags + 1, 2, phrases[trees.labels[tags]])
    assert found.extras is not None
    tags += np.arange(len(tags))  # where they stand now
    column = found.extras.columns[EDGE]
    column[tags + 1], column[tags] = column[tags], symbols.number(HEAD)
    return found, len(tags)


@dataclass(frozen=True, eq=False)
class Converted:
    """``dependencies``: sentence by sentence, without words where a tree has none.

    ``headless``: sentences (from 0) in which no rule finds a head, and where; their heads are kept as they came out.
    """

    dependencies: Dependencies
    headless: dict[int, str]

    def reasons(self) -> dict[int, str]:
        """Sentences (from 0) whose heads do not make a tree, and why: the headless, and those with several roots."""
        heads = check(self.dependencies)
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
    ready = reshaped(ready, rules)
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
    plain = (lambda text: _field(unescaped(text))) if unescape else _field
    forms = trees.symbols.changed(trees.labels[words], plain, symbols)
    tag_of_label = np.fromiter((symbols.number(_field(label.category)) for label in labels), np.int32, len(labels))
    mothers = parents[words]
    tagged = (mothers >= 0) & (trees.kinds[mothers] == PRETERMINAL)
    tags = np.where(tagged, tag_of_label[codes[mothers]], symbols.number(NO_RELATION)).astype(np.int32)
    none = np.full(len(words), symbols.number(NO_RELATION), np.int32)
    columns = dict.fromkeys(COLUMNS, none) | {
        "form": forms, "upos": tags, "xpos": tags, "deprel": relations,
    }  # fmt: skip
    sentences = len(offsets) - 1
    return Dependencies(
        heads,
        offsets,
        symbols,
        **columns,
        multiwords=Multiwords.none(sentences),
        empty_nodes=EmptyNodes.none(sentences),
        comment_offsets=np.zeros(len(offsets), np.int64),
    )
