"""What is said of how trees of constituents were prepared: in words, in a signature, and as warnings."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from treecompare.comparison.settings import Settings
from treecompare.mappings.characters import Text
from treecompare.mappings.edits import CostTable
from treecompare.mappings.sentence_pairing import BY_TEXT, MOVED, elsewhere_said, longest_chain, once_in_both
from treecompare.readers import Treebank
from treecompare.trees.arcs import gathered, sums_before
from treecompare.trees.edge_labels import has_functions
from treecompare.trees.preparation import STANDARD, Parameters, Preparation, about_leaves, joins_words, wrapper_labels

_PREPARATIONS = {
    "standard": (
        "after evalb's COLLINS.prm (traces of the gold and its punctuation, by the tags of any tagset, deleted on both sides, "
        "functions cut, ADVP equal to PRT) and without outermost brackets labelled TOP, ROOT, S1, VROOT or nothing"
    ),
    "standard-with-punctuation": (
        "after evalb's COLLINS.prm, but with punctuation (traces of the gold deleted on both sides, functions cut, ADVP equal to "
        "PRT), and without outermost brackets labelled TOP, ROOT, S1, VROOT or nothing"
    ),
    "ppche": (
        "as Penn parsed historical corpora (IP-MAT, IP-SUB, CP-REL are categories, other functions and indices cut, punctuation of "
        "the gold deleted on both sides) and without outermost brackets labelled TOP, ROOT, S1, VROOT or nothing"
    ),
    "ppche-with-punctuation": (
        "as Penn parsed historical corpora, but with punctuation (IP-MAT, IP-SUB, CP-REL are categories, other functions and "
        "indices cut), and without outermost brackets labelled TOP, ROOT, S1, VROOT or nothing"
    ),
    "evalb": "exactly as evalb does with COLLINS.prm",
    "spmrl": "as the evaluation of the SPMRL 2013 shared task does",
    "none": "not at all, save that outermost brackets without a label or labelled VROOT were removed",
}


def preparation_said(preparation: Preparation, punctuation: str = "") -> str:
    """How trees were prepared, in one or two sentences; ``punctuation``: what was deleted of it."""
    name = preparation.parameters.name
    how = _PREPARATIONS.get(name, f"as the parameter file {preparation.parameters.shown} says")
    kind = "part-of-speech tag" if preparation.preterminals else "constituent"
    said = f"Trees were prepared {how}; a node over one word was taken as a {kind}."
    return f"{said} Left out as punctuation: {punctuation}." if punctuation else said


def prepared_by(parameters: Parameters) -> str:
    """What stands beside hits: by what the trees were prepared in which a pattern looked."""
    return f"Trees prepared by '{parameters.shown}'."


def signature_options(settings: Settings, preparation: Preparation, crossing: Iterable[str]) -> tuple[str, ...]:
    """The settings as a signature shows them; ``crossing``: what it says of branches that cross."""
    options = [
        f"params:{preparation.parameters.shown}",
        f"preterminals:{'yes' if preparation.preterminals else 'no'}",
    ]
    options += crossing
    first = ("differing", "missing", "max_length", "functions", "function_separator", "label_costs")
    options += settings.signed_by("constituents", *first)
    return tuple(options)


def leaf_warnings(treebanks: Sequence[Treebank], settings: Settings, preterminals: bool) -> list[str]:
    """What was guessed of words and tags: of the gold all, of systems the words with blanks."""
    gold, *systems = treebanks
    told = [
        f"{gold.name}: {one}"
        for one in about_leaves(gold.trees, None if settings.preterminals == "auto" else preterminals)
    ]
    for one in systems:
        told += [
            f"{one.name}: {said}"
            for said in about_leaves(one.trees, preterminals and joins_words(gold.trees, one.trees))
        ]
    return told


def order_warnings(gold: Treebank, test: Treebank, numbers: NDArray[np.int32], params: str) -> list[str]:
    """Says that a file has sentences of the gold in another order, where files are compared line by line. ``numbers``: the gold's
    number of each symbol of the test."""
    count = min(len(gold.trees), len(test.trees))
    lengths = [one.trees.word_counts[:count] for one in (gold, test)]
    differ = lengths[0] != lengths[1]
    alike = np.flatnonzero(~differ)
    forms = gold.forms[gathered(gold.word_offsets, alike)], numbers[test.forms[gathered(test.word_offsets, alike)]]
    differ[np.repeat(alike, lengths[0][alike])[forms[0] != forms[1]]] = True
    if np.count_nonzero(differ) < 2:
        return []
    texts = []
    for one in (gold, test):
        rest = np.append(np.flatnonzero(differ), np.arange(count, len(one.trees)))
        words = one.forms[gathered(one.word_offsets, rest)]
        texts.append(Text.of_symbols(one.symbols, words, sums_before(one.trees.word_counts[rest])).texts)
    places = np.array([place for _, place in sorted(once_in_both(*texts).items())], np.int64)
    ways = np.where(longest_chain(places), BY_TEXT, MOVED)
    how = f"the order differs, and under '{params}' files are compared line by line"
    return [f"{one}: {how}" for one in elsewhere_said(ways, test.name)]


def wrapper_warnings(treebanks: Sequence[Treebank], params: Parameters) -> list[str]:
    """Names wrappers that differ, where the preparation counts them as constituents."""
    if params.strips == STANDARD.strips:
        return []
    counted = [
        (treebank.name, wrapper_labels(treebank.trees) - params.deleted - params.strips) for treebank in treebanks
    ]
    if len({frozenset(labels) for _, labels in counted}) == 1:
        return []
    shown = "; ".join(
        f"{name}: {', '.join(sorted(label or '( )' for label in labels)) or 'none'}" for name, labels in counted
    )
    return [f"outermost brackets differ and count as constituents under '{params.name}' ({shown})"]


def function_warnings(treebanks: Sequence[Treebank], settings: Settings) -> list[str]:
    """Names treebanks without functions where these are part of the label and others have some."""
    if not settings.functions:
        return []
    lacking = [one.name for one in treebanks if not has_functions(one.trees, settings.function_separator)]
    if not 0 < len(lacking) < len(treebanks):
        return []
    names = ", ".join(lacking)
    return [
        f"{names}: no functions; they are part of the label, so that no label of the others with a function can match"
    ]


def cost_warnings(treebanks: Sequence[Treebank], tables: Iterable[tuple[str | None, CostTable | None]]) -> list[str]:
    """Names labels of the cost tables that no treebank has: most often they are misspelt. ``tables``: each with its path."""
    found = []
    for path, table in tables:
        symbols = [treebank.trees.symbols for treebank in treebanks]
        unknown = {label for pair in table or {} for label in pair if all(one.find(label) is None for one in symbols)}
        if unknown:
            names = ", ".join(sorted(unknown)[:10]) + (", …" if len(unknown) > 10 else "")
            found.append(f"{path}: costs of labels that no treebank has: {names}")
    return found
