"""How patterns over several trees are read: parts, their trees, variables, what hits are counted by, faults with their place."""

from __future__ import annotations

import pickle

import pytest

from treecompare.errors import UsageError
from treecompare.trees.joined_patterns import CountBy, compile_joined, quoted
from treecompare.trees.pattern_syntax import MOST_LETTERS, MOST_NESTED, PatternError, nodes_of


def parts(text: str, kind: str = "constituents") -> list[str]:
    """The tree of each part, with ``!`` before it where it is negated, and the place at which it begins."""
    return [f"{'!' * part.is_negated}{part.side}@{part.place}" for part in compile_joined(text, kind).parts]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("NP < PP", ["@0"]),
        ("gold: NP", ["gold@0"]),
        ("  gold: NP", ["gold@2"]),
        ("gold:NP", ["gold@0"]),  # names that all know need no blank behind them
        ("test:NP", ["system@0"]),
        ("gold: NP=x test: x", ["gold@0", "system@11"]),
        ("gold: NP=x  ! system: x", ["gold@0", "!system@12"]),
        ("gold: NP=x\nsystem:\tx", ["gold@0", "system@11"]),
        ("NP  system: VP", ["@0", "system@4"]),
        ('gold: NP=x "my parser": x', ["gold@0", "my parser@11"]),
        (r'gold: NP=x "a\"b\\c": x', ["gold@0", r'a"b\c@11']),
        ("gold: NP=x one.v-2+x: x", ["gold@0", "one.v-2+x@11"]),
        ('gold: "system: x"', ["gold@0"]),  # within a label in quotes, or an expression
        ("gold: /a system: x/", ["gold@0"]),
        (r'gold: "a\" system: x"', ["gold@0"]),
        ('gold: NP < "a" system: VP', ["gold@0", "system@15"]),
        ("gold: NP < /a/ system: VP", ["gold@0", "system@15"]),
    ],
)
def test_parts_and_their_trees(text: str, wanted: list[str]) -> None:
    assert parts(text) == wanted


def test_a_subtype_or_an_option_is_no_tree() -> None:
    assert parts("nsubj:pass < VERB", "dependencies") == ["@0"]
    assert parts("VERB < nsubj:pass", "dependencies") == ["@0"]


def test_places_of_labels_are_those_in_the_whole_text() -> None:
    assert [part.node.place for part in compile_joined("gold: NP=x  system:  x > VP").parts] == [6, 21]


@pytest.mark.parametrize(
    ("text", "variables", "references"),
    [
        ("gold: NP=x  system: x", ["x"], ["", "x"]),
        ("gold: NP = x  system: x", ["x"], ["", "x"]),
        ("gold: x  system: NP=x", ["x"], ["x", ""]),  # before the part in which it gets its label
        ("gold: x > NP  system: x > VP", ["x"], ["x", "x"]),  # x, y, z and their numbers need no =
        ("gold: y2 > NP  system: y2 > VP", ["y2"], ["y2", "y2"]),
        ("gold: x > NP  system: VP", [], ["", ""]),  # in one part, it is a label
        ("gold: w > NP  system: w > VP", [], ["", ""]),
        ("gold: np=w > NP  system: w > VP", ["w"], ["", "w"]),
        ("gold: B=y < A=x  system: x", ["x", "y"], ["", "x"]),
        ("gold: B=y  gold: A=x", ["y", "x"], ["", ""]),
        ("gold: NP  !system: NP=x", [], ["", ""]),
    ],
)
def test_variables_and_references(text: str, variables: list[str], references: list[str]) -> None:
    joined = compile_joined(text)
    assert joined.variables == variables
    assert [part.node.variable if part.node.is_reference else "" for part in joined.parts] == references


def test_what_parts_say_of_variables() -> None:
    first, second, third = compile_joined("gold: NP=x < PP=y  system: x  !one: VP=x > y").parts
    assert (first.variables, second.variables, third.variables) == (["x", "y"], ["x"], ["x", "y"])
    assert [part.is_labelled("x") for part in (first, second, third)] == [True, False, True]
    assert [part.is_labelled("y") for part in (first, second, third)] == [True, False, False]
    assert [part.is_everything for part in compile_joined("gold: *=x  system: x < *  one: NP=x  two: x").parts] == [
        True, False, False, True,
    ]  # fmt: skip


def test_which_trees_are_named() -> None:
    joined = compile_joined("one: NP=x  !gold: x  system: x  one: VP")
    assert joined.sides == ["one", "gold", "system"]
    assert joined.sides_of("x") == ["one", "system"]
    assert compile_joined("NP").sides == ["gold", "system"]


@pytest.mark.parametrize(
    ("text", "joins", "only_gold"),
    [
        ("NP", False, True),
        ("gold: NP", False, True),
        ("system: NP", False, False),
        ("gold: NP  system: VP", False, False),
        ("gold: NP=x  gold: x > VP", False, True),
        ("gold: NP=x  system: x", True, False),
        ("gold: NP  !gold: VP", True, True),
        ("gold: NP=x  system: VP=y", False, False),
    ],
)
def test_whether_trees_are_joined(text: str, joins: bool, only_gold: bool) -> None:
    joined = compile_joined(text)
    assert (joined.joins_trees, joined.only_gold) == (joins, only_gold)


def test_parts_without_a_tree_can_be_asked_of_the_gold() -> None:
    joined = compile_joined("NP=x  !system: VP  count by x").on_gold()
    assert [(part.side, part.is_negated, part.place) for part in joined.parts] == [
        ("gold", False, 0),
        ("system", True, 6),
    ]
    assert (joined.text, joined.kind) == ("NP=x  !system: VP  count by x", "constituents")
    assert joined.count_by == (CountBy("x"),)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("x", [CountBy("x")]),
        ("label of x", [CountBy("x", ("label",))]),
        ("words of mother of x", [CountBy("x", ("words", "mother"))]),
        ("mother of mother of x", [CountBy("x", ("mother", "mother"))]),
        ("x in gold", [CountBy("x", (), "gold")]),
        ("x in test,y", [CountBy("x", (), "system"), CountBy("y")]),
        ('last of x in "one", label of y in gold', [CountBy("x", ("last",), "one"), CountBy("y", ("label",), "gold")]),
    ],
)
def test_what_hits_are_counted_by(text: str, wanted: list[CountBy]) -> None:
    joined = compile_joined(f"gold: NP=x < PP=y  system: x  one: x  count by {text}")
    assert list(joined.count_by) == wanted
    assert [part.place for part in joined.parts] == [0, 19, 30]


def test_counts_are_written_as_they_were_asked_for() -> None:
    joined = compile_joined("gold: NP=x  count by first of mother of x in gold,words of x,x")
    assert [one.text for one in joined.count_by] == ["first of mother of x in gold", "words of x", "x"]
    assert compile_joined("VERB=x < nsubj  count by lemma of head of x", "dependencies").count_by == (
        CountBy("x", ("lemma", "head")),
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("gold: NP <  system: x", "character 13: expected a label .*; found the end"),
        ("gold: NP=x  system: x < (VP", r"character 28: expected '\)'; found the end"),
        ("gold: *  system: *", "character 7: matches every node"),
        ("gold: /.*/", "character 7: matches every node; expected a label or a relation that not all have"),
        ("  *", "character 3: matches every node"),
        ("gold: *=x", "character 7: matches every node"),
        ("x > NP  system: x", "character 1: which tree is this"),
        (
            " NP=x  system: x",
            "character 2: which tree is this. expected gold:, system: or the name of a system before it",
        ),
        ("gold: NP=x !< PP=y  system: y", "character 15: a variable cannot stand behind ! or |"),
        ("gold: NP=x [< PP=y | < VP]  system: y", "character 15: a variable cannot stand behind ! or |"),
        ("gold: NP=x [< PP | < VP=y]  system: y", "character 22: a variable cannot stand behind ! or |"),
        ("gold: NP=1  system: x", "character 10: expected the name of a variable, such as x; found '1'"),
        ("gold: NP=x  VP", r"character 13: expected a relation such as <, <<, >, \$ or \.; found 'V'"),
        ("gold: NP=x  count by y", r"character 22: expected a variable \(x\); found 'y'"),
        ("gold: B=y < A=x  count by z", r"character 27: expected a variable \(x, y\); found 'z'"),
        (
            "gold: NP  !system: VP=x  count by x",
            "character 35: expected a pattern with a variable, such as NP=x; found 'x'",
        ),
        (
            "gold: NP=x  count by head of x",
            "character 22: expected label, mother, .* or daughters before 'of'; found 'head'",
        ),
        ("gold: NP=x  count by words of words of x", "character 31: expected mother before 'of'; found 'words'"),
        ("gold: NP=x  count by x, mother of x in system", r"character 40: expected a tree in which x stands \(gold\)"),
        ("gold: NP=x  one: x  count by x in two", r"character 35: expected a tree in which x stands \(gold or one\)"),
        ("gold: NP=x  system: x  one: x  count by x in", r"character 45: .* \(gold, system or one\)"),
        ("gold: NP=x  !system: x  count by x in system", r"character 39: .* \(gold\)"),
        ("gold: NP=x  count by x y", "character 24: expected ',' or the end; found 'y'"),
        ("gold: NP=x  count by", "character 21: expected a variable .*; found the end"),
        ("gold: NP=x  count by x,", "character 24: expected a variable .*; found the end"),
        ("gold: NP  count by x", "character 20: expected a pattern with a variable"),
        ("", "character 1: expected a label .*; found the end"),
    ],
)
def test_what_is_wrong_is_told_with_its_place_in_the_whole_text(text: str, message: str) -> None:
    with pytest.raises(UsageError, match=f"^pattern, {message}") as told:
        compile_joined(text)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize(
    "text", ["*=x  count by x", "gold: *  !system: *", "gold: *=x  system: *=x", "* < NP", "NP  !system: x", "gold: *  one: NP"]
)  # fmt: skip
def test_any_node_may_be_asked_for_where_something_else_is(text: str) -> None:
    compile_joined(text)


def test_systems_that_are_named_have_to_be_there() -> None:
    joined = compile_joined("gold: NP=x  one: x  system: x")
    joined.check_names(["one"])
    compile_joined("NP").check_names([])
    message = "character 13: there is no system 'one'; expected one of gold, system, two, \"no parse\""
    with pytest.raises(PatternError, match=message):
        joined.check_names(["two", "no parse"])


def test_names_in_quotes_where_they_have_to_be() -> None:
    assert [quoted(name) for name in ("one", "a.b+c-d_1", "no parse", 'a"b\\c', "a:b", "")] == [
        "one", "a.b+c-d_1", '"no parse"', '"a\\"b\\\\c"', '"a:b"', '""',
    ]  # fmt: skip
    for name in ("no parse", 'a"b\\c', "a:b"):
        assert compile_joined(f"gold: NP=x  {quoted(name)}: x").parts[1].side == name


# -- reading in general ----------------------------------------------------------------------------------------------------


def test_errors_show_what_stands_around_and_can_be_sent_to_other_processes() -> None:
    text = "gold: ABCDEFGHIJKLMNOPQRSTUVWXYZ\t) KLMNOPQRSTUVWXYZ"
    with pytest.raises(PatternError) as told:
        compile_joined(text)
    assert told.value.place == 33
    assert str(told.value).endswith("(here: DEFGHIJKLMNOPQRSTUVWXYZ ‸) KLMNOPQRST)")
    sent = pickle.loads(pickle.dumps(told.value))
    assert (type(sent), str(sent), sent.place) == (PatternError, str(told.value), 33)


def test_patterns_have_a_greatest_length() -> None:
    longest = "N" * MOST_LETTERS
    assert compile_joined(longest).parts[0].node.place == 0
    with pytest.raises(UsageError, match="expected at most 10000 letters; found 10001"):
        compile_joined(longest + "N")


def test_parentheses_beside_each_other_are_not_nested() -> None:
    compile_joined("A" + " < (B [< C])" * (MOST_NESTED + 1))
    deepest = "(" * MOST_NESTED + "A" + ")" * MOST_NESTED
    assert compile_joined(deepest).parts[0].node.place == MOST_NESTED
    with pytest.raises(PatternError, match="expected at most 100 parentheses within each other"):
        compile_joined(f"({deepest})")


def test_nodes_of_a_pattern_wherever_they_stand() -> None:
    (part,) = compile_joined("gold: A !< B [< C | << (D $ E)] > F=x").parts
    assert sorted(node.place for node in nodes_of(part.node)) == [6, 11, 16, 24, 28, 34]
    assert part.variables == ["x"]
