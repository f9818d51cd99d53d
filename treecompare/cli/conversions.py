"""Treebanks from one format into another, and constituents into dependencies."""

from __future__ import annotations

import argparse
import bz2
import gzip
import lzma
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from treecompare.cli.options import by_ending, command
from treecompare.cli.printing import put, tell
from treecompare.comparison.settings import HEAD_RULES, PRETERMINALS
from treecompare.errors import ReadError, UsageError
from treecompare.reading import unpacked_name
from treecompare.writing import write_file

if TYPE_CHECKING:
    from treecompare.readers import DependencyTreebank, Treebank
    from treecompare.trees.dependencies import Dependencies, DependencySentence
    from treecompare.trees.head_rules import HeadRules

CONTINUOUS_FORMATS = ("brackets", "pretty", "ppche", "cgel")
CONSTITUENT_FORMATS = (*CONTINUOUS_FORMATS, "discbrackets", "export", "export3", "tigerxml")
DEPENDENCY_FORMATS = ("conllu", "conlluplus", "conllx")
ENDINGS = {
    **dict.fromkeys((".mrg", ".ptb", ".brackets", ".bracket", ".trees", ".tree", ".psd", ".prd"), "brackets"),
    ".conllu": "conllu",
    **dict.fromkeys((".conllup", ".cupt"), "conlluplus"),
    **dict.fromkeys((".conllx", ".conll"), "conllx"),
    **dict.fromkeys((".dbr", ".discbracket", ".discbrackets"), "discbrackets"),
    **dict.fromkeys((".export", ".negra"), "export"),
    ".xml": "tigerxml",
    ".cgel": "cgel",
    ".txt": "",
}
"""What files hold that end so; of texts the input says it."""
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    ".gz": partial(gzip.compress, mtime=0),
    ".bz2": bz2.compress,
    ".xz": lzma.compress,
}


@command("convert", formats="|".join((*CONSTITUENT_FORMATS, *DEPENDENCY_FORMATS)), head_rules=HEAD_RULES)
def _convert(options: argparse.Namespace) -> int:
    """A treebank in another format; constituents into dependencies by head rules.

    input IN: the treebank; - is standard input
    output OUT: the file to write, compressed if it ends in .gz, .bz2 or .xz; - is standard output
    --from/source FORMAT: format of the input; otherwise recognised by content
    --to {formats}: brackets: one tree per line, pretty: indented; export: NEGRA's, version 4 (default: by the ending of OUT, else
        brackets or conllu)
    --dependencies: constituents become dependencies by head rules
    --head-rules TABLE: {head_rules}
    --crossing-branches
    --preterminals
    {max_bytes}
    --strict: exit with status 1 if anything was unusual or left out
    """
    from treecompare.comparison.files import check_any_sentence
    from treecompare.readers import DependencyTreebank, Treebank, of_one_kind, read_any

    treebank = read_any(options.input, options.source)
    check_any_sentence(treebank)
    for warning in treebank.warnings:
        tell(f"{options.input}: {warning}")
    target = _target(options, isinstance(treebank, DependencyTreebank))
    told = Counter[str]()
    is_historical = isinstance(treebank, Treebank) and treebank.format == "ppche" and treebank.around is not None
    if target == "ppche" and not is_historical:
        raise UsageError(
            f"{options.input} is no file of a Penn parsed historical corpus; expected --to brackets or pretty"
        )
    if is_historical and options.to is None and unpacked_name(options.output).endswith(".psd"):
        target = "ppche"
    if isinstance(treebank, DependencyTreebank):
        text = _dependency_text(treebank, treebank.sentences, target, told)
    else:
        trees = _resolved(options, of_one_kind(treebank, Treebank), target)
        if target in CONSTITUENT_FORMATS:
            from treecompare.readers.constituent_text import constituent_text

            text = constituent_text(trees, target, told)
        else:
            text = _converted_text(options, trees, target, told)
    _write(options.output, text)
    for reason, count in told.most_common():
        tell(f"{options.input}: {count} sentence{'s' if count > 1 else ''} {reason}")
    return int(options.strict and bool(told))


def _resolved(options: argparse.Namespace, treebank: Treebank, target: str) -> Treebank:
    """The treebank with its crossing branches as wanted. Raises UsageError: they are to be kept, and the format holds none."""
    from treecompare.trees.conversion import without_crossing

    if options.crossing_branches != "keep":
        rules = _head_rules_of(options, treebank)
        found = without_crossing(treebank.trees, options.crossing_branches, rules)
        if found.sentences:
            what = "parts added" if options.crossing_branches == "split" else "nodes raised"
            sentences = f"sentences with crossing branches: {found.sentences:,}"
            tell(f"{options.input}: {sentences}; {what}: {found.changed:,}")
        if options.crossing_branches == "raise-with-function-nodes":
            tell(f"{options.input}: nodes added above tags that carry a function: {found.added:,}")
        return replace(treebank, trees=found.trees)
    if target in CONTINUOUS_FORMATS and treebank.trees.crossing.any():
        sentence = int(treebank.trees.crossing.argmax())
        raise ReadError(
            options.input, int(treebank.lines[sentence]),
            "branches cross, which brackets cannot hold; expected --crossing-branches raise or split",
        )  # fmt: skip
    return treebank


def _target(options: argparse.Namespace, is_dependencies: bool) -> str:
    """The format to write. Raises UsageError: the input cannot become that."""
    names = ("conllu", "brackets")
    target: str | None = options.to or by_ending(options.output, ENDINGS, "--to")
    target = target or names[not (is_dependencies or options.dependencies)]
    if is_dependencies and target in CONSTITUENT_FORMATS:
        raise UsageError(
            f"{options.input} holds dependencies, which have no constituents; expected --to conllu, conlluplus or conllx"
        )
    if is_dependencies and (options.dependencies or options.head_rules):
        raise UsageError(f"{options.input} holds dependencies; head rules are for trees of constituents")
    if options.dependencies and target in CONSTITUENT_FORMATS:
        raise UsageError(
            f"{target} holds no dependencies; expected --to conllu, conlluplus or conllx beside --dependencies"
        )
    if options.head_rules and not options.dependencies and options.crossing_branches == "keep":
        raise UsageError("--head-rules says how --dependencies are made; expected both")
    if not is_dependencies and target in DEPENDENCY_FORMATS and not options.dependencies:
        raise UsageError(f"{options.input} holds constituents, {target} dependencies; expected --dependencies")
    return target


def _head_rules_of(options: argparse.Namespace, treebank: Treebank) -> HeadRules:
    from treecompare.trees.conversion import usual_table
    from treecompare.trees.head_rules import head_rules

    return head_rules(options.head_rules or usual_table(treebank.trees))


def _converted_text(options: argparse.Namespace, treebank: Treebank, target: str, told: Counter[str]) -> Iterator[str]:
    """Constituents as dependencies; ``told`` counts sentences by what is wrong with them."""
    import numpy as np

    from treecompare.readers.conll import DependencyTreebank
    from treecompare.trees.conversion import to_dependencies

    preterminals = PRETERMINALS[options.preterminals]
    rules = _head_rules_of(options, treebank)
    result = to_dependencies(treebank.trees, rules, preterminals, implies_root=treebank.implies_root)
    for reason in result.reasons().values():
        told[f"whose heads do not make a tree: {reason}"] += 1
    sentences = result.dependencies
    names = treebank.ids or [str(number + 1) for number in range(len(sentences))]
    comments = [f"# sent_id = {name}".encode() for name in names]
    sentences = replace(sentences, comments=comments, comment_offsets=np.arange(len(sentences) + 1))
    converted = DependencyTreebank(
        treebank.name, treebank.path, treebank.format, sentences, treebank.lines, None, treebank.problems
    )
    return _dependency_text(converted, sentences, target, told, with_comments=False)


def _dependency_text(
    treebank: DependencyTreebank, sentences: Dependencies, target: str, told: Counter[str], with_comments: bool = True
) -> Iterator[str]:
    """The sentences in that format. ``told`` counts them by what they lose, among that comments if they are ``with_comments``."""
    from treecompare.trees.dependencies import CONLLU_NAMES
    from treecompare.trees.writing import (
        columns_comment,
        conllu_lines,
        conlluplus_lines,
        conllx_lines,
        without_columns_comment,
    )

    was_conllx = treebank.format == "conllx"
    further = treebank.further
    rows = further.rows if further is not None else {}
    names = further.names if further is not None else CONLLU_NAMES
    if target == "conlluplus":
        yield columns_comment(names)
    for index, sentence in enumerate(sentences):
        if not len(sentence):
            problem = treebank.problems.get(index)
            why = f"line {problem.line}, {problem.reason}" if problem else "without words"
            told[f"left out, because the format cannot hold sentences without words: {why}"] += 1
            continue
        if target != "conlluplus" and {text for row in rows.get(index, ()) for text in row} - {"_"}:
            told[f"lost {' '.join(name for name in names if name not in CONLLU_NAMES)}"] += 1
        if target in ("conllu", "conlluplus"):
            if was_conllx and {*sentence.column("deps"), *sentence.column("misc")} != {"_"}:
                told["lost PHEAD and PDEPREL"] += 1
            text = conllu_lines(sentence, keeps_graph=not was_conllx)
            if target == "conlluplus":
                text = conlluplus_lines(text, names, rows.get(index, ()))
            yield without_columns_comment(text) if further is not None and target == "conllu" else text
            continue
        for name, lost in _lost_in_conllx(sentence, was_conllx, with_comments):
            if lost:
                told[f"lost {name}"] += 1
        yield conllx_lines(sentence, keeps_phead=was_conllx)


def _lost_in_conllx(sentence: DependencySentence, was_conllx: bool, with_comments: bool) -> Iterator[tuple[str, bool]]:
    yield "comments", with_comments and bool(sentence.comments)
    yield "tokens of several words", bool(sentence.multiwords)
    yield "empty nodes", bool(sentence.empty_nodes)
    for name in ("deps", "misc"):
        yield f"the column {name.upper()}", not was_conllx and set(sentence.column(name)) != {"_"}
    yield "blanks in words or lemmas", any(" " in text for text in (*sentence.words, *sentence.column("lemma")))


def _write(path: str, pieces: Iterator[str]) -> None:
    data = "".join(pieces).encode("utf-8")
    if path == "-":
        put(data)
        return
    packer = PACKERS.get(Path(path).suffix)
    write_file(path, packer(data) if packer is not None else data)
