"""Words that differ as atoms that both sides share: what is one word, cut, lost or deleted, and the trees over them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from treecompare.errors import Cancelled
from treecompare.mappings.atoms import INVENTED, LOST, Aligned, PlainForms, Side, Words, aligned_words, refined
from treecompare.mappings.sentence_pairing import MOVED, Names
from treecompare.readers import parse
from treecompare.trees.preparation import NONE, prepare, terminals
from treecompare.trees.symbols import Symbols
from treecompare.trees.tree import WORD, Trees


class Pair:
    """Two files, aligned. Sentences are separated by ``|``, a word is ``tag/form`` or ``form``.

    The preparation deletes words tagged ``.`` and, in the gold, traces; ``gold_decides`` as in :func:`aligned_words`.
    """

    def __init__(self, gold: str, test: str, gold_decides: bool = True, ids: tuple[str, str] = ("", "")) -> None:
        symbols = Symbols()
        self.forms = PlainForms(symbols)
        words = []
        for text in (gold, test):
            trees = self.trees(text, symbols)
            above = np.append(trees.labels[1:], 0)
            deleted = (trees.kinds == WORD) & np.isin(above, [symbols.number(".")])
            traces = (trees.kinds == WORD) & np.isin(above, [symbols.number("-NONE-")])
            deleted |= traces
            left_out = (traces if text is gold else np.zeros_like(deleted)) if gold_decides else deleted
            words.append(Words.of(trees, self.forms, deleted, left_out))
        names = Names(list(ids[0])), Names(list(ids[1]))
        self.found: Aligned = aligned_words(*words, self.forms, gold_decides, names)

    @staticmethod
    def trees(text: str, symbols: Symbols) -> Trees:
        lines = []
        for sentence in text.split("|"):
            pairs = [one.rpartition("/") for one in sentence.split()]
            tags = " ".join(f"({tag or 'N'} {form})" for tag, _, form in pairs)
            lines.append(f"(S {tags})" if pairs else "(())")
        return terminals(parse("\n".join(lines)).trees.translated(symbols), True)

    @staticmethod
    def side(one: Side) -> list[str]:
        """Each word with its atoms: ``can't=0+1``, ``x=-`` without width, in brackets where it is deleted."""
        texts = [one.words.trees.symbols[label] for label in one.words.trees.labels[one.words.nodes].tolist()]
        shown = []
        for text, first, atoms, kept in zip(
            texts, one.first.tolist(), one.atoms.tolist(), one.kept.tolist(), strict=True
        ):
            told = f"{text}={'+'.join(str(first + place) for place in range(atoms)) or '-'}"
            shown.append(told if kept else f"({told})")
        return shown

    @property
    def sides(self) -> tuple[list[str], list[str]]:
        return self.side(self.found.gold), self.side(self.found.test)

    @property
    def atoms(self) -> list[str]:
        symbols = self.found.gold.words.trees.symbols
        return [symbols[number] for number in self.found.forms.tolist()]


def test_a_word_that_one_side_cuts_is_several_atoms() -> None:
    pair = Pair("we ca n't go", "we can't go")
    assert pair.sides == (["we=0", "ca=1", "n't=2", "go=3"], ["we=0", "can't=1+2", "go=3"])
    assert pair.atoms == ["we", "ca", "n't", "go"]
    assert pair.found.test.as_written(0, pair.forms) == ["we", "ca‿", "‿n't", "go"]
    assert pair.found.gold.as_written(0, pair.forms) == ["we", "ca", "n't", "go"]
    back = Pair("we can't go", "we ca n't go")
    assert back.sides == (["we=0", "can't=1+2", "go=3"], ["we=0", "ca=1", "n't=2", "go=3"])
    assert back.atoms == ["we", "can't#1", "can't#2", "go"]
    assert not back.found.is_plain and back.found.share == 1


def test_words_cut_at_other_places_share_the_smallest_pieces() -> None:
    pair = Pair("abc de|fgh", "a bcd e|fgh")
    assert pair.sides == (["abc=0+1", "de=2+3", "fgh=4"], ["a=0", "bcd=1+2", "e=3", "fgh=4"])
    assert pair.atoms == ["abc#1", "abc#2", "de#1", "de#2", "fgh"]
    assert pair.found.gold.as_written(0, pair.forms) == ["a‿", "‿bc", "d‿", "‿e"]
    assert pair.found.test.as_written(0, pair.forms) == ["a", "bc‿", "‿d", "e"]
    three = Pair("a b c x", "abc x")
    assert three.found.test.as_written(0, three.forms) == ["a‿", "‿b‿", "‿c", "x"]
    second = Pair("zz yy|abc", "zz yy|a bc")
    assert second.found.gold.as_written(1, second.forms) == ["a‿", "‿bc"]
    assert second.found.gold.as_written(0, second.forms) == ["zz", "yy"]


def test_pieces_of_a_word_in_other_clothes_are_those_of_its_plain_form() -> None:
    pair = Pair("-LSB- aB", "[ a b")
    assert pair.sides[0][-1] == "aB=1+2"
    assert pair.found.gold.as_written(0, pair.forms) == ["-LSB-", "a‿", "‿B"]
    longer = Pair("-LSB-x y", "[ x y")
    assert longer.found.gold.as_written(0, longer.forms) == ["[‿", "‿x", "y"]


def test_words_that_one_side_lacks_have_no_width() -> None:
    pair = Pair("a b cc d", "a cc e d")
    assert pair.sides == (["a=0", "b=-", "cc=1", "d=2"], ["a=0", "cc=1", "e=-", "d=2"])
    assert pair.atoms == ["a", "cc", "d"]
    assert pair.found.share == 4 / 5 and pair.found.edits.tolist() == [2]
    assert Pair("a b", "a b c d").found.share == 0.5
    assert Pair("a b c d", "a b").found.share == 1


def test_what_the_gold_deletes_goes_on_both_sides_by_place() -> None:
    pair = Pair("a ./b c", "ab c")
    assert pair.sides == (["a=0", "(b=-)", "c=1"], ["ab=0", "c=1"])
    whole = Pair("a ./b c d", "a b cd")  # the system tagged it otherwise
    assert whole.sides == (["a=0", "(b=-)", "c=1", "d=2"], ["a=0", "(b=-)", "cd=1+2"])
    other = Pair("a b c d", "a ./b cd")  # what only the system deletes comes back
    assert other.sides == (["a=0", "b=1", "c=2", "d=3"], ["a=0", "b=1", "cd=2+3"])
    own = Pair("a c d", "a ./x cd ./y")  # of its own words its tags decide
    assert own.sides == (["a=0", "c=1", "d=2"], ["a=0", "(x=-)", "cd=1+2", "(y=-)"])
    between = Pair("a ./b c", "abc d")
    assert between.sides == (["a=0", "(b=-)", "c=1"], ["abc=0+1", "d=-"])


def test_each_sides_own_deletions_where_the_gold_does_not_decide() -> None:
    pair = Pair("a ./b c d", "a b cd ./e", gold_decides=False)
    assert pair.sides == (["a=0", "(b=-)", "c=1", "d=2"], ["a=0", "b=-", "cd=1+2", "(e=-)"])


def test_equal_words_are_found_without_a_search() -> None:
    pair = Pair("a ./b c|d|", "A b ./C||")
    assert pair.found.is_plain and pair.found.share == 1
    assert pair.sides == (["a=0", "(b=-)", "c=1", "d=-"], ["A=0", "(b=-)", "C=1"])
    assert pair.atoms == ["a", "c"]
    # the system has no second sentence
    assert pair.found.units.tolist() == [[0, 1, 0, 1], [1, 2, 1, 2], [2, 3, 2, 3]]
    assert pair.found.edits.tolist() == [0, 1, 0] and not pair.found.given_up.any()
    own = Pair("a ./b c", "a ./b c", gold_decides=False)
    assert own.found.is_plain and own.sides[0] == own.sides[1] == ["a=0", "(b=-)", "c=1"]


@pytest.mark.parametrize(
    ("gold", "test"), [("a b", "a c"), ("a b", "a b c"), ("a b|c", "a b"), ("a|b", "a b|"), ("a|b c", "a b|c")]
)
def test_words_that_differ_anywhere_are_searched(gold: str, test: str) -> None:
    assert not Pair(gold, test).found.is_plain


def test_sentences_that_stand_elsewhere_have_the_golds_positions() -> None:
    pair = Pair("ca n't|b ./. c|de f|g", "de f -NONE-/t|g|b . ./c|can't")
    assert pair.found.units.tolist() == [[0, 1, 3, 4], [1, 2, 2, 3], [2, 3, 0, 1], [3, 4, 1, 2]]
    assert (pair.found.ways == MOVED).tolist() == [True, True, False, False] and pair.found.edits.tolist() == [
        0,
        0,
        1,
        0,
    ]
    assert pair.sides == (
        ["ca=0", "n't=1", "b=2", "(.=-)", "c=3", "de=4", "f=5", "g=6"],
        ["de=4", "f=5", "(t=-)", "g=6", "b=2", "(.=-)", "c=3", "can't=0+1"],
    )
    assert pair.found.test.as_written(3, pair.forms) == ["ca‿", "‿n't"]
    empty = Pair("a|b|", "|b|a")  # as many on either side, but not the same
    assert (
        empty.found.units.tolist() == [[0, 1, 2, 3], [1, 2, 1, 2], [2, 3, 3, 3], [0, 0, 0, 1]]
        or not empty.found.is_plain
    )


def test_traces_of_the_system_are_no_words_that_the_gold_has() -> None:
    pair = Pair("a -NONE-/* b", "a b -NONE-/t")
    assert pair.found.is_plain
    assert pair.sides == (["a=0", "(*=-)", "b=1"], ["a=0", "b=1", "(t=-)"])
    tagged = Pair("a b", "a b N/t")
    assert not tagged.found.is_plain


def test_sentences_that_are_joined_are_one_unit() -> None:
    pair = Pair("a b|c d|e|f", "a b c d|e|g h")
    assert pair.found.units.tolist() == [[0, 2, 0, 1], [2, 3, 1, 2], [3, 4, 2, 3]]
    assert pair.found.edits.tolist() == [0, 0, 2]
    assert pair.sides[0][:4] == ["a=0", "b=1", "c=2", "d=3"]


def test_ids_say_which_sentences_belong_together() -> None:
    by_id = Pair("aa|aa|bb", "aa|bb", ids=("pqr", "pr"))
    assert by_id.found.units.tolist() == [[0, 1, 0, 1], [1, 2, 1, 1], [2, 3, 1, 2]]
    assert Pair("aa|aa|bb", "aa|bb").found.units.tolist() == [[0, 1, 0, 0], [1, 2, 0, 1], [2, 3, 1, 2]]


def test_plain_forms_of_a_table_that_grows() -> None:
    symbols = Symbols(["A", "b"])
    forms = PlainForms(symbols)
    assert (forms.codes().tolist(), forms.texts) == ([0, 1], ["a", "b"])
    for text in ("a", "-LRB-", "("):
        symbols.number(text)
    assert (forms.codes().tolist(), forms.texts) == ([0, 1, 0, 2, 2], ["a", "b", "("])


def test_it_can_be_cancelled() -> None:
    symbols = Symbols()
    forms = PlainForms(symbols)
    sides = []
    for letter in "ab":
        trees = Pair.trees(" ".join(f"{letter * 9}{place}" for place in range(99)), symbols)
        none = np.zeros(len(trees.labels), np.bool_)
        sides.append(Words.of(trees, forms, none, none))
    with pytest.raises(Cancelled):
        aligned_words(*sides, forms, True, cancel=np.ones(1, np.int32))


# -- trees over atoms ----------------------------------------------------------------------------------------------------------


def over_atoms(pair: Pair, is_gold: bool, paired: list[bool]) -> tuple[list[str], list[str]]:
    """The prepared trees of a side as brackets, and its words without width."""
    side = pair.found.gold if is_gold else pair.found.test
    deleted = np.zeros(len(side.words.trees.labels), np.bool_)
    deleted[side.words.nodes[~side.kept]] = True
    ready = prepare(side.words.trees, NONE, deleted)
    trees, alone = refined(ready, side, pair.found.forms, LOST if is_gold else INVENTED, np.array(paired))
    assert len(trees.labels) == len(trees.kinds) == len(trees.sizes) == trees.offsets[-1]
    texts = [trees.symbols[label] for label in trees.labels.tolist()]
    lost = [] if alone is None else [text for text, is_lost in zip(texts, alone.tolist(), strict=True) if is_lost]
    return [tree.brackets() for tree in trees], lost


def test_trees_have_atoms_in_place_of_words() -> None:
    pair = Pair("we ca n't ./! go|x", "we can't zz go|x")
    assert over_atoms(pair, True, [True, True])[1] == []
    assert over_atoms(pair, False, [True, True]) == (
        ["(S (N we) (N ca n't) (N zz#+) (N go))", "(S (N x))"], ["zz#+"],
    )  # fmt: skip


def test_cut_words_of_the_gold_keep_their_own_form_with_numbers() -> None:
    pair = Pair("abc q d|e fg", "a b c d|e f g")
    assert over_atoms(pair, True, [True, True]) == (
        ["(S (N abc#1 abc#2 abc#3) (N q#-) (N d))", "(S (N e) (N fg#1 fg#2))"], ["q#-"],
    )  # fmt: skip
    assert over_atoms(pair, False, [True, True]) == (
        ["(S (N abc#1) (N abc#2) (N abc#3) (N d))", "(S (N e) (N fg#1) (N fg#2))"], [],
    )  # fmt: skip


def test_words_of_sentences_without_a_partner_stay_as_they_are() -> None:
    pair = Pair("a b|c d|e", "a|e")
    assert over_atoms(pair, True, [True, False, True]) == (
        ["(S (N a) (N b#-))", "(S (N c) (N d))", "(S (N e))"], ["b#-"],
    )  # fmt: skip
    assert over_atoms(pair, True, [True, True, True])[1] == ["b#-", "c#-", "d#-"]
    plain = Pair("a|b", "a|b")
    assert over_atoms(plain, True, [True, True]) == (["(S (N a))", "(S (N b))"], [])


def test_a_blank_within_a_word_has_no_width() -> None:
    """CGEL, TIGER-XML and no-break spaces have them."""
    symbols = Symbols()
    forms = PlainForms(symbols)
    words = []
    for given in ("we saw some_one else", "we saw some one else_where"):
        read = parse(f"(S {' '.join(f'(N {word})' for word in given.split())})").trees
        spaced = [text.replace("_", " ") for text in read.symbols.texts]
        trees = terminals(replace(read, symbols=Symbols(spaced)).translated(symbols), True)
        nothing = np.zeros(len(trees.kinds), np.bool_)
        words.append(Words.of(trees, forms, nothing, nothing))
    found = aligned_words(words[0], words[1], forms, True)
    assert Pair.side(found.gold) == ["we=0", "saw=1", "some one=2+3", "else=4"]
    assert Pair.side(found.test) == ["we=0", "saw=1", "some=2", "one=3", "else where=4"]
