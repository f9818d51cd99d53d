"""The consensus of dependency treebanks as a treebank, and how each word came to its arc."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from treecompare.extras.annotators.best_tree import Arc, Option, best_tree, kind_of, options_of
from treecompare.extras.annotators.several import MISSING, Ballot, Several, most_weight
from treecompare.readers import DependencyTreebank
from treecompare.readers.treebank import of_kind
from treecompare.trees.arcs import head_text
from treecompare.trees.dependencies import COLUMNS, DependencySentence
from treecompare.trees.heads import check


@dataclass(frozen=True, eq=False)
class Decided(Ballot):
    """The consensus of a sentence. ``options``: of each word; ``chosen``, ``kinds``: per word, empty where there is none."""

    options: list[list[Option]]
    chosen: list[Option]
    kinds: list[str]


def consensus(several: Several, weights: Sequence[int], fewest_roots: bool = True) -> Iterator[Decided]:
    """The consensus of each row; ``weights``: of the analyses, whole numbers from 0."""
    treebanks = of_kind(several.treebanks, DependencyTreebank)
    checks = [check(one.sentences.arcs) for one in treebanks]
    is_tree = [
        (~found.broken & ((found.roots > 0) | (found.per_sentence["headless"] > 0))).tolist() for found in checks
    ]
    arcs = [arcs_of(one) for one in treebanks]
    offsets = [one.sentences.offsets.tolist() for one in treebanks]
    for number, row, told in several.ballots(weights):
        there = [file for file, at in enumerate(row) if at != MISSING and weights[file] > 0]
        voters = most_weight({file: several.words[file][row[file]] for file in there}, weights)
        told += [f"{several.names[file]}: other words" for file in there if file not in voters]
        told += [
            f"{several.names[file]}: {', '.join(checks[file].reasons(row[file]))}"
            for file in voters
            if not is_tree[file][row[file]]
        ]
        voters = [file for file in voters if is_tree[file][row[file]]]
        if not voters:
            reason = "no analysis of it is a tree" if there else "nobody who votes has it"
            yield Decided(number, (), reason, tuple(told), [], [], [])
            continue
        trees = [arcs[file][offsets[file][row[file]] : offsets[file][row[file] + 1]] for file in voters]
        votes = [weights[file] for file in voters]
        total = sum(votes)
        options = [
            [Option(given[0][0], given[0][1], total, total, 0)]
            if given.count(given[0]) == len(given)
            else options_of(given, votes)
            for given in zip(*trees, strict=True)
        ]
        chosen = best_tree(options, fewest_roots)
        kinds = [kind_of(one, of_word, total, len(voters)) for one, of_word in zip(chosen, options, strict=True)]
        yield Decided(number, tuple(voters), "", tuple(told), options, chosen, kinds)


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
        row = (
            str(number),
            forms[number - 1],
            lemma,
            upos,
            xpos,
            feats,
            head_text(option.head),
            option.relation,
            "_",
            misc[number - 1],
        )
        lines.append("\t".join(row))
    return "\n".join(lines) + "\n"


def voted(values: Sequence[str], votes: Sequence[int]) -> str:
    """The value with most weight; a tie goes to the earlier file."""
    if values.count(values[0]) == len(values):
        return values[0]
    sums: dict[str, int] = {}
    for value, weight in zip(values, votes, strict=True):
        sums[value] = sums.get(value, 0) + weight
    return max(sums, key=sums.__getitem__)


@lru_cache(maxsize=100_000)
def features(text: str) -> dict[str, str]:
    """The features of a word: the values of each name, sorted, separated by commas; ``+`` for a name without a value.

    An item without ``=``, as in CoNLL-X, is a name; a name that stands twice has both values.
    """
    found: dict[str, set[str]] = {}
    if text not in ("_", ""):
        for item in text.split("|"):
            name, equals, values = item.partition("=")
            if name:
                found.setdefault(name, set()).update(values.split(",") if equals else ["+"])
    return {name: ",".join(sorted(values)) for name, values in sorted(found.items())}


def _feats(values: Sequence[str], votes: Sequence[int]) -> str:
    if values.count(values[0]) == len(values):
        return values[0]
    maps = [features(value) for value in values]
    names = sorted({name for one in maps for name in one}, key=lambda name: (name.lower(), name))
    chosen = [(name, voted([one.get(name, "") for one in maps], votes)) for name in names]
    return "|".join(name if value == "+" else f"{name}={value}" for name, value in chosen if value) or "_"


def word_rows(several: Several, weights: Sequence[int], found: Sequence[Decided]) -> list[list[str]]:
    """The table of all words, as scripts compare it."""
    heads = ["weights", "sentence", "word", "head", "relation", "head_votes", "label_votes", "kind"]
    said = ",".join(map(str, weights))
    rows = [heads]
    for one in found:
        name = several.ids[one.row]
        rows += [
            [
                said,
                name,
                str(word),
                head_text(option.head),
                option.relation,
                str(option.head_votes),
                str(option.label_votes),
                kind,
            ]
            for word, (option, kind) in enumerate(zip(one.chosen, one.kinds, strict=True), 1)
        ]
    return rows
