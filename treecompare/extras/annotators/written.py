"""The treebank as it was decided, in the first file's format, with where each value comes from.

Sentences of constituents in which nothing else stands are kept as they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import counted
from treecompare.extras.annotators.adjudicated import standing
from treecompare.extras.annotators.adjudication import Adjudication
from treecompare.extras.annotators.differences import (
    ARC,
    EDGE_MARK,
    FEATS,
    LEMMA,
    UPOS,
    XPOS,
    arc_of,
    features_of,
    written_features,
)
from treecompare.extras.annotators.settled import IMPLIED, UNDECIDED, NodeModel, Standing
from treecompare.readers.conll import DependencyTreebank, is_older_table
from treecompare.readers.constituent_text import constituent_text
from treecompare.readers.treebank import Treebank
from treecompare.trees.annotations import ABSENT, EDGE, MORPH, Extras
from treecompare.trees.annotations import LEMMA as LEMMAS
from treecompare.trees.arcs import head_text
from treecompare.trees.dependencies import CONLLU_NAMES, DependencySentence
from treecompare.trees.edge_labels import DASH, labels_with_edges, without_edges
from treecompare.trees.preparation import WRAPPERS
from treecompare.trees.tree import WORD, Tree, Trees
from treecompare.trees.writing import columns_comment, conllu_lines, conlluplus_lines, conllx_lines

WITH_EDGES = ("export", "tigerxml", "cgel")
"""Formats that have labels of edges apart."""


def with_results(treebank: Treebank, standing: Mapping[int, Standing]) -> Treebank:
    """The treebank with other trees in some of its sentences (from 0), in its own format where that can be written."""
    has_edges = treebank.format in WITH_EDGES
    kept = treebank.trees if has_edges else _merged(treebank.trees)
    parts: list[Trees] = []
    done = 0
    for sentence in sorted(standing):
        if done < sentence:
            parts.append(kept.part(done, sentence))
        before = treebank.trees[sentence]
        made = standing[sentence].tree(_wrapper(before), kept.symbols)
        parts.append(_with_columns(made, before) if has_edges else _dashed(made, treebank.trees))
        done = sentence + 1
    if done < len(kept):
        parts.append(kept.part(done, len(kept)))
    return replace(treebank, trees=Trees.joined(parts))


def _wrapper(tree: Tree) -> str | None:
    """The label of the wrapper that the sentence has; an unlabelled one where brackets need it to be read as one sentence."""
    roots = tree.roots
    if len(roots) == 1 and tree.label(roots[0]) in WRAPPERS and tree.kinds[roots[0]] != WORD:
        return tree.label(roots[0])
    return None


def _merged(trees: Trees) -> Trees:
    """Edges as parts of labels, as formats have it that have no edges: ``NP-Subj``."""
    labels = labels_with_edges(trees, trees.labels, trees.symbols, DASH)
    return trees if labels is trees.labels else without_edges(replace(trees, labels=labels))


def _dashed(made: Trees, before: Trees) -> Trees:
    """The same labels in a tree that was made, where ``before`` has edges."""
    if before.extras is None or EDGE not in before.extras.columns:
        return made
    symbols = made.symbols
    changed = {
        number: symbols.number(DASH.join(symbols[number].rsplit(EDGE_MARK, 1)))
        for number in set(made.labels[made.kinds != WORD].tolist())
        if EDGE_MARK in symbols[number][1:]
    }
    labels = [
        changed.get(number, number) if kind != WORD else number
        for number, kind in zip(made.labels.tolist(), made.kinds.tolist(), strict=True)
    ]
    return replace(made, labels=np.array(labels, np.int32))


def _with_columns(made: Trees, before: Tree) -> Trees:
    """Edges in a column of their own; lemmas and morphology of the words stay."""
    symbols = made.symbols
    labels, edges = made.labels.copy(), np.full(len(made.labels), ABSENT, np.int32)
    kinds = made.kinds.tolist()
    for node, number in enumerate(made.labels.tolist()):
        label, mark, edge = symbols[number].rpartition(EDGE_MARK)
        if kinds[node] != WORD and mark and label:
            labels[node], edges[node] = symbols.number(label), symbols.number(edge)
    columns = {EDGE: edges}
    tree = made[0]
    old = before.extras.columns if before.extras is not None else {}
    for name in (LEMMAS, MORPH):
        if name in old and len(tree.word_nodes) == len(before.word_nodes):  # else traces are gone
            columns[name] = np.full(len(labels), ABSENT, np.int32)
            for new, known in zip(tree.word_nodes.tolist(), before.word_nodes.tolist(), strict=True):
                for above in range(2):  # of the word, and of its tag behind it
                    if new + above < len(labels) and known + above < len(old[name]):
                        columns[name][new + above] = old[name][known + above]
    positions = made.extras.positions if made.extras is not None else None
    now = replace(made, labels=labels, extras=Extras(positions, columns))
    return replace(now, extras=Extras(positions, columns, _secondary(now[0], before)))


def secondary_edges(tree: Tree) -> int:
    """How many a tree has."""
    extras = tree.extras
    return 0 if extras is None or extras.secondary is None else len(extras.secondary)


def _secondary(now: Tree, before: Tree) -> NDArray[np.int64] | None:
    """The secondary edges of a tree, both of whose nodes are in another one, with the same label and edge over the same words."""
    if before.extras is None or before.extras.secondary is None or len(now.word_nodes) != len(before.word_nodes):
        return None
    places: dict[tuple[object, ...], int] = {_key(now, node): node for node in range(len(now))}
    ends = [
        (places.get(_key(before, node)), places.get(_key(before, mother)), label)
        for node, mother, label in before.extras.secondary.tolist()
    ]
    kept = sorted(one for one in ends if one[0] is not None and one[1] is not None)
    return np.array(kept, np.int64) if kept else None


def _key(tree: Tree, node: int) -> tuple[object, ...]:
    edges = tree.extras.columns.get(EDGE) if tree.extras is not None else None
    edge = -1 if edges is None else int(edges[node])
    return tree.word_sets[node], tree.texts[node], tree.symbols[edge] if edge >= 0 else "", tree.kinds[node] == WORD


COMMENT = "adjudicated"
_CELLS = {LEMMA: 2, UPOS: 3, XPOS: 4}
_FEATS, _HEAD, _DEPREL, _DEPS, _MISC = 5, 6, 7, 8, 9
NO_SOURCES = "do not say where values are from, for the file has no column MISC; the table of differences does"


@dataclass
class Written:
    """``text``: the treebank. ``told``: what to know of it: of how many sentences, by reason."""

    text: str
    told: Counter[str] = field(default_factory=Counter)


_BRACKETS = ("brackets", "discbrackets")


def written(adjudication: Adjudication) -> Written:
    """The adjudicated treebank as text, the same for the same files, decisions and rules."""
    first = adjudication.analyses.first
    if isinstance(first, DependencyTreebank):
        return _dependencies(adjudication, first)
    assert isinstance(first, Treebank)
    return _constituents(adjudication, first)


def result_told(adjudication: Adjudication, found: Written) -> list[str]:
    """What is to be known of a result: how much is undecided, and the two reasons that hold for most sentences."""
    left = len(adjudication.differences) - adjudication.decided
    told = [f"{counted(left, 'difference')} undecided, where {standing(adjudication)}"] if left else []
    return told + [f"{counted(count, 'sentence')} {reason}" for reason, count in found.told.most_common(2)]


def ending_of(adjudication: Adjudication) -> str:
    """What the name of the result ends in: as that of the first file where its format is written, else that of the format which
    takes its place."""
    first = adjudication.analyses.first
    own = PurePath(first.path).suffix.lstrip(".")
    if isinstance(first, DependencyTreebank):
        is_written = first.further is not None or first.format in ("conllx", "conllu")
        return own if is_written and own else "conllu"
    return own if own and first.format in (*WITH_EDGES, *_BRACKETS) else "mrg"


# -- dependencies ----------------------------------------------------------------------------------------------------------


def _dependencies(adjudication: Adjudication, first: DependencyTreebank) -> Written:
    made = Written("")
    parts: list[str] = []
    is_conllx = first.format == "conllx"
    is_older = is_conllx or is_older_table(first)
    names = first.further.names if first.further is not None else ()
    has_misc = not is_older and (not names or CONLLU_NAMES[_MISC] in names)
    if names:
        parts.append(columns_comment(names))
    elif first.format not in ("conllx", "conllu"):
        made.told[f"were written as CoNLL-U, {first.format} is not written"] += first.count
    for sentence in range(first.count):
        one = first.sentences[sentence]
        if not len(one):
            made.told["could not be read and are left out"] += 1
            continue
        text = conllx_lines(one, keeps_phead=True) if is_conllx else conllu_lines(one)
        if (key := adjudication.analyses.key_of.get(sentence)) is not None:
            text = _decided_text(adjudication, one, key, text, is_older, made.told)
            if not has_misc and adjudication.settled(key).results:
                made.told[NO_SOURCES] += 1
        else:
            made.told[f"stand as in {adjudication.names[0]}: {adjudication.analyses.skipped[sentence]}"] += 1
        if names and first.further is not None:
            text = conlluplus_lines(text, names, first.further.rows.get(sentence, ()))
        parts.append(text)
    made.text = "".join(parts)
    return made


def _decided_text(
    adjudication: Adjudication, one: DependencySentence, key: int, text: str, is_older: bool, told: Counter[str]
) -> str:
    here = adjudication.of_sentence.get(key, [])
    settled = adjudication.settled(key)
    if not settled.is_tree:
        told["have no tree in any file, and none is decided"] += 1
    changed: dict[int, dict[int, str]] = {}
    features: dict[int, dict[str, str]] = {}
    sources: dict[int, list[tuple[str, str]]] = {}
    heads = one.heads.tolist()
    moved = False
    for place, result in settled.results.items():
        word = int(place.unit)
        cells = changed.setdefault(word, {})
        if place.field == ARC:
            head, relation = arc_of(result.value)
            moved |= head != heads[word - 1] or relation != one.relations[word - 1]
            cells |= {_HEAD: head_text(head), _DEPREL: relation}
        elif place.field.startswith(FEATS):
            known = features.setdefault(word, features_of(one.column("feats")[word - 1]))
            known[place.field.removeprefix(FEATS)] = result.value
        else:
            cells[_CELLS[place.field]] = result.value
        sources.setdefault(word, []).append((place.field, result.source))
    for word, known in features.items():
        before = one.column("feats")[word - 1]
        if {name: value for name, value in known.items() if value} != features_of(before):
            changed[word][_FEATS] = written_features(known, before)
    lines = []
    decided = sum(result.source not in (UNDECIDED, IMPLIED) for result in settled.results.values())
    said = f"# {COMMENT} = {decided}/{len(here)}"
    is_said = is_older
    for line in text.removesuffix("\n").split("\n"):
        fields = line.split("\t")
        if line.startswith("#") and len(fields) < _MISC:
            if line.lstrip("#").partition("=")[0].strip() != COMMENT:
                lines.append(line)
            continue
        if line and not is_said:
            lines.append(said)
            is_said = True
        if len(fields) > _MISC and fields[0].isdigit():
            word = int(fields[0])
            for column, value in changed.get(word, {}).items():
                fields[column] = value
            if not is_older:
                fields[_MISC] = _misc(fields[_MISC], sources.get(word, ()))
                if moved:
                    fields[_DEPS] = "_"
            line = "\t".join(fields)
        lines.append(line)
    if moved and not is_older and any(graph != "_" for graph in one.column("deps")):
        told["lost their enhanced graph, for other arcs stand there now"] += 1
    return "\n".join(lines) + "\n"


def _misc(text: str, sources: Sequence[tuple[str, str]]) -> str:
    """MISC with the sources of a word's values behind it; without those of an earlier export."""
    items = [item for item in text.split("|") if item not in ("", "_") and not item.startswith("Adj=")]
    if sources:
        names = [(name, source.translate(_IN_MISC)) for name, source in sources]
        said = names[0][1] if len(names) == 1 else ",".join(f"{name}:{source}" for name, source in names)
        items.append(f"Adj={said}")
    return "|".join(items) or "_"


_IN_MISC = str.maketrans({"|": "_", "\t": "_", "\n": "_", ",": "_", ":": "_"})


# -- constituents ----------------------------------------------------------------------------------------------------------


def _constituents(adjudication: Adjudication, first: Treebank) -> Written:
    made = Written("")
    for reason in adjudication.analyses.skipped.values():
        made.told[f"stand as in {adjudication.names[0]}: {reason}"] += 1
    standing: dict[int, Standing] = {}
    chains = adjudication.analyses.chains[0]
    for key in adjudication.of_sentence:
        sentence = adjudication.analyses.rows[adjudication.analyses.row_of[key]][0]
        now = standing_in(adjudication, key)
        if dict(now.nodes) != chains.chains_in(sentence) or list(now.tags) != chains.tags_in(sentence):
            standing[sentence] = now
    lost = sum(len(first.words_of(one)) != len(standing[one].words) for one in standing)
    if lost:
        made.told["lost their traces, for other nodes stand there now"] += lost
    treebank = with_results(first, standing)
    less = sum(secondary_edges(treebank.trees[one]) < secondary_edges(first.trees[one]) for one in standing)
    if less and first.format in WITH_EDGES:
        made.told["lost secondary edges, for one of their nodes stands there no more"] += less
    target = first.format if first.format in WITH_EDGES else "brackets"
    if target == "export" and first.around is not None and first.around.version == 3:
        target = "export3"
    if target == "brackets" and treebank.trees.crossing.any():
        target = "discbrackets"
    if target in _BRACKETS and first.format not in _BRACKETS:
        made.told[f"were written in brackets, {first.format} is not written"] += first.count
    made.text = "".join(constituent_text(treebank, target, made.told))
    return made


def standing_in(adjudication: Adjudication, sentence: int) -> Standing:
    """What stands in a sentence of constituents."""
    model = adjudication.model(sentence)
    assert isinstance(model, NodeModel)
    return model.standing(adjudication.applied(sentence).fixed)
