"""A gold that is checked, as a queue of differences: what it says, and what all systems say, or what it says elsewhere."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import replace

from treecompare.analyses.variation import NOTHING, Varied, varied
from treecompare.comparison.answered import has_no_file
from treecompare.errors import UsageError
from treecompare.extras.annotators.adjudication import Adjudication, GoldCheck
from treecompare.extras.annotators.differences import (
    ARC,
    NODES,
    XPOS,
    Analyses,
    Difference,
    Kind,
    Place,
    analyses_of,
    arc_of,
    arc_value,
    order_of,
    unit_of,
)
from treecompare.extras.annotators.settled import Fixed, NodeModel
from treecompare.readers.conll import DependencyTreebank
from treecompare.readers.treebank import AnyTreebank, Treebank
from treecompare.trees.edge_labels import split_label
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import Trees

PROPOSED = "proposed"
"""What stands against the gold is called so."""


def checked_gold(named: Mapping[str, AnyTreebank]) -> Adjudication:
    """The queue of a gold, the first of these, and its systems: places where all systems agree on another value, those first that
    are of kinds which systems have least often, for what they get wrong as a rule says little of the gold; then its own variation,
    the places with most equal words around them first. Nothing stands otherwise than in the gold but what is decided.

    Raises UsageError: there is no system, one cannot be compared with the gold, or nothing is to be checked."""
    (gold_name, gold), *others = named.items()
    systems = [
        (name, one) for name, one in others if not has_no_file(one.path)
    ]  # baselines and consensus say nothing new
    if not systems:
        raise UsageError(f"{gold_name} is checked against systems; expected one or more of them")
    pairs = [analyses_of([gold_name, name], [gold, one]) for name, one in systems]
    first = pairs[0]
    there = [sentence for sentence in range(gold.count) if first.words_in_file(0, sentence)]
    analyses = Analyses(
        (gold_name, PROPOSED), first.treebanks, [(one, one) for one in there], there,
        {sentence: why for sentence, why in first.skipped.items() if sentence not in set(there)},
        {name: count for pair in pairs for name, count in pair.missing.items()},
    )  # fmt: skip
    found = [{one.place: one for one in pair.differences()} for pair in pairs]
    agreed = [
        one
        for place, one in found[0].items()
        if all(place in of and of[place].values[1] == one.values[1] for of in found[1:])
    ]
    known = {one.place for one in agreed}
    varying: list[Difference] = []
    for one in varied(gold):
        difference = _of_variation(analyses, one)
        if difference is not None and difference.place not in known:
            known.add(difference.place)
            varying.append(difference)
    times = Counter(one.kind for differences in found for one in differences.values())
    agreed.sort(key=lambda one: (times[one.kind], order_of(one.place)))
    elsewhere = [one for one in there if any(one in pair.skipped for pair in pairs)]
    if not (differences := [*agreed, *varying]):
        raise UsageError(f"{gold_name}: nothing is to be checked: no other value has all systems, and nothing varies")
    check = GoldCheck(len(agreed), [name for name, _ in systems], elsewhere)
    return Adjudication(_proposed(analyses, differences), differences, check)


def _proposed(analyses: Analyses, differences: list[Difference]) -> Analyses:
    """With the gold beside itself as it is proposed: nothing else in it is another system's."""
    gold = analyses.first
    assert isinstance(gold, (DependencyTreebank, Treebank))
    other = _proposed_arcs(gold, differences) if analyses.is_dependencies else _proposed_nodes(analyses, differences)
    return replace(analyses, treebanks=(gold, other.with_fields(path="", name=PROPOSED)))


def _proposed_arcs(gold: AnyTreebank, differences: list[Difference]) -> AnyTreebank:
    assert isinstance(gold, DependencyTreebank)
    table = gold.sentences
    symbols = Symbols(list(table.symbols.texts))
    columns = {name: getattr(table, name).copy() for name in ("head", "deprel", "upos", "xpos", "lemma")}
    for one in differences:
        at = int(table.offsets[one.place.sentence]) + int(one.place.unit) - 1
        if one.place.field == ARC:
            columns["head"][at], relation = arc_of(one.values[1])
            columns["deprel"][at] = symbols.number(relation)
        elif one.place.field in columns:
            columns[one.place.field][at] = symbols.number(one.values[1])
    return gold.with_fields(sentences=replace(table, symbols=symbols, **columns))


def _proposed_nodes(analyses: Analyses, differences: list[Difference]) -> AnyTreebank:
    """What would cross something that is proposed before is left out."""
    of_sentence: defaultdict[int, list[Difference]] = defaultdict(list)
    for one in differences:
        of_sentence[one.place.sentence].append(one)
    gold = analyses.chains[0]
    parts = [gold.trees.part(at, at + 1) for at in range(len(gold.trees))]
    for at, here in of_sentence.items():
        model = NodeModel(here, gold.words_of(at), (), [gold.chains_in(at)], [gold.tags_in(at)])
        stands: dict[Place, Fixed] = {}
        for one in here:
            if model.refusal(stands, one.place, one.values[1]) is None:
                stands[one.place] = Fixed(one.values[1], PROPOSED)
        parts[at] = model.standing(stands).tree(None, gold.trees.symbols)
    return analyses.first.with_fields(trees=Trees.joined(parts))


def _of_variation(analyses: Analyses, one: Varied) -> Difference | None:
    """An occurrence as a difference; None where no value is proposed."""
    if one.layer in ("upos", "xpos", "tag"):
        field = XPOS if one.layer == "tag" else one.layer
        if one.layer == "tag" and not _has_words(analyses, one):
            return None
        values = one.value, one.other
        return Difference(Place(one.sentence, str(one.first), field), values, Kind(field, values))
    if one.layer == "relation":
        return _of_relation(analyses, one)
    return _of_labels(analyses, one)


def _of_relation(analyses: Analyses, one: Varied) -> Difference | None:
    """The arrow leads from the dependent to its head; where nothing is proposed, the other end would have to be guessed."""
    if one.other == NOTHING:
        return None
    relation, _, arrow = one.other.rpartition(" ")
    ends = one.first, one.first + one.length - 1
    word, head = ends if arrow == "→" else ends[::-1]
    table = analyses.first.sentences  # type: ignore[attr-defined]
    at = int(table.offsets[one.sentence]) + word - 1
    own = int(table.head[at]), table.symbols.texts[int(table.deprel[at])]
    if own == (head, relation):
        return None
    ranks = (1, 1 if own[0] == head else 2)
    kind = Kind(ARC, (f"{ranks[0]}:{own[1]}", f"{ranks[1]}:{relation}"), table.symbols.texts[int(table.upos[at])])
    return Difference(Place(one.sentence, str(word), ARC), (arc_value(*own), arc_value(head, relation)), kind)


def _has_words(analyses: Analyses, one: Varied) -> bool:
    """Whether words are numbered as in the sentence: preparation removed none."""
    return one.first + one.length - 1 <= len(analyses.words_of(one.sentence))


def _of_labels(analyses: Analyses, one: Varied) -> Difference | None:
    """Labels over a stretch of words, of which preparation has left out the functions."""
    if not _has_words(analyses, one):
        return None
    words = ((1 << one.length) - 1) << (one.first - 1)
    own = analyses.chains[0].chains_in(one.sentence).get(words, "")
    bare = "+".join(split_label(label)[0] for label in own.split()) or NOTHING
    if bare != one.value:
        return None
    values = own, "" if one.other == NOTHING else one.other.replace("+", " ")
    return Difference(Place(one.sentence, unit_of(words), NODES), values, Kind(NODES, values))
