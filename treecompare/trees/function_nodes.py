"""Phrases above single words that carry a grammatical function, as Kübler et al. 2008 (section 3) put into TIGER trees.

TIGER has no unary branches: a pronoun that is the subject is directly under the sentence. The paper inserts "an additional unary
node" where labels "such as subject or accusative object" are on the edge to a word; it lists neither these labels nor those of the
nodes. Here they are those of arguments, and the node is the phrase that TIGER has over several words with such a head.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from treecompare.trees.annotations import ABSENT, EDGE
from treecompare.trees.arcs import sums_before
from treecompare.trees.preparation import with_marked_tags
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, Trees, sums_below

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
