"""The consensus of dependency treebanks as a treebank, and how each word came to its arc.

Options of a word are the (head, relation) pairs that voters gave it; no arc is invented. Of all trees over options the one with
the fewest roots is taken, then the one with most head votes, then with most label votes, then, at the leftmost word where two
trees differ, that of the earlier file. A maximum arborescence over exact integers finds it, so it is unique (after Sagae and Lavie
2006). Arcs may be fixed, and options added, by those who decide themselves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from treecompare.extras.annotators.differences import features_of
from treecompare.extras.annotators.several import Ballot, Several, most_weight
from treecompare.readers import DependencyTreebank
from treecompare.readers.treebank import of_kind
from treecompare.trees.arcs import NO_HEAD, check, head_text
from treecompare.trees.dependencies import COLUMNS, DependencySentence

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
    """The options allow no tree: some words cannot be reached from the root by any of their options."""


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
    heads = {number: max(of, key=of.__getitem__, default=number) for number, of in incoming.items()}
    if cycle_in(heads) is not None:
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


def cycle_in(heads: Mapping[int, int]) -> list[int] | None:
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

    Raises NoTree: some nodes cannot be reached.
    """
    import networkx  # takes 80 ms, and is asked for few sentences

    graph = networkx.DiGraph([(0, NO_HEAD)])
    graph.add_nodes_from(incoming)
    graph.add_edges_from((head, node) for node, of in incoming.items() for head in of)
    if len(networkx.descendants(graph, 0)) < len(graph) - 1:
        raise NoTree
    weights = [weight for of in incoming.values() for weight in of.values()]
    # one arc more weighs more than all that others can gain: maximum_spanning_arborescence adds too little for that
    more = 1 + len(incoming) * (max(weights) - min(weights)) - min(weights)
    for head, node, arc in graph.edges(data=True):
        arc["weight"] = incoming[node][head] + more if node in incoming else 1
    return {node: head for head, node in networkx.maximum_branching(graph).edges}


@dataclass(frozen=True, eq=False)
class Decided(Ballot):
    """The consensus of a sentence. ``options``: of each word; ``chosen``, ``kinds``: per word, empty where there is none."""

    options: list[list[Option]]
    chosen: list[Option]
    kinds: list[str]


def consensus(several: Several, weights: Sequence[int], fewest_roots: bool = True) -> Iterator[Decided]:
    """The consensus of each row; ``weights``: of the analyses, whole numbers from 0."""
    treebanks = of_kind(several.treebanks, DependencyTreebank)
    checks = [check(one.sentences) for one in treebanks]
    is_tree = [
        (~found.broken & ((found.roots > 0) | (found.per_sentence["headless"] > 0))).tolist() for found in checks
    ]
    arcs = [arcs_of(one) for one in treebanks]
    offsets = [one.sentences.offsets.tolist() for one in treebanks]

    def fault(file: int, at: int) -> str:
        return "" if is_tree[file][at] else ", ".join(checks[file].reasons(at))

    for ballot in several.ballots(weights, several.words, fault):
        if ballot.reason:
            yield Decided(**vars(ballot), options=[], chosen=[], kinds=[])
            continue
        places = [(file, several.rows[ballot.row][file]) for file in ballot.voters]
        trees = [arcs[file][offsets[file][at] : offsets[file][at + 1]] for file, at in places]
        votes = [weights[file] for file in ballot.voters]
        total = sum(votes)
        options = [
            [Option(given[0][0], given[0][1], total, total, 0)]
            if given.count(given[0]) == len(given)
            else options_of(given, votes)
            for given in zip(*trees, strict=True)
        ]
        chosen = best_tree(options, fewest_roots)
        kinds = [kind_of(one, of_word, total, len(votes)) for one, of_word in zip(chosen, options, strict=True)]
        yield Decided(**vars(ballot), options=options, chosen=chosen, kinds=kinds)


def counts_of(found: Sequence[Decided]) -> dict[str, int]:
    """How many words came to their arcs by each of KINDS."""
    times = Counter(kind for one in found for kind in one.kinds)
    return {kind: times[kind] for kind in KINDS if times[kind]}


def arcs_of(treebank: DependencyTreebank) -> list[Arc]:
    """The arcs of all words, sentence after sentence."""
    texts = treebank.sentences.symbols.texts
    heads, relations = treebank.sentences.head.tolist(), treebank.sentences.deprel.tolist()
    return list(zip(heads, map(texts.__getitem__, relations), strict=True))


def as_conllu(several: Several, weights: Sequence[int], found: Sequence[Decided]) -> str:
    """The consensus as CoNLL-U; sentences without one are left out."""
    treebanks = of_kind(several.treebanks, DependencyTreebank)
    out = []
    for one in found:
        if one.reason:
            continue
        sentences = [treebanks[file].sentences[several.rows[one.row][file]] for file in one.voters]
        out.append(_written(sentences, [weights[file] for file in one.voters], one.chosen, several.ids[one.row]))
    return "\n".join(out) + "\n" if out else ""


def _written(sentences: Sequence[DependencySentence], votes: Sequence[int], chosen: Sequence[Option], name: str) -> str:
    first = sentences[0]
    columns = {column: [one.column(column) for one in sentences] for column in ("lemma", "upos", "xpos", "feats")}
    forms, misc = first.words, first.column("misc")
    lines = list(first.comments)
    if first.comment("sent_id") != name:
        others = (line for line in lines if line[1:].partition("=")[0].strip() != "sent_id")
        lines = [f"# sent_id = {name}", *others]
    several = {one.first: one for one in first.multiwords}
    for number, option in enumerate(chosen, 1):
        if number in several:
            token = several[number]
            given = dict(zip(COLUMNS, token.columns, strict=True))
            lines.append(
                "\t".join(
                    (f"{number}-{token.last}", *(given[name] for name in COLUMNS[:5]), token.head, *token.columns[5:])
                )
            )
        lemma, upos, xpos = (
            voted([one[number - 1] for one in columns[column]], votes) for column in ("lemma", "upos", "xpos")
        )
        feats = _feats([one[number - 1] for one in columns["feats"]], votes)
        row = str(number), forms[number - 1], lemma, upos, xpos, feats, head_text(option.head), option.relation
        lines.append("\t".join((*row, "_", misc[number - 1])))
    return "\n".join(lines) + "\n"


def voted(values: Sequence[str], votes: Sequence[int]) -> str:
    """The value with most weight; a tie goes to the earlier file."""
    if values.count(values[0]) == len(values):
        return values[0]
    return values[most_weight(dict(enumerate(values)), votes)[0]]


@lru_cache(maxsize=100_000)
def features(text: str) -> dict[str, str]:
    """The features of a word: the values of each name, sorted, separated by commas; ``+`` for a name without a value.

    An item without ``=``, as in CoNLL-X, is a name; a name that stands twice has both values.
    """
    return {name: values for name, values in sorted(features_of(text).items()) if name}


def _feats(values: Sequence[str], votes: Sequence[int]) -> str:
    if values.count(values[0]) == len(values):
        return values[0]
    maps = [features(value) for value in values]
    names = sorted({name for one in maps for name in one}, key=lambda name: (name.lower(), name))
    chosen = [(name, voted([one.get(name, "") for one in maps], votes)) for name in names]
    return "|".join(name if value == "+" else f"{name}={value}" for name, value in chosen if value) or "_"


def word_rows(several: Several, weights: Sequence[int], found: Sequence[Decided]) -> list[list[str]]:
    """The table of all words, as scripts compare it."""
    said = ",".join(map(str, weights))
    rows = [["weights", "sentence", "word", "head", "relation", "head_votes", "label_votes", "kind"]]
    for one in found:
        for word, (option, kind) in enumerate(zip(one.chosen, one.kinds, strict=True), 1):
            votes = str(option.head_votes), str(option.label_votes)
            rows.append([said, several.ids[one.row], str(word), head_text(option.head), option.relation, *votes, kind])
    return rows
