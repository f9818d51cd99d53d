"""The option ``--enhancements`` of udeval: graphs without some kinds of enhancement, with that program's faults.

1 gapping, 2 shared parents of coordination, 3 its shared dependents, 4 subjects of controlled verbs, 5 relative clauses, 6 case
information; 0 none. The program leaves 3 out, and removes by 5 edges of the word behind the one that is meant; so it is here.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from treecompare.errors import UsageError
from treecompare.trees.arcs import OUTSIDE, ROOT
from treecompare.trees.dependencies import Dependencies
from treecompare.trees.enhanced import STEP, Edges

SWITCHES = frozenset("0123456")
_CASE = frozenset({"obl", "nmod", "conj", "advcl"})
_NO_CASE = frozenset({"pass", "relcl", "xsubj"})


def check_enhancements(switches: str) -> None:
    """Whether that is a value of the option. Raises UsageError: it is not."""
    if not switches or not SWITCHES.issuperset(switches):
        raise UsageError(f"enhancements is '{switches}'; expected 0, or some of the digits 1 to 6, as 12")


def switched(edges: Edges, sentences: Dependencies, switches: str) -> Edges:
    """The collapsed edges without the enhancements of these numbers."""
    if not set(switches) - {"0", "3"}:
        return edges
    symbols, texts = edges.symbols, sentences.symbols
    relations = [texts[number].split(":", 1)[0] for number in sentences.deprel.tolist()]
    heads, numbers, parents = sentences.head.tolist(), sentences.numbers.tolist(), sentences.parents.tolist()
    rows: list[tuple[int, int, str]] = []
    firsts = np.searchsorted(edges.owners, np.arange(edges.words + 1)).tolist()
    above, paths = edges.parents.tolist(), [symbols[number] for number in edges.paths.tolist()]
    for word in range(edges.words):
        found = sorted((above[edge], paths[edge]) for edge in range(firsts[word], firsts[word + 1]))
        basic = parents[word], relations[word]
        if basic[0] == ROOT:
            basic = OUTSIDE, relations[word]  # the root is not that of DEPS
        if "1" in switches:
            kept: list[tuple[int, str]] = []
            for one in found:
                if STEP in one[1] or one not in kept:
                    kept.append(basic if STEP in one[1] else one)
            found = kept
        if "2" in switches:
            conjuncts = [one for one in found if STEP not in one[1] and one[1].startswith("conj")]
            found = conjuncts[-1:] or found
        if "4" in switches:
            found = [
                (parent, path)
                for parent, path in found
                if not (
                    parent >= 0
                    and relations[parent] == "xcomp"
                    and any(one.startswith("nsubj") for one in path.split(STEP))
                )
            ]
        if "5" in switches:
            found = [
                basic if path.split(STEP)[0] == "ref" else (parent, path)
                for parent, path in found
                if path.split(STEP)[0] == "ref"
                or not (parent >= 0 and relations[parent].startswith("acl") and heads[parent] == numbers[word] - 1)
            ]
        if "6" in switches:
            found = [(parent, STEP.join(map(_without_case, path.split(STEP)))) for parent, path in found]
        rows += [(word, *one) for one in found]
    owners, up = (np.array([row[place] for row in rows], np.int64) for place in (0, 1))
    numbers_of = np.array([symbols.number(path) for _, _, path in rows], np.int32)
    return replace(edges, owners=owners, parents=up, paths=numbers_of, heads=np.zeros(len(rows), np.int64))


def _without_case(relation: str) -> str:
    parts = relation.split(":")
    return parts[0] if len(parts) == 2 and parts[0] in _CASE and parts[1] not in _NO_CASE else relation
