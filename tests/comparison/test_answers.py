"""What comparisons of dependencies and across schemes answer about files, sentences, labels, counts and settings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np
import pytest

from treecompare.analyses.frameworks import _other_words
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.dependencies.comparison import DependencyComparison
from treecompare.comparison.lit import counted_words
from treecompare.comparison.schemes.comparison import SchemeComparison
from treecompare.comparison.schemes.files import SchemeSettings
from treecompare.comparison.settings import Settings
from treecompare.comparison.word_by_word import word_by_word
from treecompare.errors import UsageError
from treecompare.readers import DependencyTreebank, Treebank
from treecompare.readers.brackets import BRACKETS
from treecompare.readers.conll import CONLLU
from treecompare.scores.table import SCORED, SKIPPED


def dependencies(name: str, *sentences: str, separator: str = ":") -> DependencyTreebank:
    """Sentences of ``form:head:relation:tag``."""
    lines = []
    for sentence in sentences:
        for place, word in enumerate(sentence.split(), 1):
            form, head, relation, *tag = word.split(separator)
            lines.append(f"{place}\t{form}\t_\t{(tag or '_')[0]}\t_\t_\t{head}\t{relation}\t_\t_")
        lines.append("")
    return CONLLU.read("\n".join([*lines, ""]).encode(), f"/{name}.conllu", name)


def trees(name: str, *texts: str) -> Treebank:
    return BRACKETS.read("\n".join([*texts, ""]).encode(), f"/{name}.mrg", name)


def hits(wanted: str) -> Callable[..., np.ndarray]:
    """As filters ask: the numbers of the labels that are wanted."""
    return lambda numbers, texts: np.array([number for number, text in enumerate(texts) if text == wanted], np.int64)


DOG = "the:2:det:D dog:3:nsubj:N barks:0:root:V"
CAT = "a:2:det:D cat:0:root:N .:2:punct:P"
WRONG = "the:3:det:D dog:3:obj:N barks:0:root:V"


# -- dependencies ----------------------------------------------------------------------------------------------------


def test_words_that_counts_of_arcs_stand_for() -> None:
    found = score(DependencyComparison(dependencies("g", CAT, DOG), [dependencies("s", CAT, WRONG)]))

    def words(part: str, count: str, sentence: int = 1) -> list[tuple[str, int]]:
        return counted_words(found, 0, sentence, part, count)

    gold, test = [("gold", 3), ("gold", 4), ("gold", 5)], [("test", 3), ("test", 4), ("test", 5)]
    assert words("las", "gold") == gold and words("las", "test") == test and words("las", "words") == gold
    assert words("las", "matched") == [("gold", 5), ("test", 5)]
    assert words("uas", "matched") == [*gold[1:], *test[1:]]
    assert (
        words("clas", "gold") == gold[1:] and words("clas", "test") == test[1:] and words("clas", "words") == gold[1:]
    )
    assert words("clas", "matched") == [("gold", 5), ("test", 5)]
    assert words("uas", "gold-words") == [] and words("las", "crossing") == []
    assert words("tokens", "gold") == words("sentences", "matched") == []
    assert words("las", "gold", 0) == [("gold", 0), ("gold", 1), ("gold", 2)]
    assert words("mlas", "test", 0) == [("test", 1)]
    before = DependencyComparison(dependencies("g", DOG), [dependencies("s", DOG)])
    assert counted_words(before, 0, 0, "las", "gold") == []


def test_words_without_a_counterpart_are_gold_less_words() -> None:
    gold, test = dependencies("g", "ab:2:x cd:0:root e:2:obj"), dependencies("s", "ab:3:x c:3:y d:0:root e:3:obj")
    found = score(DependencyComparison(gold, [test]))
    assert counted_words(found, 0, 0, "las", "gold-words") == [("gold", 1)]
    assert counted_words(found, 0, 0, "las", "words") == [("gold", 0), ("gold", 2)]


def test_sentences_of_dependencies_with_a_relation_or_a_tag() -> None:
    found = score(DependencyComparison(dependencies("g", DOG, CAT, DOG), [dependencies("s", DOG, CAT, WRONG)]))
    asked = [("labels", "obj"), ("labels", "nsubj"), ("labels", "V"), ("tags", "V"), ("tags", "obj")]
    assert [np.flatnonzero(found.sentences_with(0, where, hits(name))).tolist() for where, name in asked] == [
        [2], [0, 2], [], [0, 2], [],
    ]  # fmt: skip
    assert found.usual_keys == ("las", "uas")
    waiting = DependencyComparison(dependencies("g", DOG), [dependencies("s", WRONG)])
    assert not waiting.sentences_with(0, "labels", hits("obj")).any()


def test_whether_the_words_are_the_same() -> None:
    gold = dependencies("g", "ab:0:root c:1:obj", DOG, DOG)
    found = score(DependencyComparison(gold, [dependencies("s", "a:0:root b:1:x c:1:obj", DOG)]))
    assert _other_words(found, 0).tolist() == [True, True, False]  # of equal paths the one that ends in a match


def test_long_missing_and_broken_sentences() -> None:
    gold = dependencies("g", DOG, "a:0:root", CAT, "b:x:root")
    system = dependencies("s", DOG, "a:x:root", CAT, "b:0:root")
    found = score(DependencyComparison(gold, [system], Settings(params="none", max_length=2)))
    assert found.table.statuses.tolist() == [[SKIPPED] * 4]
    assert [found.table.reason(0, sentence) for sentence in range(4)] == [
        "longer than 2 words", "the parse cannot be read: line 5, HEAD is 'x'; expected a number, or _ for none",
        "longer than 2 words",
        "the gold sentence cannot be read: line 11, HEAD is 'x'; expected a number, or _ for none",
    ]  # fmt: skip
    limit = score(DependencyComparison(gold, [system], Settings(params="none", max_length=3, missing="zero")))
    assert limit.table.statuses.tolist() == [[SCORED, SKIPPED, SCORED, SKIPPED]]
    assert limit.table.zeroed.tolist() == [[False, True, False, False]]
    assert limit.table.options[-2:] == ("max-length:3", "missing:zero")
    short = score(DependencyComparison(gold, [system], Settings(params="none", max_length=0, missing="zero")))
    assert not short.table.zeroed.any()
    with pytest.raises(UsageError, match="s: sentence 2 cannot be drawn: the parse cannot be read"):
        found.arcs(0, 1)
    with pytest.raises(UsageError, match="there is no sentence 5; expected a number from 1 to 4"):
        found.arcs(0, 4)


def test_relations_of_another_case_or_scheme_are_warned_of_from_half_of_the_words_on() -> None:
    gold = dependencies("g", "a:0:root b:1:obj")
    upper, other = dependencies("s", "a:0:ROOT b:1:obj"), dependencies("t", "a:0:root b:1:obj c:1:x")
    found = score(DependencyComparison(gold, [upper, other]))
    assert [warning for warning in found.warnings if "does not use" in warning] == [
        "s: 50 % of the words have relations that the gold does not use (first 'ROOT', which is 'root' there); "
        "labelled scores say nothing about them"
    ]


def test_what_was_prepared_and_what_is_not_used() -> None:
    gold = dependencies("g", DOG)
    settings = Settings(params="none", punctuation="ignore", relations="full", differing="align")
    assert DependencyComparison(gold, [gold], settings).prepared() == (
        "Words were aligned as in the CoNLL 2018 shared task, those of sentences with other characters too; punctuation was left "
        "out, relations were compared with their subtypes."
    )
    plain = DependencyComparison(gold, [gold])
    assert plain.prepared().endswith("punctuation was counted, relations were compared without their subtypes.")
    assert set(plain.unused_settings) == {
        "params", "functions", "tree_costs", "label_costs", "with_dependencies", "profile", "zero_cost", "labels_from",
        "crossing_branches", "function_separator", "preterminals", "enhancements", "meta", "leaf",
    }  # fmt: skip
    assert plain.compared("nsubj:pass") == "nsubj"
    assert DependencyComparison(gold, [gold], settings).compared("nsubj:pass") == "nsubj:pass"


def test_scores_that_wait_until_someone_asks() -> None:
    gold = dependencies("g", DOG)
    found = score(DependencyComparison(gold, [gold], on_demand=False))
    assert found.not_counted(["las", "tedeval"]) == ["tedeval"]
    found.count_on_demand(["las", "tedeval"])
    assert found.not_counted(["las", "tedeval", "tedeval2011"]) == ["tedeval2011"]
    assert score(DependencyComparison(gold, [gold])).not_counted(["tedeval"]) == []


# -- one kind or the other -------------------------------------------------------------------------------------------


def test_the_kind_is_that_of_the_files() -> None:
    words, tree, empty = dependencies("g", DOG), trees("t", "(S (N a))"), trees("e")
    assert isinstance(word_by_word(words, [words]), DependencyComparison)
    assert isinstance(word_by_word(tree, [tree, empty]), ConstituentComparison)
    # an empty file is of any kind
    assert isinstance(word_by_word(words, [empty]), DependencyComparison)
    assert isinstance(word_by_word(empty, [words]), DependencyComparison)
    assert [system.name for system in word_by_word(tree, [empty, tree]).systems] == ["e", "t"]
    with pytest.raises(UsageError) as raised:
        word_by_word(words, [words, tree, tree])
    assert str(raised.value) == (
        "/g.conllu holds dependencies, /t.mrg constituents; expected files of one kind, or trees scored as dependencies"
    )
    with pytest.raises(
        UsageError, match=r"/t.mrg holds constituents, /g.conllu dependencies; expected files of one kind"
    ):
        word_by_word(tree, [words])
    converted = word_by_word(words, [tree], Settings(params="none", as_dependencies="collins"))
    assert isinstance(converted, DependencyComparison)


# -- across schemes --------------------------------------------------------------------------------------------------


def schemes(**more: object) -> SchemeComparison:
    golds = [
        dependencies("A", DOG, CAT),
        trees("B", "(S (NP-SBJ (D the) (N dog)) (VP (V barks)))", "(NP (D a) (N cat) (. .))"),
    ]
    return SchemeComparison(golds, [dependencies("s", WRONG, CAT), golds[1]], [0, 1], **more)  # type: ignore[arg-type]


def test_files_of_schemes() -> None:
    found = schemes()
    assert [(treebank.name, system) for treebank, system in found.treebanks()] == [
        ("A", None), ("B", None), ("s", 0), ("B", 1),
    ]  # fmt: skip
    assert found.tags is None
    assert found.texts() == ["the dog barks", "a cat ."]
    assert found.prepared() == (
        "Trees of the schemes A and B were turned into function trees; parses were compared with A + B, and "
        "scheme differences were not counted; non-projective arcs were lifted."
    )
    found.target = (1,)
    assert found.table is found.tables[1,] and "compared with B," in found.prepared()
    with pytest.raises(UsageError, match=r"there is no target \(1, 0\); expected the golds of one of A, B, A \+ B"):
        found.target = (1, 0)


def test_a_target_without_the_systems_own_gold() -> None:
    golds = [dependencies(name, DOG) for name in "ABC"]
    found = score(SchemeComparison(golds, [dependencies("s", WRONG)], [0]))
    assert [(target, found.native_in(0, target)) for target in found.targets] == [
        ((0,), 0), ((1,), 1), ((2,), 2), ((0, 1), 0), ((0, 2), 0), ((1, 2), None), ((0, 1, 2), 0),
    ]  # fmt: skip
    found.target = (1, 2)
    assert found.table.statuses.tolist() == [[SKIPPED]]
    assert found.table.reason(0, 0) == "the system's own gold A is not among these"
    with pytest.raises(UsageError, match=r"s: its gold is not part of B \+ C"):
        found.operations(0, 0)


def test_sentences_of_schemes_with_a_label_or_a_tag() -> None:
    found = schemes()
    asked = [
        ("labels", "obj"),
        ("labels", "nsubj"),
        ("labels", "NP-SBJ"),
        ("labels", "punct"),
        ("tags", "V"),
        ("tags", "P"),
    ]
    assert [np.flatnonzero(found.sentences_with(0, where, hits(name))).tolist() for where, name in asked] == [
        [0], [0], [0], [1], [0], [1],
    ]  # fmt: skip
    assert not found.sentences_with(1, "labels", hits("obj")).any()
    # a file with fewer sentences is asked in the places of the first gold
    short = SchemeComparison([dependencies("A", CAT, DOG)], [dependencies("s", DOG.replace("nsubj", "xcomp"))], [0])
    assert np.flatnonzero(short.sentences_with(0, "labels", hits("xcomp"))).tolist() == [1]


def test_what_schemes_warn_of() -> None:
    crossing = dependencies("c", "a:3:x b:4:y c:0:root d:3:z")
    more = dependencies("m", "a:3:x b:4:y c:0:root d:3:z", DOG, CAT)
    bare = trees("t", "(S (X a) (X b) (X c) (X d))")
    found = SchemeComparison([crossing], [more, bare], [0, 0])
    assert found.warnings == [
        "c: 1 non-projective arc lifted in 1 sentence",
        "m: 2 sentences that c does not have",
        "m: 1 non-projective arc lifted in 1 sentence",
        "t: no grammatical functions; compared without labels only",
    ]
    assert found.usual_keys == ("tedeval.unlabelled", "tedeval.unlabelled")
    assert schemes().usual_keys == ("tedeval", "tedeval.unlabelled")


def test_what_schemes_refuse() -> None:
    gold, system = dependencies("A", DOG), dependencies("s", DOG)
    for arguments, reason in (
        (([], [system], [0]), "nothing to compare; expected at least one gold and one system"),
        (([gold], [], []), "nothing to compare; expected at least one gold and one system"),
        (([gold, gold], [system], [0]), "two golds are called 'A'; name them apart with NAME=FILE"),
        (([gold], [system, system], [0, 0]), "two systems are called 's'; name them apart with NAME=FILE"),
        (([gold], [system], [1]), "every system needs a gold of its own among the golds"),
        (([gold], [system], [-1]), "every system needs a gold of its own among the golds"),
        (([gold], [system], []), "every system needs a gold of its own among the golds"),
    ):
        with pytest.raises(UsageError) as raised:
            SchemeComparison(*arguments)
        assert str(raised.value) == reason
    with pytest.raises(UsageError, match="missing parses as zero are not for comparisons across schemes"):
        SchemeComparison([gold], [system], [0], settings=Settings(params="none", missing="zero"))
    other = replace(gold, name="B")
    with pytest.raises(
        UsageError, match=r"labels of another file are not for the profile tedeval-2\.2; expected paper"
    ):
        SchemeComparison([gold, other], [system], [0], SchemeSettings(profile="tedeval-2.2"), labels_from={0: 1})


def test_long_sentences_of_schemes_are_skipped() -> None:
    found = score(schemes(settings=Settings(params="none", max_length=2)))
    assert found.table.statuses.tolist() == [[SKIPPED, SKIPPED], [SKIPPED, SKIPPED]]
    assert found.table.reason(0, 0) == "longer than 2 words" and "max-length:2" in found.table.options
    limit = score(schemes(settings=Settings(params="none", max_length=3)))
    assert limit.table.statuses.tolist() == [[SCORED, SCORED], [SCORED, SCORED]]


@pytest.mark.parametrize(
    ("option", "allowed"),
    [
        ("nonprojective", "lift or refuse"),
        ("relations", "universal or full"),
        ("unary", "collapse or refuse"),
        ("profile", "paper, "),
    ],
)
def test_settings_of_schemes(option: str, allowed: str) -> None:
    with pytest.raises(UsageError, match=f"^{option} is 'x'; expected {allowed}"):
        SchemeSettings(**{option: "x"})


def test_options_in_signatures_of_schemes() -> None:
    assert SchemeSettings().options == ("profile:paper",)
    other = SchemeSettings(nonprojective="refuse", relations="full", unary="refuse", zero_cost=(("a", "b"), ("c", "d")))
    assert other.options == ("profile:paper", "nonprojective:refuse", "relations:full", "unary:refuse", "zero-cost:2")
