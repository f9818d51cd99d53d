"""Small analyses to decide between."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from treecompare.extras.annotators.adjudication import Adjudication
from treecompare.extras.annotators.differences import Place, analyses_of
from treecompare.readers import read_any

Row = tuple[str, str, int, str]


def conllu(*sentences: Sequence[Row], comments: str = "") -> str:
    """Sentences of (form, UPOS, head, relation)."""
    made = []
    for sentence in sentences:
        rows = [
            f"{number}\t{form}\t{form.lower()}\t{tag}\t_\t_\t{head}\t{relation}\t_\t_\n"
            for number, (form, tag, head, relation) in enumerate(sentence, 1)
        ]
        made.append(comments + "".join(rows) + "\n")
    return "".join(made)


def adjudication(folder: Path, *texts: str, ending: str = "conllu") -> Adjudication:
    """The analyses ``a``, ``b``, … of the same sentences."""
    names = [chr(ord("a") + place) for place in range(len(texts))]
    for name, text in zip(names, texts, strict=True):
        (folder / f"{name}.{ending}").write_text(text, "utf-8")
    return Adjudication(analyses_of(names, [read_any(str(folder / f"{name}.{ending}")) for name in names]))


def arc(sentence: int, word: int) -> Place:
    """The place of an arc; both from 1."""
    return Place(sentence - 1, str(word), "arc")


def decide(made: Adjudication, place: Place, name: str) -> None:
    """Decides for a file."""
    made.put(made.decide_as(place, name))


BANK_A = (
    ("The", "DET", 2, "det"), ("bank", "NOUN", 3, "nsubj"), ("opened", "VERB", 0, "root"), ("offices", "NOUN", 3, "obj"),
    ("in", "ADP", 6, "case"), ("Lisbon", "PROPN", 4, "nmod"),
)  # fmt: skip
BANK_B = (*BANK_A[:5], ("Lisbon", "PROPN", 3, "obl"))
