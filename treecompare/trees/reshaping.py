"""What some tables of head rules change besides choosing heads: trees before they are converted, and arcs afterwards.

Before: nodes that only group others (topological fields) go, and what follows a preposition becomes a phrase of its own. After:
conjuncts depend on each other in a chain, and what an auxiliary verb governs moves down to the full verb.

Phrases above single words that carry a grammatical function are those that Kübler et al. 2008 (section 3) put into TIGER trees.
TIGER has no unary branches: a pronoun that is the subject is directly under the sentence. The paper inserts "an additional unary
node" where labels "such as subject or accusative object" are on the edge to a word; it lists neither these labels nor those of the
nodes. Here they are those of arguments, and the node is the phrase that TIGER has over several words with such a head.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from treecompare.trees.annotations import ABSENT, EDGE
from treecompare.trees.arcs import sums_before
from treecompare.trees.head_rules import HeadRules, InnerRow, Label
from treecompare.trees.preparation import with_marked_tags
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, WORD, Trees, parent_numbers, sums_below

Numbers = NDArray[np.int64]
Labels = Callable[[Trees], tuple[list[Label], Numbers]]
"""The different labels of trees, and which of them each node has."""


def reshaped(trees: Trees, rules: HeadRules, labels_of: Labels) -> Trees:
    """The trees as the table wants them before heads are looked for."""
    if rules.transparent:
        labels, codes = labels_of(trees)
        goes = np.array([any(one.fits(label) for one in rules.transparent) for label in labels], np.bool_)
        keep = ~goes[codes] | (trees.kinds != CONSTITUENT)
        # a field that holds nothing else than a word keeps its place
        keep[1:] |= (trees.kinds[:-1] == WORD) & (trees.sizes[1:] == 2)
        trees = trees.kept(keep)
    for row in rules.inner:
        trees = _with_inner(trees, rules, row, labels_of)
    return trees


def _with_inner(trees: Trees, rules: HeadRules, row: InnerRow, labels_of: Labels) -> Trees:
    """The trees with a new node over what follows the first of certain daughters, if these are two at least."""
    labels, codes = labels_of(trees)

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
    return _inserted(trees, np.array(last_of), np.array(sizes_of), row.label)


def _inserted(trees: Trees, after: Numbers, sizes: Numbers, label: str) -> Trees:
    """The trees with a new node right behind each of these, over so many nodes."""
    order = np.argsort(after)
    after, sizes = after[order], sizes[order]
    nodes = np.arange(len(trees.labels))
    taken = np.insert(nodes, after + 1, after)
    is_new = np.insert(np.zeros(len(nodes), np.bool_), after + 1, np.ones(len(after), np.bool_))

    def new_between(first: Numbers, last: Numbers) -> Numbers:
        """How many new nodes stand behind one of the nodes from ``first`` to before ``last``."""
        found: Numbers = np.searchsorted(after, last) - np.searchsorted(after, first)
        return found

    own_sizes = trees.sizes + new_between(nodes + 1 - trees.sizes, nodes)
    new_sizes = sizes + new_between(after + 1 - sizes, after) + 1
    all_sizes = own_sizes[taken]
    all_sizes[is_new] = new_sizes
    labels, kinds = trees.labels[taken], trees.kinds[taken]
    labels[is_new], kinds[is_new] = trees.symbols.number(label), CONSTITUENT
    extras = None if trees.extras is None else trees.extras.taken(taken, len(nodes))
    if extras is not None:
        extras = replace(extras, secondary=None, columns=dict(extras.columns))
        if EDGE in extras.columns:
            extras.columns[EDGE] = np.where(is_new, ABSENT, extras.columns[EDGE]).astype(np.int32)
    offsets = trees.offsets + np.searchsorted(after, trees.offsets)
    return replace(trees, labels=labels, kinds=kinds, sizes=all_sizes.astype(np.int32), offsets=offsets, extras=extras)


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
    times = 1 + below.astype(np.int64)
    taken = np.repeat(np.arange(len(below)), times)
    is_new = np.zeros(len(taken), np.bool_)
    places = np.cumsum(times) - 1  # where each node stands now; what is new stands behind its tag
    places[below] -= 1
    is_new[places[below] + 1] = True
    sizes = (trees.sizes + sums_below(trees, below) - below).astype(np.int32)[taken]
    sizes[is_new] += 1
    labels = trees.labels[taken]
    labels[is_new] = phrases[labels[is_new]]
    kinds = trees.kinds[taken]
    kinds[is_new] = CONSTITUENT
    assert trees.extras is not None
    columns = {name: column[taken] for name, column in trees.extras.columns.items()}
    for name, column in columns.items():
        if name == EDGE:
            column[places[below]] = symbols.number(HEAD)
        else:
            column[is_new] = ABSENT
    secondary = trees.extras.secondary
    if secondary is not None:
        secondary = np.column_stack((places[secondary[:, :2]], secondary[:, 2]))
    positions = None if trees.extras.positions is None else trees.extras.positions[taken]
    origins = None if trees.extras.origins is None else np.where(is_new, ABSENT, trees.extras.origins[taken])
    found = replace(
        trees, labels=labels, kinds=kinds, sizes=sizes, offsets=trees.offsets + sums_before(below)[trees.offsets],
        extras=replace(trees.extras, columns=columns, secondary=secondary, positions=positions, origins=origins),
    )  # fmt: skip
    return found, int(below.sum())
