"""The same over real treebanks, and over what reference programs were tried on: ``data`` and ``oracles`` beside the project."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from tests.conftest import SHARED
from tests.contracts.listed import REPORTS_OF_SYSTEMS, Contract

_WORDS = ("udpipe", "malt-eager", "malt-lazy")
SETS: dict[str, tuple[str, ...]] = {
    "wsj": tuple(f"data/wsj-sample-1394/{one}.mrg" for one in ("gold", "berkeley-sm6", "bllip", "stanford-pcfg")),
    "craft": tuple(f"data/craft/{one}.mrg" for one in ("gold", "berkeley-sm3", "bllip", "stanford-pcfg")),
    "tiger": tuple(
        f"data/german-tiger/pcc316.{one}" for one in ("gold.export", "discodop-pcc.export", "discodop-squoia.export")
    ),
    "ewt": ("data/ewt/test.gold.conllu", *(f"data/ewt/test.{one}.conllu" for one in _WORDS)),
    "gum": ("data/gum/test.gold.conllu", *(f"data/gum/test.{one}.conllu" for one in _WORDS)),
    "turkish": tuple(f"data/turkish-imst/dev.{one}.conllu" for one in ("gold", "udpipe")),
    "hebrew": tuple(f"data/hebrew-spmrl/dev.ud.{one}.conllu" for one in ("gold", "udpipe")),
    "cgel": tuple(
        f"data/iaa-cgel/ewt-test_iaa50.{one}.mrg"
        for one in ("adjudicated", "brettrey.novalidator", "nschneid.novalidator", "brettrey.validator")
    ),
}
"""A gold and its systems each."""
ENDINGS = ("mrg", "conllu", "conll", "conllx", "cgel", "export", "psd", "dbr", "xml", "conllul", "lattices", "gz")


def contracts_of_data() -> Iterator[Contract]:
    """All of them; none where the folders are missing."""
    if SHARED.is_dir():
        for arguments in itertools.chain(_of_sets(), _of_annotators(), _of_files()):
            yield Contract(tuple(arguments))


def _of_sets() -> Iterator[Sequence[str]]:
    for files in SETS.values():
        yield "score", *files, "--measures", "all"
        yield "score", *files, "--per-sentence", "--format", "tsv"
        yield "errors", *files, "--by", "type", "--format", "json"
        yield "rank", *files, "--format", "tsv"
        yield "significance", *files, "--format", "json"
        yield "check", *files, "--format", "tsv"
        for report in REPORTS_OF_SYSTEMS:
            yield "report", report, *files, "--format", "tsv"
        for sentence in ("1", "5", "17"):
            yield "align", *files[:2], "--sentence", sentence, "--format", "svg"
    for name, params in itertools.product(("wsj", "tiger"), ("standard", "evalb", "spmrl", "ppche", "none")):
        yield "score", *SETS[name], "--params", params, "--per-sentence", "--format", "tsv"


def _of_annotators() -> Iterator[Sequence[str]]:
    for name in ("wsj", "ewt", "cgel"):
        for command in ("agreement", "triage", "consensus"):
            yield command, *SETS[name][1:], "--format", "json"
        yield "diff", *SETS[name][:2], "--format", "json"


def _of_files() -> Iterator[Sequence[str]]:
    for folder in ("data", "oracles"):
        for path in sorted((SHARED / folder).rglob("*.*")):
            if path.suffix[1:] in ENDINGS and path.is_file():
                yield "stats", path.relative_to(SHARED).as_posix(), "--format", "tsv"
