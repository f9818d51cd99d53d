"""The treebank as it was decided, in the first file's format, and where each value comes from.

Constituents as they were decided, in the first file's format: sentences in which nothing else stands are kept as they are.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import PurePath

import numpy as np
from numpy.typing import NDArray

from treecompare.errors import TreecompareError, UsageError, counted, place_of
from treecompare.extras.annotators.adjudication import BY_RULE, DECIDED, Adjudication, told_kind
from treecompare.extras.annotators.differences import (
    ARC,
    EDGE_MARK,
    FEATS,
    LEMMA,
    UPOS,
    XPOS,
    Place,
    arc_of,
    features_of,
    order_of,
    words_in,
    written_features,
)
from treecompare.extras.annotators.settled import IMPLIED, UNDECIDED, NodeModel, Result, tree_over
from treecompare.pages.html import Cards, Page, Paragraph, Part, Section, Table, as_html
from treecompare.readers.conll import DependencyTreebank, is_older_table
from treecompare.readers.constituent_text import constituent_text
from treecompare.readers.treebank import Treebank
from treecompare.scores.result import Column, ResultTable, Value, count_column, plain_column, text_column
from treecompare.scores.rich import tsv
from treecompare.trees.annotations import ABSENT, EDGE, MORPH, Extras
from treecompare.trees.annotations import LEMMA as LEMMAS
from treecompare.trees.arcs import NO_HEAD, head_text
from treecompare.trees.dependencies import DependencySentence
from treecompare.trees.edge_labels import DASH, labels_with_edges, without_edges
from treecompare.trees.preparation import WRAPPERS
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import WORD, Tree, Trees
from treecompare.trees.writing import CONLLU_NAMES, columns_comment, conllu_lines, conlluplus_lines, conllx_lines

WITH_EDGES = ("export", "tigerxml", "cgel")
"""Formats that have labels of edges apart."""


class Standing:
    """What stands in a sentence. ``nodes``: labels from the top, with blanks between them, by sets of words (bits); ``tags``:
    of the words, empty for none."""

    def __init__(self, words: Sequence[str], nodes: Mapping[int, str], tags: Sequence[str]) -> None:
        self.words, self.nodes, self.tags = words, nodes, tags

    def tree(self, wrapper: str | None = None, symbols: Symbols | None = None) -> Trees:
        """As a tree, under a wrapper of that label; None: without one."""
        nodes = {words: chain.split(" ") for words, chain in self.nodes.items()}
        return tree_over(self.words, nodes, self.tags, wrapper, symbols)


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


class Undecided(TreecompareError):
    """Some differences are not decided, and only a whole result is wanted."""


@dataclass
class Written:
    """``text``: the treebank. ``told``: what to know of it: of how many sentences, by reason."""

    text: str
    told: Counter[str] = field(default_factory=Counter)


def check_decided(adjudication: Adjudication) -> None:
    """Raises Undecided: a difference is not decided."""
    left = len(adjudication.differences) - adjudication.decided
    if left:
        are = "is" if left == 1 else "are"
        raise Undecided(
            f"{counted(left, 'difference')} {are} not decided; expected all {len(adjudication.differences):,} to be"
        )


_BRACKETS = ("brackets", "discbrackets")


def written(adjudication: Adjudication) -> Written:
    """The adjudicated treebank as text, the same for the same files, decisions and rules."""
    first = adjudication.analyses.first
    if isinstance(first, DependencyTreebank):
        return _dependencies(adjudication, first)
    assert isinstance(first, Treebank)
    return _constituents(adjudication, first)


def standing(adjudication: Adjudication, first: str = "") -> str:
    """Whose analysis stands where nothing is decided. ``first``: what the first annotator is called, if not by name."""
    is_consensus = adjudication.analyses.is_dependencies and len(adjudication.names) > 2
    return "the consensus stands" if is_consensus else f"{first or adjudication.names[0]}’s stands"


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
    fixed = adjudication.applied(sentence).fixed
    nodes, _ = model.standing(fixed)
    return Standing(model.words, nodes, model.tags_with(fixed))


# -- tables ----------------------------------------------------------------------------------------------------------------


def provenance(adjudication: Adjudication, with_people: bool = False) -> ResultTable:
    """Every difference with the value of each file and of the result, and where that comes from; in the order of the sentences.

    ``with_people``: who decided, and when. Without it two exports of the same decisions are equal.
    """
    rows: list[list[Value]] = []
    for place, values, result in _results(adjudication):
        row: list[Value] = [place.sentence + 1, place.unit, place.field, *values]
        row += [result.value, result.source, str(result.rule or ""), result.note]
        if with_people:
            decision = adjudication.decisions.get(place)
            row += [decision.by, decision.at] if decision is not None else ["", ""]
        rows.append(row)
    columns = [plain_column("sentence"), text_column("unit"), text_column("field"), *_value_columns(adjudication)]
    columns += [text_column("result"), text_column("source"), text_column("rule"), text_column("note")]
    columns += [text_column("by"), text_column("at")] if with_people else []
    return ResultTable("Differences and what was decided", tuple(columns), rows)


def _value_columns(adjudication: Adjudication) -> list[Column]:
    return [text_column(name, f"value:{name}") for name in adjudication.names]


def _results(adjudication: Adjudication) -> list[tuple[Place, tuple[str, ...], Result]]:
    found = []
    for sentence in sorted(adjudication.of_sentence):
        for place, result in sorted(adjudication.settled(sentence).results.items(), key=lambda one: order_of(one[0])):
            at = adjudication.index.get(place)
            found.append(
                (place, adjudication.differences[at].values if at is not None else _agreed(adjudication, place), result)
            )
    return found


def _agreed(adjudication: Adjudication, place: Place) -> tuple[str, ...]:
    """The values where the analyses agree, of nodes that what is decided rules out."""
    model = adjudication.model(place.sentence)
    assert isinstance(model, NodeModel)
    words = words_in(place.unit)
    return tuple(of.get(words, "") for of in model.chains)


def sources(adjudication: Adjudication) -> Counter[str]:
    """How many differences have their value from where; rules together."""
    states = adjudication.states
    found = Counter(
        decision.source
        for place, decision in adjudication.decisions.items()
        if states[adjudication.index[place]] == DECIDED
    )
    found["rule"] = int((states == BY_RULE).sum())
    found[UNDECIDED] = len(states) - found.total()
    return +found


def changed_for(adjudication: Adjudication, name: str) -> ResultTable:
    """What was decided otherwise than an annotator had it, by kind, the most frequent first: to learn from. Raises
    UsageError: there is no such annotator."""
    mine = place_of(name, adjudication.names, "annotator")
    rows: list[tuple[str, list[Value]]] = []
    for place, values, result in _results(adjudication):
        if result.source == UNDECIDED or values[mine] == result.value:
            continue
        at = adjudication.index.get(place)
        kind = kind_told(place, values[mine], result.value) if at is not None else "implied by other nodes"
        what = value_told(adjudication, place, values[mine]), value_told(adjudication, place, result.value)
        rows.append(
            (kind, [kind, place.sentence + 1, unit_told(adjudication, place), *what, result.source, result.note])
        )
    times = Counter(kind for kind, _ in rows)
    rows.sort(key=lambda one: (-times[one[0]], one[0]))
    columns = (
        Column("kind", str, is_number=False, once=True), plain_column("sentence"), text_column("words"), text_column(name),
        text_column("result"), text_column("source"), text_column("note"),
    )  # fmt: skip
    return ResultTable(f"Decided otherwise than {name}", columns, [row for _, row in rows])


def kinds_for(adjudication: Adjudication, name: str) -> ResultTable:
    """How often what an annotator had was decided otherwise, by kind."""
    times = Counter(str(row[0]) for row in changed_for(adjudication, name).rows)
    rows: list[list[Value]] = [
        [kind, count] for kind, count in sorted(times.items(), key=lambda one: (-one[1], one[0]))
    ]
    return ResultTable(
        f"Decided otherwise than {name}, by kind", (text_column("kind"), count_column("differences")), rows
    )


def kind_told(place: Place, value: str, result: str) -> str:
    """What was changed, without numbers of words: ``nmod → obl, another head``."""
    if place.field != ARC:
        return f"{place.field}: {value or '–'} → {result or '–'}"
    (head, relation), (to, changed) = arc_of(value), arc_of(result)
    said = relation if relation == changed else f"{relation} → {changed}"
    return f"{said}, {'same head' if head == to else 'another head'}"


def unit_told(adjudication: Adjudication, place: Place) -> str:
    """The words of a difference."""
    words = adjudication.analyses.words_of(place.sentence)
    there = words_in(place.unit)
    return " ".join(word for at, word in enumerate(words) if there >> at & 1)


def value_told(adjudication: Adjudication, place: Place, value: str) -> str:
    """A value as people read it: ``nmod of offices``."""
    if place.field != ARC:
        return value or "–"
    head, relation = arc_of(value)
    words = adjudication.analyses.words_of(place.sentence)
    if head == NO_HEAD:
        return "none" if relation == "_" else f"{relation} of nothing"
    if head == 0:
        return f"{relation} (root)" if relation != "root" else "root"
    return f"{relation} of {words[head - 1]}" if head <= len(words) else f"{relation} of word {head}"


def kinds(adjudication: Adjudication) -> ResultTable:
    """Differences by kind, the most frequent first, with how many are decided, and for whom."""
    rows: list[list[Value]] = []
    for kind, places in sorted(adjudication.of_kind.items(), key=lambda one: (-len(one[1]), one[0])):
        rows.append([told_kind(kind), len(places), int(np.isin(adjudication.states[places], (DECIDED, BY_RULE)).sum())])
    return ResultTable(
        "Differences by kind", (text_column("kind"), count_column("differences"), count_column("decided")), rows
    )


def summary(adjudication: Adjudication) -> ResultTable:
    """Where values come from, and how many differences are left."""
    found = sources(adjudication)
    touched = {adjudication.differences[at].place.sentence for at in np.flatnonzero(adjudication.states).tolist()}
    found[IMPLIED] = sum(
        result.source == IMPLIED and place in adjudication.index
        for sentence in touched
        for place, result in adjudication.settled(sentence).results.items()
    )
    found[UNDECIDED] -= found[IMPLIED]
    rows: list[list[Value]] = [[source, count] for source, count in (+found).most_common()]
    rows += [["decided", adjudication.decided], ["differences", len(adjudication.differences)]]
    return ResultTable("Decided", (text_column("source"), count_column("differences")), rows)


# -- tables and pages as files -----------------------------------------------------------------------------------------

PROVENANCE = "provenance"


def file_names(adjudication: Adjudication) -> dict[str, str]:
    """A file name for each annotator. Raises UsageError: two would be the same."""
    found = {name: "".join("_" if one in '/\\:*?"<>|' else one for one in name) or "_" for name in adjudication.names}
    if len({one.casefold() for one in (*found.values(), PROVENANCE)}) <= len(found):
        names = ", ".join(found)
        raise UsageError(f"{names}: would be written into the same file; expected names that differ as file names")
    return found


def tables(adjudication: Adjudication, with_people: bool = False) -> dict[str, str]:
    """``provenance.tsv``, and for each annotator NAME.tsv: what was decided otherwise."""
    made = {PROVENANCE: provenance(adjudication, with_people)}
    made |= {called: changed_for(adjudication, name) for name, called in file_names(adjudication).items()}
    return {f"{name}.tsv": f"{tsv(table.exact())}\n" for name, table in made.items()}


def pages(adjudication: Adjudication) -> dict[str, str]:
    """For each annotator NAME.html."""
    return {
        f"{called}.html": as_html(page_for(adjudication, name)) for name, called in file_names(adjudication).items()
    }


def page_for(adjudication: Adjudication, name: str) -> Page:
    """The page of one annotator: how often, by kind, and each place with what stands there now, why, and the sentence."""
    changed = changed_for(adjudication, name)
    decided = adjudication.decided
    others = " and ".join(one for one in adjudication.names if one != name)
    lead: list[Paragraph | Cards] = [
        Cards([(f"{decided:,}", "differences decided"), (f"{len(changed.rows):,}", "decided otherwise")]),
        Paragraph(f"Compared with {others}. What was decided as {name} had it is not listed."),
    ]
    sections = [Section("By kind", [Table(kinds_for(adjudication, name))])] if changed.rows else []
    places: dict[str, list[int]] = {}
    for at, row in enumerate(changed.rows):
        places.setdefault(str(row[0]), []).append(at)
    for kind, rows in places.items():
        listed = ResultTable(kind, changed.columns[1:], [changed.rows[at][1:] for at in rows])
        parts: list[Part] = [Table(listed), *_sentences(adjudication, changed, rows)]
        sections.append(Section(kind, parts, counted(len(rows), "difference")))
    if not changed.rows:
        sections = [Section("Nothing", [Paragraph(f"Nothing was decided otherwise than {name} had it.")])]
    return Page(f"Decided otherwise than {name}", lead, sections)


def _sentences(adjudication: Adjudication, changed: ResultTable, rows: Sequence[int]) -> list[Part]:
    """The sentences of some rows, each once, with their numbers."""
    numbers = dict.fromkeys(int(str(changed.rows[at][1])) for at in rows)
    return [
        Paragraph(f"{number}: {' '.join(adjudication.analyses.words_of(number - 1))}", is_quiet=True)
        for number in list(numbers)[:50]
    ]
