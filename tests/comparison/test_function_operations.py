"""Function trees of several files shown, generalised, unified and subsumed, sentence by sentence."""

from __future__ import annotations

import pytest

from treecompare.comparison.schemes.files import SchemeSettings
from treecompare.comparison.schemes.function_operations import (
    OPERATIONS,
    FunctionFiles,
    Result,
    as_brackets,
    as_object,
)
from treecompare.errors import UsageError
from treecompare.readers import AnyTreebank, DependencyTreebank, Treebank
from treecompare.readers.brackets import BRACKETS
from treecompare.readers.conll import CONLLU


def dependencies(name: str, *sentences: str) -> DependencyTreebank:
    """Sentences of ``form/head/relation``."""
    lines = []
    for number, sentence in enumerate(sentences, 1):
        lines.append(f"# sent_id = {name}{number}")
        for place, word in enumerate(sentence.split(), 1):
            form, head, relation = word.split("/")
            lines.append(f"{place}\t{form}\t_\t_\t_\t_\t{head}\t{relation}\t_\t_")
        lines.append("")
    return CONLLU.read("\n".join([*lines, ""]).encode(), name, name)


def trees(name: str, *texts: str) -> Treebank:
    return BRACKETS.read("\n".join([*texts, ""]).encode(), name, name)


def files(*treebanks: AnyTreebank) -> FunctionFiles:
    return FunctionFiles(treebanks, SchemeSettings())


LOVES = "John/2/sbj loves/0/root Mary/2/obj"
OTHER = "John/2/sbj loves/0/root Mary/2/nmod"


def texts(found: FunctionFiles, operation: str, sentences: tuple[int, ...] = (0,)) -> list[str]:
    return [as_brackets(result) for result in found.results(operation, sentences)]


def test_each_operation() -> None:
    three = files(dependencies("a", LOVES), dependencies("b", OTHER), dependencies("c", LOVES.replace("obj", "iobj")))
    assert texts(three, "show") == [
        f"(root (sbj John) (hd loves) ({relation} Mary))" for relation in ("obj", "nmod", "iobj")
    ]
    assert texts(three, "generalise") == ["(root (sbj John) (hd loves) (∅ Mary))"]
    assert texts(three, "unify") == texts(three, "tl-unify") == ["(root (sbj John) (hd loves) (iobj|nmod|obj Mary))"]


def test_labels_are_added_only_over_spans_of_the_first_file() -> None:
    more = files(trees("t", "(S (NP-sbj (NN John)) (VP (V-hd loves) (NN Mary)))"), dependencies("a", LOVES))
    assert texts(more, "tl-unify") == texts(more, "unify") == ["(root (sbj John) (∅ (hd loves) (obj Mary)))"]
    assert texts(more, "generalise") == ["(∅ (sbj John) (hd loves) (∅ Mary))"]
    flat = files(dependencies("a", LOVES), trees("t", "(S (NP-sbj (NN John)) (VP (V-hd loves) (NN Mary)))"))
    assert texts(flat, "tl-unify") == ["(root (sbj John) (hd loves) (obj Mary))"]


def test_each_file_is_compared_with_each_other() -> None:
    plain = trees("t", "(S (NP John) loves (NP Mary))")
    three = files(dependencies("a", LOVES), plain, plain)
    answers = {result.file: result.answer for result in three.results("subsumes", [0])}
    assert list(answers) == [(0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 1)]
    assert answers[1, 2] and answers[2, 1] and not answers[0, 1]


def test_sentences_come_in_the_order_that_is_asked_for() -> None:
    two = files(dependencies("a", LOVES, "Go/0/root"), dependencies("b", LOVES, "Go/0/root"))
    assert [(result.sentence, result.file) for result in two.results("show", [1, 0])] == [
        (1, (0,)), (0, (0,)), (1, (1,)), (0, (1,)),
    ]  # fmt: skip
    assert [(result.sentence, result.file) for result in two.results("unify", [1, 0])] == [(1, None), (0, None)]
    assert two.sentences == 2 and two.ids == ["a1", "a2"]
    assert files(trees("t", "(S a)", "(S b)")).ids == ["1", "2"]


@pytest.mark.parametrize(
    ("sentence", "reason"),
    [
        ("John/2/sbj loves/0/root Bob/2/obj", "the words differ: word 3 is 'Mary' in a, 'Bob' in b"),
        ("John/2/sbj loves/0/root", "the words differ: a has 3, b has 2"),
        ("John/2/sbj loves/1/root Mary/2/obj",
         "b has no function tree, the heads make no tree: 2 words on a cycle of heads, no root"),
        ("John/2/sbj loves/x/root Mary/2/obj", "b cannot be read, line 3: HEAD is 'x'; expected a number, or _ for none"),
    ],
)  # fmt: skip
def test_sentences_without_a_result_say_why(sentence: str, reason: str) -> None:
    two = files(dependencies("a", LOVES), dependencies("b", sentence))
    for operation in OPERATIONS[1:]:
        (result, *_) = two.results(operation, [0])
        assert (result.reason, result.tree, result.answer, as_brackets(result)) == (reason, None, None, "()")
        assert as_object(result, two)["reason"] == reason


def test_another_file_with_other_words_shows_its_own() -> None:
    two = files(dependencies("a", LOVES), dependencies("b", "Go/0/root"))
    shown = list(two.results("show", [0]))
    assert [(result.reason, result.words) for result in shown] == [("", ("John", "loves", "Mary")), ("", ("Go",))]
    broken = files(dependencies("a", "Go/1/root"), dependencies("b", "Go/0/root"))
    (first, second) = broken.results("show", [0])
    assert first.words == () and first.reason.startswith("a has no function tree") and second.reason == ""


def test_phrases_that_cross_cannot_be_unified() -> None:
    two = files(trees("a", "(S (A (T x) (T y)) (T z))"), trees("b", "(S (T x) (B (T y) (T z)))"))
    (result,) = two.results("unify", [0])
    assert result.reason == "the trees cannot be unified: words 1–2 and words 2–3 are phrases that cross"


def test_what_is_asked_for_wrongly() -> None:
    with pytest.raises(UsageError, match="no file; expected at least one treebank"):
        files()
    one = files(dependencies("a", LOVES))
    with pytest.raises(UsageError, match="--operation is 'join'; expected show, generalise, unify, tl-unify, subsumes"):
        list(one.results("join", [0]))
    for operation in OPERATIONS[1:]:
        with pytest.raises(UsageError, match=f"--operation {operation} takes at least two files, not 1"):
            list(one.results(operation, [0]))
    assert len(list(one.results("show", [0]))) == 1


def test_labels_and_words_as_brackets_can_hold_them() -> None:
    escaped = files(dependencies("a", "(a/0/root b|c/1/x|y d/1/e(f"))
    assert texts(escaped, "show") == ["(root (hd -LRB-a) (x-BAR-y b|c) (e-LRB-f d))"]
    whole = files(trees("t", "(S-x (A-b-a (N a) (N c)))"), trees("u", "(S-y (N a) (N c))"))
    # the root's labels come first, then those of other nodes over the whole sentence
    assert texts(whole, "show") == ["(x|a|b (∅ a) (∅ c))", "(y (∅ a) (∅ c))"]
    assert texts(whole, "unify") == ["(x|y|a|b (∅ a) (∅ c))"]


def test_json() -> None:
    two = files(dependencies("a", LOVES), dependencies("b", LOVES))
    (shown, _) = two.results("show", [0])
    assert as_object(shown, two) == {
        "index": 1, "id": "a1", "files": ["a"], "words": ["John", "loves", "Mary"], "root": ["root"],
        "nodes": [{"first": 1, "last": 1, "labels": ["sbj"]}, {"first": 2, "last": 2, "labels": ["hd"]},
                  {"first": 3, "last": 3, "labels": ["obj"]}],
    }  # fmt: skip
    (answer, _) = two.results("subsumes", [0])
    assert as_object(answer, two) == {
        "index": 1, "id": "a1", "files": ["a", "b"], "words": ["John", "loves", "Mary"], "subsumes": True,
    }  # fmt: skip
    assert as_object(Result(0, ()), two) == {"index": 1, "id": "a1", "words": []}
