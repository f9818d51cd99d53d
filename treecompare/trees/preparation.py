"""Preparation of trees before they are compared: evalb's parameter files, and what ``standard`` adds.

The rules follow evalb (Sekine & Collins 1997) sentence by sentence. All of it is a few numpy
passes over the columns of a whole file.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import ReadError, UsageError, counted
from treecompare.reading import exists, read_lines, whole_number, words_of
from treecompare.trees.annotations import ABSENT, LEMMA, Extras
from treecompare.trees.columns import sums_before
from treecompare.trees.edge_labels import (
    DASH,
    cutter,
    historical,
    in_order,
    is_punctuation,
    labels_with_edges,
    without_edges,
)
from treecompare.trees.symbols import Symbols, distinct
from treecompare.trees.tree import CONSTITUENT, PRETERMINAL, WORD, Tree, Trees, sums_below

VROOT = "VROOT"
"""The root that formats imply over all that has no mother, as tools for them call it. It is not a node: nobody drew it."""
WRAPPERS = ("TOP", "top", "ROOT", "S1", "VROOT", "")
"""Labels of an outermost bracket that parsers and formats (Alpino: ``top``) add without information about the sentence."""


@dataclass(frozen=True)
class Parameters:
    """What an evalb parameter file says. Sets hold labels as they are written in the file.

    ``cutoff`` is CUTOFF_LEN: figures are shown a second time for sentences of at most so many words. MAX_ERROR and DEBUG
    are read and have no effect: no sentence ends a comparison here. ``keeps_functions``: only indices are cut, NP-SBJ-1 is NP-SBJ,
    and labels of edges become part of the labels below them. ``separator``: what functions follow; unless it is the dash, labels
    and tags are cut there and nowhere else. ``deletes_punctuation``: words with a tag of punctuation go, whatever the tagset.
    ``is_historical``: labels are cut as in Penn parsed historical corpora, where IP-MAT and CP-REL are categories.
    ``deleted_words``: words that go whatever their tag; ``gold_tags_decide``: a word goes by the gold's tag on both sides;
    ``only_discontinuous``: constituents whose words stand together are no brackets: all three as disco-dop has them. ``remarks``:
    what is to be told of a file.
    """

    name: str
    deleted: frozenset[str] = frozenset()
    deleted_for_length: frozenset[str] = frozenset()
    quotes: frozenset[str] = frozenset()
    equal_labels: tuple[tuple[str, str], ...] = ()
    equal_words: tuple[tuple[str, str], ...] = ()
    labelled: bool = True
    cutoff: int | None = None
    cut_at: str = "-="
    cuts_labels: bool = True
    keeps_functions: bool = False
    separator: str = DASH
    cuts_tags: bool = False
    deletes_words: bool = True
    deletes_punctuation: bool = False
    strips: frozenset[str] = frozenset()
    is_historical: bool = False
    deleted_words: frozenset[str] = frozenset()
    gold_tags_decide: bool = False
    only_discontinuous: bool = False
    remarks: tuple[str, ...] = ()
    ignored: dict[str, str] = field(default_factory=dict, compare=False)

    @property
    def shown(self) -> str:
        """The name without the folder of a file."""
        program = f"{SPMRL.name}:" if self.name.startswith(f"{SPMRL.name}:") else ""
        return program + Path(self.name.removeprefix(program)).name


NONE = Parameters("none", cuts_labels=False, strips=frozenset({"", VROOT}))
"""Trees as they are, save that an outermost bracket without a label, or for an implied root, is removed."""

EVALB = Parameters(
    "evalb",
    deleted=frozenset({"TOP", "-NONE-", ",", ":", "``", "''", "."}),
    deleted_for_length=frozenset({"-NONE-"}),
    equal_labels=(("ADVP", "PRT"),),
    cutoff=40,
)
"""COLLINS.prm, the parameter file that nearly all published figures were made with."""

SPMRL = Parameters(
    "spmrl",
    deleted=frozenset({"TOP", "ROOT", "S1", "-NONE-", "VROOT"}),
    deleted_for_length=frozenset({"-NONE-"}),
    cutoff=70,
    cut_at="-=#",
    cuts_tags=True,
    deletes_words=False,
    strips=frozenset({""}),
)
"""The parameters of the SPMRL 2013 shared task, whose evalb cuts labels at ``#`` as well, cuts tags too,
deletes no words and counts no unlabelled outermost bracket."""

STANDARD = replace(EVALB, name="standard", strips=frozenset(WRAPPERS), cutoff=None, deletes_punctuation=True)
"""COLLINS.prm without the wrappers in which parsers differ, and without the punctuation of any tagset."""

WITH_PUNCTUATION = replace(
    STANDARD, name="standard-with-punctuation", deleted=frozenset({"TOP", "-NONE-"}), deletes_punctuation=False
)
"""The same with all punctuation."""

PPCHE = replace(
    STANDARD,
    name="ppche",
    deleted=frozenset({"TOP", "-NONE-", ".", ",", '"', "'", "PUNC"}),
    deletes_punctuation=False,
    equal_labels=(),
    is_historical=True,
)
"""Penn parsed corpora of historical languages: the same with their categories and their punctuation."""

PPCHE_WITH_PUNCTUATION = replace(PPCHE, name="ppche-with-punctuation", deleted=WITH_PUNCTUATION.deleted)
"""The same with all punctuation."""

GOLD_DECIDES = (STANDARD.name, WITH_PUNCTUATION.name, PPCHE.name, PPCHE_WITH_PUNCTUATION.name)
"""Under these the gold decides which words are deleted, on both sides; else each side's own tags do."""
_KNOWN = {one.name: one for one in (STANDARD, WITH_PUNCTUATION, EVALB, SPMRL, PPCHE, PPCHE_WITH_PUNCTUATION, NONE)}
PREPARATIONS = frozenset(_KNOWN)
"""The names of preparations that are no files."""


def parameters_for(name: str, format: str) -> Parameters:
    """The same for a gold of that format: what is ``standard`` keeps the categories of Penn parsed historical corpora."""
    names = {STANDARD.name: PPCHE.name, WITH_PUNCTUATION.name: PPCHE_WITH_PUNCTUATION.name}
    return parameters(names.get(name, name) if format == PPCHE.name else name)


def parameters(name: str) -> Parameters:
    """A preparation by its name (``standard``, ``ppche``, ``none`` and others), or the parameter file of that path; behind
    ``spmrl:`` as one of EVALB_SPMRL.

    Raises ReadError: the file cannot be read; UsageError: there is neither such a preparation nor such a file.
    """
    if name in _KNOWN:
        return _KNOWN[name]
    if not exists(path := parameter_file(name)):
        names = ", ".join(_KNOWN)
        raise UsageError(f"{path}: no such preparation; expected {names} or the path of a parameter file")
    return read_parameters(path, SPMRL if path != name else EVALB)


def parameter_file(name: str) -> str:
    """The path in the name of a preparation by a file: ``eval.prm``, ``spmrl:eval.prm``."""
    return name if exists(name) else name.removeprefix(f"{SPMRL.name}:")


_SETS = ("DELETE_LABEL", "DELETE_LABEL_FOR_LENGTH", "QUOTE_LABEL", "DELETE_WORD")
_PAIRS = ("EQ_LABEL", "EQ_WORD")
_NUMBERS = ("DEBUG", "MAX_ERROR", "CUTOFF_LEN", "LABELED")
_DISCODOP = ("DELETE_WORD", "DISC_ONLY", "DELETE_ROOT_PRETERMS", "TED", "DEP")
"""Directives that only disco-dop has: a file with one of them is meant for it."""
LARGEST = 1_000_000_000
"""Larger numbers are reduced to this one: no sentence has that many words."""


def read_parameters(path: str, program: Parameters = EVALB) -> Parameters:
    """A parameter file of evalb, or of ``program``: of SPMRL; of disco-dop, if it has one of its directives.

    A directive and its values are separated by blanks; ``#`` at the start of a line begins a comment, as in evalb. Directives that
    nobody knows are passed over, as evalb does, and are told in ``remarks``, as is what the file does not say.

    Raises ReadError: with the line of the first value that is missing, or that is not a number.
    """
    sets: dict[str, set[str]] = {name: set() for name in _SETS}
    pairs: dict[str, list[tuple[str, str]]] = {name: [] for name in _PAIRS}
    numbers: dict[str, int] = {}
    unknown: dict[str, int] = {}
    is_discodop = False
    for line, content in enumerate(read_lines(path, "expected an evalb parameter file"), 1):
        fields = words_of(content)
        if not fields or fields[0].startswith("#"):
            continue
        directive, values = fields[0], fields[1:]
        if directive not in (*sets, *pairs, *_NUMBERS, *_DISCODOP):
            unknown.setdefault(directive, line)
            continue
        is_discodop |= directive in _DISCODOP
        wanted = 2 if directive in pairs else 1
        if len(values) < wanted:
            raise ReadError(path, line, f"{directive} has {len(values)} values; expected {wanted}")
        if directive in sets:
            sets[directive].add(values[0])
        elif directive in pairs:
            pairs[directive].append((values[0], values[1]))
        elif (number := whole_number(values[0].removeprefix("-"), LARGEST)) is not None:
            numbers[directive] = -number if values[0].startswith("-") else number
        else:
            raise ReadError(path, line, f"{directive} is '{values[0][:40]}'; expected a whole number")
    if unknown and not any(
        (*numbers, *pairs["EQ_LABEL"], *pairs["EQ_WORD"], *(one for some in sets.values() for one in some))
    ):
        directive, line = next(iter(unknown.items()))
        raise ReadError(
            path, line, f"'{directive[:40]}' is no directive, nor is any other; expected an evalb parameter file"
        )
    remarks = [
        f"{path}:{line}: the directive '{directive[:40]}' is not known and passed over"
        for directive, line in unknown.items()
    ]
    remarks += [
        f"{path}: {directive} of disco-dop is passed over"
        for directive in ("DELETE_ROOT_PRETERMS", "TED", "DEP")
        if numbers.get(directive)
    ]
    if VROOT in sets["DELETE_LABEL"] and program is EVALB and not is_discodop:
        remarks.append(
            f"{path}: deletes VROOT and is read as evalb's; the preparation spmrl:{path} reads it as EVALB_SPMRL's, which deletes "
            "no words, cuts labels at '#', too, and tags, and counts no outermost bracket without a label"
        )
    return Parameters(
        name=path if program is EVALB else f"{program.name}:{path}",
        deleted=frozenset(sets["DELETE_LABEL"]),
        deleted_for_length=frozenset(sets["DELETE_LABEL_FOR_LENGTH"]),
        quotes=frozenset(sets["QUOTE_LABEL"]),
        equal_labels=tuple(pairs["EQ_LABEL"]),
        equal_words=tuple(pairs["EQ_WORD"]),
        labelled=numbers.get("LABELED", 1) != 0,
        cutoff=numbers.get("CUTOFF_LEN", 40),
        cut_at=program.cut_at,
        cuts_tags=program.cuts_tags,
        deletes_words=program.deletes_words,
        strips=program.strips,
        deleted_words=frozenset(sets["DELETE_WORD"]),
        gold_tags_decide=is_discodop,
        only_discontinuous=bool(numbers.get("DISC_ONLY")),
        remarks=tuple(remarks),
        ignored={name: str(numbers[name]) for name in ("DEBUG", "MAX_ERROR") if name in numbers},
    )


@dataclass(frozen=True)
class Preparation:
    """How trees are prepared: the parameters, and whether a node over one word is a part-of-speech tag."""

    parameters: Parameters = STANDARD
    preterminals: bool = True

    def __str__(self) -> str:
        return f"{self.parameters.name}, preterminals {'yes' if self.preterminals else 'no'}"


def has_preterminals(gold: Trees, looked_at: int = 1000) -> bool:
    """Whether the treebank has part-of-speech tags (``--preterminals auto``).

    It has none if in more than half of the first 1,000 trees of two or more words a constituent has a word beside a node, or if
    more than half of the nodes over words alone have several.
    """
    long_enough = np.flatnonzero(gold.word_counts >= 2)[:looked_at]
    if not len(long_enough):
        return True
    sample = gold.chosen(long_enough)
    alone = np.flatnonzero(_over_words_alone(sample))
    words = sample.sizes[alone] - 1
    inside = np.bincount(sample.sentence_of[alone], words, minlength=len(sample))
    is_mixed = 2 * np.count_nonzero(sample.word_counts > inside) > len(sample)
    return bool(not is_mixed and 2 * np.count_nonzero(words > 1) <= len(alone))


def _over_words_alone(trees: Trees) -> NDArray[np.bool_]:
    """Which nodes have words below them and nothing else."""
    words = trees.kinds == WORD
    found: NDArray[np.bool_] = ~words & (trees.sizes > 1) & (sums_below(trees, words) == trees.sizes - 1)
    return found


def _of_several_words(trees: Trees) -> NDArray[np.int64]:
    """The nodes that have several words below them and nothing else, which stand beside each other."""
    words = trees.kinds == WORD
    if not (words[1:] & words[:-1]).any():
        return np.zeros(0, np.int64)
    nodes = np.flatnonzero(_over_words_alone(trees) & (trees.sizes > 2))
    found: NDArray[np.int64] = nodes[~trees.crossing[trees.sentence_of[nodes]]]
    return found


def _with_blanks(trees: Trees, nodes: NDArray[np.int64]) -> Trees:
    """The trees with the words below each of these nodes as one word with blanks."""
    firsts = nodes + 1 - trees.sizes[nodes]
    within = np.zeros(len(trees.kinds) + 1, np.int32)
    within[firsts] += 1
    within[nodes - 1] -= 1
    labels, symbols = trees.labels.copy(), trees.symbols
    for first, node in zip(firsts.tolist(), nodes.tolist(), strict=True):
        labels[node - 1] = symbols.number(" ".join(symbols[word] for word in trees.labels[first:node].tolist()))
    return trees.kept(np.cumsum(within)[:-1] == 0, labels)


def terminals(trees: Trees, preterminals: bool) -> Trees:
    """The trees with their part-of-speech tags marked as such: brackets over words alone, whose words are one, with blanks."""
    if not preterminals:
        return trees
    several = _of_several_words(trees)
    return with_marked_tags(_with_blanks(trees, several) if len(several) else trees)


def terminals_beside(gold: Trees, test: Trees, preterminals: bool) -> Trees:
    """The same of a system."""
    return terminals(test, preterminals) if not preterminals or joins_words(gold, test) else with_marked_tags(test)


def joins_words(gold: Trees, test: Trees) -> bool:
    """Whether several words below one node of a system are one word: only where the gold has words with blanks (or ``_``) and the
    system tags of its own; baselines and unsupervised parsers have constituents there."""
    if not len(_of_several_words(test)):
        return False
    words = np.unique(gold.labels[gold.kinds == WORD]).tolist()
    has_blanks = len(_of_several_words(gold)) or any(set(" _") & set(gold.symbols[word][1:]) for word in words)
    return bool(has_blanks) and has_preterminals(test)


def with_marked_tags(trees: Trees) -> Trees:
    """The trees with brackets marked as tags whose only daughter is a word; all nodes stay."""
    kinds = trees.kinds.copy()
    over_word = (trees.sizes[1:] == 2) & (kinds[:-1] == WORD) & (kinds[1:] == CONSTITUENT)
    kinds[1:][over_word] = PRETERMINAL
    return replace(trees, kinds=kinds)


NEARLY_ALL = 0.9
"""Of the nodes over words alone: if so many have two words, the second may be a lemma."""
WORD_LEMMA = "word-lemma"
_LEAF, _PRETERMINALS = "--leaf", "--preterminals"


def with_lemmas(trees: Trees) -> Trees:
    """The trees with the second of two words below a node that has nothing else as the lemma of the first."""
    nodes = _of_several_words(trees)
    nodes = nodes[trees.sizes[nodes] == 3]
    extras = trees.extras or Extras()
    column = extras.columns.get(LEMMA, np.full(len(trees.labels), ABSENT, np.int32)).copy()
    column[nodes] = trees.labels[nodes - 1]
    keep = np.ones(len(trees.labels), np.bool_)
    keep[nodes - 1] = False
    return replace(trees, extras=replace(extras, columns={**extras.columns, LEMMA: column})).kept(keep)


def about_leaves(trees: Trees, preterminals: bool | None = None) -> list[str]:
    """What was guessed of the words and tags of a treebank, where it is not what most files have. ``preterminals``: whether nodes
    over one word are tags; None: the trees decide."""
    told = []
    if preterminals is None and not (preterminals := has_preterminals(trees)):
        told.append(
            "taken for trees without part-of-speech tags, since words stand beside constituents or several below one node; "
            f"{_PRETERMINALS} yes takes nodes over one word for tags"
        )
    nodes = _of_several_words(trees)
    if not len(nodes):
        return told

    def words(node: int) -> list[str]:
        return [trees.symbols[one] for one in trees.labels[node + 1 - trees.sizes[node] : node].tolist()]

    first = int(nodes[0])
    if np.count_nonzero(trees.sizes[nodes] == 3) >= NEARLY_ALL * np.count_nonzero(_over_words_alone(trees)):
        told.append(
            f"nearly all leaves have two parts, as ({trees.symbols[trees.labels[first]]} {' '.join(words(first))}); is the second "
            f"a lemma? {_LEAF} {WORD_LEMMA} reads it so"
        )
    if preterminals:
        have = counted(len(nodes), "word has blanks", "words have blanks")
        told.append(f"{have}: several below a node that has nothing else are one, as '{' '.join(words(first))}'")
    return told


def deleted_words(trees: Trees, parameters: Parameters) -> NDArray[np.bool_]:
    """Which nodes are words whose tag has them deleted: raw label in DELETE_LABEL, or that of any punctuation; or which are deleted
    themselves.

    ``trees`` have their tags marked.
    """
    if not parameters.deletes_words:
        return np.zeros(len(trees.labels), np.bool_)
    tags = parameters.deleted
    if parameters.deleted_words:
        found = words_tagged(trees, tags)
        found |= _symbols_in(trees.symbols, parameters.deleted_words)[trees.labels] & (trees.kinds == WORD)
        return found
    if parameters.deletes_punctuation:
        tags |= {tag for tag in _tag_counts(trees, trees.kinds == PRETERMINAL) if is_punctuation(tag)}
    return words_tagged(trees, tags)


def deleted_punctuation(trees: Trees, parameters: Parameters) -> Counter[str]:
    """How many words are deleted of each tag of punctuation. ``trees`` have their tags marked."""
    tagged = np.zeros(len(trees.labels), np.bool_)
    tagged[1:] = deleted_words(trees, parameters)[:-1]
    counts = _tag_counts(trees, tagged & (trees.kinds == PRETERMINAL))
    counts.pop("-NONE-", None)
    return counts


def punctuation_said(counts: Counter[str]) -> str:
    """Which punctuation is deleted, and how many words that are; empty where there is none."""
    return f"{' '.join(in_order(counts))}: {counted(counts.total(), 'word')}" if counts else ""


def _tag_counts(trees: Trees, nodes: NDArray[np.bool_]) -> Counter[str]:
    """How often each label of these nodes occurs."""
    counts = np.bincount(trees.labels[nodes])
    return Counter({trees.symbols[label]: int(counts[label]) for label in np.flatnonzero(counts).tolist()})


def words_tagged(trees: Trees, tags: frozenset[str]) -> NDArray[np.bool_]:
    """Which nodes are words under one of these tags."""
    found = np.zeros(len(trees.labels), np.bool_)
    found[:-1] = ((trees.kinds == PRETERMINAL) & _symbols_in(trees.symbols, tags)[trees.labels])[1:]
    return found


def evalb_lengths(trees: Trees, parameters: Parameters) -> NDArray[np.int64]:
    """Words per sentence as evalb counts them for CUTOFF_LEN: before deletion, without DELETE_LABEL_FOR_LENGTH."""
    uncounted = (trees.kinds == PRETERMINAL) & _symbols_in(trees.symbols, parameters.deleted_for_length)[trees.labels]
    return trees.word_counts - trees.totals(uncounted)


def prepare(trees: Trees, parameters: Parameters, deleted: NDArray[np.bool_] | None = None) -> Trees:
    """The trees as they are compared. ``trees`` have their tags marked (:func:`terminals`).

    ``deleted`` says which words go, with their tags (default: :func:`deleted_words`). Then brackets without words go
    (where labels are cut, that is everywhere but in ``none``), labels are cut, deleted labels and wrappers are spliced
    out: their daughters move up. Tags keep their raw label (save in SPMRL's evalb, and where functions follow another separator).
    """
    if not len(trees.labels):
        return trees
    deleted = deleted_words(trees, parameters) if deleted is None else deleted
    keep = ~deleted
    keep[1:] &= ~(deleted[:-1] & (trees.kinds[1:] == PRETERMINAL))
    constituent = trees.kinds == CONSTITUENT
    labels = trees.labels
    if parameters.cuts_labels:
        has_words = sums_below(trees, (trees.kinds == WORD) & keep) > 0
        bare = _cut_labels(trees, replace(parameters, keeps_functions=False))
        cut = _cut_labels(trees, parameters) if parameters.keeps_functions else bare
        cuts_tags = parameters.cuts_tags or parameters.separator != DASH
        is_dropped = _symbols_in(trees.symbols, _with_equals(parameters))
        dropped = is_dropped[bare[labels]]
        if parameters.keeps_functions:
            dropped |= is_dropped[cut[labels]]
        labels = np.where(trees.kinds != WORD if cuts_tags else constituent, cut[labels], labels)
        if parameters.is_historical and not cuts_tags:  # indices of tags are no part of them, cases are
            without_index = _cut_labels(trees, replace(parameters, keeps_functions=True))
            labels = np.where(trees.kinds == PRETERMINAL, without_index[labels], labels)
        keep &= ~constituent | (has_words & ~dropped)
    if parameters.strips:
        keep &= ~_wrappers(trees, _symbols_in(trees.symbols, parameters.strips)[trees.labels] & constituent)
    if parameters.keeps_functions:
        labels = labels_with_edges(trees, labels, trees.symbols, parameters.separator)
        trees = without_edges(trees)
    prepared = trees.kept(keep, labels)
    return _discontinuous(prepared) if parameters.only_discontinuous else prepared


def _discontinuous(trees: Trees) -> Trees:
    """The trees without constituents whose words stand together."""
    keep = trees.kinds != CONSTITUENT
    for sentence in np.flatnonzero(trees.crossing).tolist():
        tree, first = trees[sentence], int(trees.offsets[sentence])
        for node, (words, kind) in enumerate(zip(tree.word_sets, tree.kinds, strict=True)):
            apart = words // (words & -words) if words else 0
            keep[first + node] |= kind == CONSTITUENT and bool(apart & (apart + 1))
    return trees.kept(keep)


def with_origins(trees: Trees) -> Trees:
    """The trees with a column that stays with each node whatever is done to them: its place among these. See :func:`origins`."""
    extras = trees.extras or Extras()
    return replace(trees, extras=replace(extras, origins=np.arange(len(trees.labels), dtype=np.int32)))


def origins(tree: Tree) -> list[int]:
    """Which node each node of a tree was when :func:`with_origins` was called, as a place in the columns of those trees; ABSENT of
    nodes that were added since.
    """
    known = None if tree.extras is None else tree.extras.origins
    found: list[int] = [ABSENT] * len(tree) if known is None else known.tolist()
    return found


def without_traces(trees: Trees) -> Trees:
    """The trees without words tagged ``-NONE-``, and without the nodes that have no other words. Kinds stay."""
    traces = words_tagged(with_marked_tags(trees), frozenset({"-NONE-"}))
    is_word = trees.kinds == WORD
    return trees.kept((sums_below(trees, is_word & ~traces) > 0) | (sums_below(trees, is_word & traces) == 0))


def unwrapped(trees: Trees) -> Trees:
    """The trees without outermost brackets that have no label."""
    return trees.kept(
        ~_wrappers(trees, _symbols_in(trees.symbols, frozenset({""}))[trees.labels] & (trees.kinds != WORD))
    )


def wrapper_labels(trees: Trees) -> set[str]:
    """Labels of outermost brackets that are wrappers (for the warning that parsers differ in them)."""
    wrapper = _wrappers(trees, _symbols_in(trees.symbols, frozenset(WRAPPERS))[trees.labels] & (trees.kinds != WORD))
    return {trees.symbols[number] for number in np.unique(trees.labels[wrapper]).tolist()}


def _wrappers(trees: Trees, candidate: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """Which of the candidates are outermost: under nothing but others of them, and so is whatever has words beside them.

    One alone stands over all words of the sentence; several are trees on one line, each of which has its own.
    """
    wrapper = np.zeros(len(candidate), np.bool_)
    lasts, firsts = trees.offsets[1:] - 1, trees.offsets[:-1]
    while len(lasts):
        filled = np.flatnonzero(lasts >= firsts)
        lasts, firsts = lasts[filled], firsts[filled]
        nodes, within = [lasts], [np.arange(len(lasts))]
        while len(nodes[-1]):
            elder = nodes[-1] - trees.sizes[nodes[-1]]
            inside = elder >= firsts[within[-1]]
            nodes.append(elder[inside])
            within.append(within[-1][inside])
        roots, of = np.concatenate(nodes), np.concatenate(within)
        is_candidate = candidate[roots]
        here, outer, others = roots[is_candidate], of[is_candidate], ~is_candidate
        others &= np.bincount(outer, minlength=len(lasts))[of] > 0
        if others.any():
            running = sums_before(trees.kinds == WORD)
            others &= running[roots + 1] > running[roots + 1 - trees.sizes[roots]]
            here = here[np.bincount(of[others], minlength=len(lasts))[outer] == 0]
        wrapper[here] = True
        lasts, firsts = here - 1, here + 1 - trees.sizes[here]
    return wrapper


def _symbols_in(symbols: Symbols, labels: frozenset[str]) -> NDArray[np.bool_]:
    """Per symbol, whether it is one of ``labels``."""
    mask = np.zeros(len(symbols), np.bool_)
    for label in labels:
        number = symbols.find(label)
        if number is not None:
            mask[number] = True
    return mask


def _with_equals(parameters: Parameters) -> frozenset[str]:
    """The deleted labels, and those that EQ_LABEL makes equal to one of them (not transitive)."""
    equals = {b for a, b in parameters.equal_labels if a in parameters.deleted}
    equals |= {a for a, b in parameters.equal_labels if b in parameters.deleted}
    return parameters.deleted | equals


def _cut_labels(trees: Trees, parameters: Parameters) -> NDArray[np.int32]:
    """Per symbol, the number of what is left of it when it is cut as a label; its own where it is none of the trees."""
    pattern = cutter(parameters.cut_at, parameters.separator, parameters.keeps_functions)
    is_historical = parameters.is_historical and parameters.separator == DASH
    symbols = trees.symbols
    cut = np.arange(len(symbols), dtype=np.int32)
    for label in distinct(trees.labels[trees.kinds != WORD]).tolist():
        text = symbols[label]
        left = historical(text, parameters.keeps_functions) if is_historical else pattern.sub("", text)
        cut[label] = symbols.number(left)
    return cut
