"""The line of code by which the page of formats has spaCy write CoNLL-U, on objects of the shape of spaCy's."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from treecompare import resources
from treecompare.readers import DependencyTreebank, read_content


@dataclass
class Token:
    i: int
    text: str
    head: Any = field(default=None, compare=False, repr=False)
    lemma_: str = "x"
    pos_: str = "NOUN"
    tag_: str = "NN"
    morph: str = ""
    dep_: str = "dep"


class Span(list[Token]):
    @property
    def start(self) -> int:
        return self[0].i


def test_the_line_writes_conllu() -> None:
    page = resources.path("help/formats.md").read_text("utf-8")
    found = re.search(r"import spacy\n(.+)\n", page)
    assert found is not None
    words = [Token(number, text) for number, text in enumerate(["Dogs", "bark", "They", "do", "."])]
    for word, head in zip(words, (1, 1, 3, 3, 3), strict=True):
        word.head = words[head]
    doc = SimpleNamespace(sents=[Span(words[:2]), Span(words[2:])])
    spacy = SimpleNamespace(load=lambda name: lambda text: doc)
    written = eval(found[1], {"spacy": spacy, "text": "Dogs bark. They do."})
    read = read_content(written.encode(), "spacy", "conllu")
    assert isinstance(read, DependencyTreebank)
    assert (read.problems, read.warnings) == ({}, [])
    assert [sentence.words for sentence in read.sentences] == [["Dogs", "bark"], ["They", "do", "."]]
    assert [sentence.heads.tolist() for sentence in read.sentences] == [[2, 0], [2, 0, 2]]
