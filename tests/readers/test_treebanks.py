"""What every kind of treebank answers, asked of each; and of a kind that nobody has heard of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

import numpy as np
import pytest
from numpy.typing import NDArray

from treecompare.comparison.files import check_any_words
from treecompare.comparison.schemes.targets import fits
from treecompare.comparison.sentence_texts import remarkable, treebank_texts
from treecompare.comparison.word_by_word import word_by_word
from treecompare.errors import ReadError, UsageError
from treecompare.readers import AnyTreebank, DependencyTreebank, Problem, Treebank, of_kind, of_one_kind, read_content
from treecompare.trees.dependencies import Dependencies

TREES = "(S (NP-SBJ (DT the) (NN dog)) (VP (VB barks)))\n(S (NP (NN cats)) (VP (VB sleep)))\n"
WORDS = (
    "# sent_id = one\n1\tthe\t_\tDET\t_\t_\t2\tdet\t_\t_\n2\tdog\t_\tNOUN\t_\t_\t3\tnsubj:outer\t_\t_\n"
    "3\tbarks\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
    "1\tcats\t_\tNOUN\t_\t_\t2\tnsubj\t_\t_\n2\tsleep\t_\tVERB\t_\t_\t0\troot\t_\t_\n\n"
)


@dataclass(frozen=True, eq=False)
class Chains(AnyTreebank):
    """A toy: words of which each follows the one before; there are labels, and no trees."""

    kind: ClassVar[str] = "chains"
    sort: ClassVar[str] = "links"
    name: str
    path: str
    format: str
    rows: Dependencies
    lines: NDArray[np.int64]
    ids: list[str] | None = None
    problems: dict[int, Problem] = field(default_factory=dict)
    warnings: list[str] = field(default_factory=list)

    @property
    def table(self) -> Dependencies:
        return self.rows

    @property
    def lengths(self) -> NDArray[np.int64]:
        return self.rows.lengths

    @property
    def forms(self) -> NDArray[np.int32]:
        return self.rows.form

    @property
    def labels(self) -> NDArray[np.int32]:
        return self.rows.deprel

    @property
    def structure(self) -> list[NDArray[Any]]:
        return [self.rows.offsets]

    def labelled(self, where: str) -> Iterator[tuple[NDArray[np.int32], NDArray[np.int64]]]:
        if where == "labels":
            yield self.rows.deprel, self.rows.sentence_of

    def of_sentences(self, sentences: Sequence[int]) -> Chains:
        parts = Dependencies.joined([self.rows.part(one, one + 1) for one in sentences])
        return Chains(self.name, self.path, self.format, parts, self.lines[list(sentences)])

    def written(self, is_indented: bool = False) -> str:
        return "".join(" ".join(self.words_of(one)) + "\n" for one in range(self.count))

    def followed_by(self, others: Sequence[Chains], **common: Any) -> Chains:
        return Chains(rows=Dependencies.joined([one.rows for one in (self, *others)]), **common)

    @staticmethod
    def bare(label: str) -> str:
        return label


def chains(name: str = "chains") -> Chains:
    words = of_one_kind(read_content(WORDS.encode(), name), DependencyTreebank)
    return Chains(name, name, "chains", words.sentences, words.lines)


def of_every_kind() -> list[AnyTreebank]:
    return [read_content(TREES.encode(), "trees"), read_content(WORDS.encode(), "words"), chains()]


def test_what_all_answer() -> None:
    for one in of_every_kind():
        assert one.count == 2 and one.lengths.tolist() == [3, 2] and one.words == 5, one.kind
        assert one.has_words and one.has_nodes and one.says_its_kind
        assert one.words_of(1) == ["cats", "sleep"]
        assert treebank_texts(one) == ["the dog barks", "cats sleep"]
        assert one.word_offsets.tolist() == [0, 3, 5]
        assert one.has_labels_of(one) and one.has_words_of(one)
        copy = one.of_sentences([1])
        assert copy.kind == one.kind and copy.words_of(0) == ["cats", "sleep"] and copy.count == 1
        assert not one.has_labels_of(copy) and not one.has_words_of(copy)
        both = one.followed_by([copy], name="b", path="b", format=one.format, lines=np.arange(3))
        assert treebank_texts(both) == ["the dog barks", "cats sleep", "cats sleep"]
        assert one.with_fields(name="other").name == "other" and one.name != "other"
    assert [one.sentence_names for one in of_every_kind()] == [["1", "2"], ["one", "2"], ["1", "2"]]
    assert [one.sort for one in of_every_kind()] == ["constituents", "relations", "links"]


def test_text_is_read_again_as_the_same() -> None:
    for one in of_every_kind()[:2]:
        for is_indented in (False, True):
            again = read_content(one.written(is_indented).encode(), "again")
            assert again.has_labels_of(one) and again.has_words_of(one) and again.sentence_names == one.sentence_names


BESIDE = (
    "# sent_id = a\n# text = aux gens dit\n1-2\taux\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n1\tà\tà\tADP\tP\tA=b\t3\tcase\t3:case\t_\n"
    "2\tles\tle\tDET\t_\t_\t3\tdet\t3:det\tX=y\n3\tgens\t_\tNOUN\t_\t_\t0\troot\t0:root\t_\n"
    "3.1\tdit\t_\tVERB\t_\t_\t_\t_\t3:x\t_\n\n# sent_id = b\n1\toui\t_\tINTJ\t_\t_\t0\troot\t0:root\t_\n\n"
    "# another\n1-2\tdu\t_\t_\t_\t_\t_\t_\t_\t_\n1\tde\t_\tADP\t_\t_\t0\troot\t0:root\t_\n2\tle\t_\tDET\t_\t_\t1\tdet\t1:det\t_\n\n"
)


@pytest.mark.parametrize("sentences", [[0], [1], [2, 0], [2, 1, 0], [0, 0], []])
def test_sentences_of_dependencies_keep_what_stands_beside_their_words(sentences: list[int]) -> None:
    whole = read_content(BESIDE.encode(), "x")
    parts = [part + "\n\n" for part in BESIDE.split("\n\n")]
    copy = whole.of_sentences(sentences)
    assert copy.written() == "".join(parts[one] for one in sentences)
    assert copy.sentence_names == [("a", "b", str(place))[one] for place, one in enumerate(sentences, 1)]
    assert len(copy.symbols.texts) < len(whole.symbols.texts) or {*sentences} == {0, 1, 2}
    old = "1\ta\t_\tX\tX\t_\t0\tROOT\t_\t_\n\n"
    assert read_content(old.encode(), "x", "conllx").of_sentences([0]).written() == old


def test_labels_and_their_sentences() -> None:
    trees, words, _ = of_every_kind()
    (labels, of), *more = trees.labelled("labels")
    assert not more and of.tolist() == [0] * 3 + [1] * 3  # constituents; tags are asked for as such
    assert [trees.bare(trees.symbols[one]) for one in labels.tolist()] == ["NP", "VP", "S"] * 2
    numbers, of = next(words.labelled("tags"))
    assert [words.symbols[one] for one in numbers.tolist()][:2] == ["DET", "NOUN"]
    assert of.tolist() == [0, 0, 0, 1, 1] and words.bare("nsubj:outer") == "nsubj"


def test_other_labels_and_other_words_are_told_apart() -> None:
    for text, old, new in ((TREES, "(VP", "(XP"), (WORDS, "\tdet\t", "\tcase\t")):
        one, other = read_content(text.encode(), "x"), read_content(text.replace(old, new).encode(), "x")
        assert not one.has_labels_of(other) and one.has_words_of(other)
        other = read_content(text.replace("cats", "dogs").encode(), "x")
        assert one.has_labels_of(other) and not one.has_words_of(other)
    trees, words, toy = of_every_kind()
    assert not trees.has_labels_of(words) and not words.has_labels_of(toy) and trees.has_words_of(words)


def test_a_kind_by_name_and_others_are_refused() -> None:
    trees, words, toy = of_every_kind()
    assert of_kind([trees, words, toy], Treebank) == [trees]
    with pytest.raises(UsageError, match=r"^chains holds chains; expected constituents$"):
        of_one_kind(toy, Treebank)
    with pytest.raises(UsageError, match=r"^trees holds constituents; expected dependencies$"):
        of_one_kind(trees, DependencyTreebank)


def test_an_unheard_of_kind_is_never_taken_for_constituents() -> None:
    toy = chains()
    check_any_words(toy)
    assert fits(toy, [*of_every_kind()[:2], toy]) == [0, 0, 1]
    assert remarkable([(toy, None), (chains("s"), 0)], False) == [
        "s: has the same words and trees as the gold in all 2 sentences"
    ]
    for other in of_every_kind()[:2]:
        with pytest.raises(
            UsageError, match=f"^{other.path} holds {other.kind}, chains chains; expected files of one kind"
        ):
            word_by_word(other, [toy])
    with pytest.raises(UsageError, match="chains holds chains"):
        word_by_word(toy, [toy])


def test_nothing_but_problems_is_no_treebank() -> None:
    empty = read_content(b"", "empty.mrg")
    assert not empty.says_its_kind and not empty.has_words and empty.count == 0
    with pytest.raises(ReadError, match="no tree was read"):
        check_any_words(empty)
