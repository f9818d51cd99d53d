"""Which sentences pair, in the order of what is tried, and what is said of them."""

from __future__ import annotations

from tests.extras.versions.made import bank, changed, paired
from treecompare.extras.versions.edits import changes_between


def test_the_same_text_pairs_whatever_the_id() -> None:
    found = changed(
        ["# sent_id = a; The dog", "# sent_id = b; A cat"], ["# sent_id = x; The dog", "# sent_id = a; A cat"]
    )
    assert paired(found) == [("1", "1", "same"), ("2", "2", "same")]
    assert found.flags == [["renamed"], ["renamed"]]


def test_an_id_decides_between_equal_texts() -> None:
    base = ["# sent_id = a; Yes", "# sent_id = b; Yes", "# sent_id = c; No"]
    found = changed(base, ["# sent_id = b; Yes", "# sent_id = a; Yes", "# sent_id = c; No"])
    assert [(row.base, row.head) for row in found.found.rows] == [((0,), (1,)), ((1,), (0,)), ((2,), (2,))]


def test_equal_texts_pair_in_order_only_if_both_have_equally_many() -> None:
    assert paired(changed(["Yes", "Yes", "A dog"], ["Yes", "Yes", "A dog"])) == [
        ("1", "1", "same"), ("2", "2", "same"), ("3", "3", "same"),
    ]  # fmt: skip
    # one is lost, and the path through the gap says which; the rest of it is no sentence any more
    found = paired(changed(["Yes", "A dog", "Yes"], ["A dog", "Yes"]))
    assert found == [("1", "", "removed"), ("2", "1", "same"), ("3", "2", "same")]


def test_texts_that_differ_in_case_and_quotes_only_are_paired_before_the_chain() -> None:
    found = changed(["“ Yes ”", "A dog"], ["A dog", '" yes "'])
    assert paired(found) == [("1", "2", "changed"), ("2", "1", "same")]
    assert "text" in found.flags[0]
    # those that have the very same text are not asked again
    assert paired(changed(["Yes", "yes"], ["YES", "Yes"])) == [("1", "2", "same"), ("2", "1", "changed")]


def test_the_chain_is_the_longest_and_of_several_the_first_in_base() -> None:
    three = changed(["A", "B", "C"], ["C", "A", "B"])
    assert three.flags == [[], [], ["moved"]]
    two = changed(["A", "B"], ["B", "A"])  # either may stay; the one that comes first in BASE does
    assert two.flags == [[], ["moved"]]
    # of A C, A B and D alone the smallest places are those of A and B
    several = changed(["A", "B", "C", "D"], ["D", "A", "C", "B"])
    assert several.flags == [[], [], ["moved"], ["moved"]]


def test_similar_sentences_of_one_id_pair_across_gaps() -> None:
    base = ["# sent_id = a; abcdefgh ij", "# sent_id = b; middle one"]
    found = changed(base, ["# sent_id = b; middle one", "# sent_id = a; abcdefgh ix"])
    assert paired(found) == [("1", "2", "changed"), ("2", "1", "same")]
    assert found.flags[0] == ["moved", "text"]
    unlike = changed(base, ["# sent_id = b; middle one", "# sent_id = a; zzzzzzzz qq"])
    assert paired(unlike) == [("1", "", "removed"), ("2", "1", "same"), ("", "2", "added")]
    assert changed(base[:1], ["# sent_id = a; abcdefgh ix"]).flags == [["text"]]  # in the same gap it has not moved


def test_half_of_the_longer_side_may_differ() -> None:
    assert paired(changed("abcd", "abxy")) == [("1", "1", "changed")]
    assert paired(changed("abcd", "axyz")) == [("1", "", "removed"), ("", "1", "added")]


def test_split_joined_and_regrouped() -> None:
    assert paired(changed(["It rained . We left ."], ["It rained .", "We left ."])) == [("1", "1+2", "split")]
    assert paired(changed(["It rained .", "We left ."], ["It rained . We left ."])) == [("1+2", "1", "joined")]
    found = changed(["Aaaa bbbb cccc", "dddd eeee ffff"], ["Aaaa bbbb", "cccc dddd eeee ffff"])
    assert paired(found) == [("1+2", "1+2", "regrouped")]


def test_a_repeated_sentence_is_no_anchor_within_a_gap() -> None:
    # one Yes is lost: the texts of the gap decide, not where the sentence occurs
    found = changed(["Yes .", "It rains .", "Yes ."], ["It rains today .", "Yes ."])
    assert paired(found) == [("1", "", "removed"), ("2", "1", "changed"), ("3", "2", "same")]


def test_an_empty_version() -> None:
    some = bank("The dog", "A cat")
    none = bank()
    assert changes_between(some, none).statuses == ["removed", "removed"]
    assert changes_between(none, some).statuses == ["added", "added"]
    assert not changes_between(none, some).edits and not changes_between(none, none).found.rows


def test_nothing_is_said_of_order_and_line_ends_of_comments() -> None:
    found = changed("# x = 1; # y = 2; # sent_id = a; The dog", "# y = 2; # sent_id = a; # x = 1; The dog")
    assert found.statuses == ["same"] and not found.edits
