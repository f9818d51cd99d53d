"""The consensus of several dependency analyses of a sentence: the tree that most of them vote for.

Options of a word are the (head, relation) pairs that voters gave it; no arc is invented. Of all trees over options the one with
the fewest roots is taken, then the one with most head votes, then with most label votes, then, at the leftmost word where two
trees differ, that of the earlier file. A maximum arborescence over exact integers finds it, so it is unique (after Sagae and Lavie
2006). Arcs may be fixed, and options added, by those who decide themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from treecompare.trees.arcs import NO_HEAD

Arc = tuple[int, str]
"""The number of the head (0 for the root, NO_HEAD for none) and the relation."""
KINDS = ("all", "tree", "tie", "majority", "plurality", "single")


@dataclass(frozen=True)
class Option:
    """An arc that a word may have: the weight of the voters with its head, of those with both, and the first of these (from 0)."""

    head: int
    relation: str
    head_votes: int
    label_votes: int
    first: int

    @property
    def arc(self) -> Arc:
        """Head and relation."""
        return self.head, self.relation


class NoTree(Exception):
    """The options allow no tree: ``words`` (from 1, in order) cannot be reached from the root by any of their options."""

    def __init__(self, words: Sequence[int]) -> None:
        super().__init__(f"no tree: words {', '.join(map(str, words))}")
        self.words = list(words)


def options_of(arcs: Sequence[Arc], weights: Sequence[int], extra: Iterable[Arc] = ()) -> list[Option]:
    """The options of one word, in the order of their first voters.

    ``arcs``: one per voter, in the order of the files, with ``weights``. ``extra``: further arcs, which have the votes that
    voters gave them (perhaps none) and come after all others. Who gives a word no head does not vote on it, if anybody gives one.
    """
    is_headless = all(arc[0] == NO_HEAD for arc in arcs)
    heads: dict[int, int] = {}
    labels: dict[Arc, int] = {}
    firsts: dict[Arc, int] = {}
    for place, (arc, weight) in enumerate(zip(arcs, weights, strict=True)):
        if arc[0] == NO_HEAD and not is_headless:
            continue
        heads[arc[0]] = heads.get(arc[0], 0) + weight
        labels[arc] = labels.get(arc, 0) + weight
        firsts.setdefault(arc, place)
    for arc in extra:
        firsts.setdefault(arc, len(firsts) + len(arcs))
    return [Option(*arc, heads.get(arc[0], 0), labels.get(arc, 0), first) for arc, first in firsts.items()]


def with_fixed(options: Sequence[Sequence[Option]], fixed: Mapping[int, Arc]) -> list[list[Option]]:
    """The options of all words of a sentence where some have only one; ``fixed``: arcs by the number of the word, from 1."""
    out = [list(one) for one in options]
    for word, arc in fixed.items():
        known = out[word - 1]
        votes = max((one.head_votes for one in known if one.head == arc[0]), default=0)
        out[word - 1] = [
            next(
                (one for one in known if one.arc == arc),
                Option(*arc, votes, 0, max((o.first for o in known), default=0) + 1),
            )
        ]
    return out


def best_tree(options: Sequence[Sequence[Option]], fewest_roots: bool = True) -> list[Option]:
    """The option that each word has in the consensus.

    Raises NoTree: the options allow none.
    """
    per_head = [_one_per_head(word) for word in options]
    if all(len(word) == 1 for word in per_head):
        chosen = [next(iter(word.values())) for word in per_head]
        if (cycle := _cycle({number: one.head for number, one in enumerate(chosen, 1)})) is not None:
            raise NoTree(cycle)
        return chosen
    count = len(options)
    base = 1 + max((one.first for word in options for one in word), default=0)
    label_unit = base**count
    votes = 1 + sum(max((one.head_votes for one in word.values()), default=0) for word in per_head)
    head_unit = label_unit * votes
    root_unit = head_unit * votes if fewest_roots else 0
    place_unit = label_unit
    incoming: dict[int, dict[int, int]] = {}
    for number, word in enumerate(per_head, 1):
        place_unit //= base
        incoming[number] = {
            head: one.head_votes * head_unit
            + one.label_votes * label_unit
            - one.first * place_unit
            - (root_unit if head == 0 else 0)
            for head, one in word.items()
        }
    heads = _arborescence(incoming)
    return [word[heads[number]] for number, word in enumerate(per_head, 1)]


def kind_of(chosen: Option, options: Sequence[Option], total: int, voters: int = 2) -> str:
    """How a word came to its arc, as one of KINDS; ``total``: the weight of all voters of the sentence."""
    if voters == 1:
        return "single"
    if chosen.label_votes == total:
        return "all"
    others = [one for one in options if one.head != chosen.head]
    if any(one.head_votes > chosen.head_votes for one in others):
        return "tree"
    beside = (one for one in options if one.head == chosen.head and one.relation != chosen.relation)
    if any(one.head_votes == chosen.head_votes for one in others) or any(
        one.label_votes == chosen.label_votes for one in beside
    ):
        return "tie"
    return "majority" if 2 * chosen.label_votes > total else "plurality"


def _one_per_head(options: Sequence[Option]) -> dict[int, Option]:
    """Of each head the relation with most label votes, then that of the earlier file: no other can be in the best tree."""
    best: dict[int, Option] = {}
    for one in options:
        known = best.get(one.head)
        if known is None or (one.label_votes, -one.first) > (known.label_votes, -known.first):
            best[one.head] = one
    return best


def _cycle(heads: Mapping[int, int]) -> list[int] | None:
    """The nodes of a cycle, or one that hangs on no node; None where all lead to 0, or to a word without a head."""
    done = {0, NO_HEAD}
    for start in heads:
        path: list[int] = []
        node = start
        seen: dict[int, int] = {}
        while node not in done:
            if node in seen:
                return path[seen[node] :]
            if node not in heads:
                return path
            seen[node] = len(path)
            path.append(node)
            node = heads[node]
        done.update(path)
    return None


def _arborescence(incoming: dict[int, dict[int, int]]) -> dict[int, int]:
    """The head of each node in the maximum arborescence from 0 (Chu and Liu 1965, Edmonds 1967); weights by node and head.

    Cycles of best arcs become one node each, whose arcs are taken apart again in the end.
    """
    arcs = {node: dict(heads) for node, heads in incoming.items()}
    members = {node: [node] for node in arcs}
    # of an arc into or out of a contracted cycle, the arc of the nodes inside it stands for: (node, head) -> (node, head)
    steps: list[tuple[int, list[int], dict[int, int], dict[int, int], dict[int, int]]] = []
    fresh = max(arcs, default=0) + 1
    while True:
        best: dict[int, int] = {}
        for node, heads in arcs.items():
            if not heads:
                raise NoTree(sorted(members[node]))
            best[node] = max(heads, key=heads.__getitem__)
        cycle = _cycle(best)
        if cycle is None:
            break
        inside = set(cycle)
        entering: dict[int, int] = {}
        entries: dict[int, int] = {}
        for node in cycle:
            lost = arcs[node][best[node]]
            for head, weight in arcs[node].items():
                if head not in inside and (head not in entering or weight - lost > entering[head]):
                    entering[head] = weight - lost
                    entries[head] = node
        leaving: dict[int, int] = {}
        for node in cycle:
            del arcs[node]
        for node, heads in arcs.items():
            found = [head for head in heads if head in inside]
            if found:
                leaving[node] = max(found, key=heads.__getitem__)
                weight = heads[leaving[node]]
                for head in found:
                    del heads[head]
                heads[fresh] = weight
        arcs[fresh] = entering
        members[fresh] = [one for node in cycle for one in members.pop(node)]
        steps.append((fresh, cycle, best, entries, leaving))
        fresh += 1
    for made, cycle, chosen, entries, leaving in reversed(steps):
        head_of_cycle = best.pop(made)
        for node, head in best.items():
            if head == made:
                best[node] = leaving[node]
        for node in cycle:
            best[node] = chosen[node]
        best[entries[head_of_cycle]] = head_of_cycle
    return best
