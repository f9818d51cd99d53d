"""Real treebanks are read whole: as many sentences as their notes say, or as an independent count finds."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest

from treecompare.readers import DependencyTreebank, Treebank, read_any
from treecompare.reading import rules

NOTED = {
    "wsj-sample/*.mrg": 603, "wsj-sample-1394/*.mrg": 1394, "wsj-sample-1394/dep/*": 1394, "craft/*.mrg": 1500,
    "craft/full*": 30_830, "craft/malt*": 1500, "iaa-cgel/*iaa50*.mrg": 50, "iaa-cgel/*iaa50*.cgel": 50, "iaa-cgel/*pilot5*.mrg": 5,
    "iaa-cgel/*pilot5*.cgel": 5, "iaa-ndt/*-norwegian.conll": 150, "iaa-ndt/*-danish.conll": 130, "iaa-ndt/*-swedish.conll": 110,
    "iaa-ndt/*-caterpillar.conll": 10, "linkgrammar-gum/*.mrg": 200, "linkgrammar-gum/linkparser.trees.txt": 200,
    "hebrew-spmrl/dev.*.conllu": 500, "hebrew-spmrl/test.*.conll.gz": 706, "turkish-imst/*.conllu": 975,
    "german-tiger/pcc316.*": 316, "german-tiger/pcc25.*": 317, "german-tiger/pcc.*": 2194,
}  # fmt: skip
"""Sentences of each file, by their notes."""


def content(path: Path) -> str:
    data = path.read_bytes()
    return (gzip.decompress(data) if path.suffix == ".gz" else data).decode("utf-8", "replace")


@pytest.mark.parametrize(("pattern", "sentences"), NOTED.items())
def test_all_sentences_are_read(pattern: str, sentences: int, shared: Path) -> None:
    paths = sorted((shared / "data").glob(pattern))
    assert paths
    for path in paths:
        found = read_any(path)
        assert (len(found.lines), found.problems) == (sentences, {}), path


@pytest.mark.parametrize("pattern", ["ewt/*.conllu*", "gum/*.conllu*", "hebrew-ud/*.conllu.gz", "quirks/*.conll"])
def test_words_and_sentences_of_tables_are_as_many_as_lines_say(pattern: str, shared: Path) -> None:
    paths = sorted((shared / "data").glob(pattern))
    assert paths
    for path in paths:
        with rules(encodings={"eus.test.iso8859-1": "iso-8859-1"}):
            found, text = read_any(path), content(path).replace("\r\n", "\n")
        assert isinstance(found, DependencyTreebank)
        assert len(found.sentences.form) == len(re.findall(r"(?m)^[0-9]+\t", text)), path
        assert len(found.lines) == len(re.findall(r"(?m)^1\t", text)), path
        assert not found.problems


@pytest.mark.parametrize("pattern", ["gum/*.mrg*", "craft/gold*.mrg", "wsj-sample/gold*.mrg"])
def test_words_of_brackets_are_as_many_as_brackets_say(pattern: str, shared: Path) -> None:
    for path in sorted((shared / "data").glob(pattern)):
        found, text = read_any(path), content(path)
        assert isinstance(found, Treebank)
        assert int(found.trees.word_counts.sum()) == len(re.findall(r"[^\s()]\)", text)), path
        assert len(found.lines) == text.count("\n")
