"""Conditions that people type: each finds what a plain look at the sentences finds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.made import erring, gold_trees
from treecompare.analyses.conditions import condition_of, conditions, tokens_in
from treecompare.analyses.sentences import Filter, SentenceData
from treecompare.comparison.base import score
from treecompare.comparison.constituents.comparison import ConstituentComparison
from treecompare.comparison.files import Files, open_files, opened
from treecompare.comparison.judgements import CORRECT, NO, NOTE, PHENOMENON, UNCLEAR, YES
from treecompare.comparison.roles import sample_files
from treecompare.comparison.sentence_texts import Texts
from treecompare.comparison.settings import Settings
from treecompare.errors import UsageError
from treecompare.readers import parse
from treecompare.resources import samples
from treecompare.scores.table import SKIPPED

SECOND = 1
"""The system whose sentences are looked at."""


@pytest.fixture(scope="module")
def rows() -> SentenceData:
    """Of the second system sentence 4 has no parse, and in sentence 6 a word differs; three sentences are marked."""
    gold = gold_trees(60)
    two = erring(gold, 3)
    two[3] = "(())"
    two[5] = gold[5].replace(" in)", " inside)")
    texts = {"dev.one": erring(gold, 2), "dev.two": two}
    systems = [replace(parse("\n".join(lines)), name=name) for name, lines in texts.items()]
    comparison = score(ConstituentComparison(parse("\n".join(gold)), systems, Settings(differing="skip")))
    name, put = comparison.table.systems[SECOND], comparison.judgements.put
    put(NOTE, 7, "", "", "Look again")
    put(PHENOMENON, 8, "", "RC", YES)
    for sentence, verdict in ((9, YES), (10, NO), (11, UNCLEAR)):
        put(CORRECT, sentence, name, "", verdict)
    return SentenceData(comparison, Texts(comparison.texts()), SECOND, "e.whole.dice", "t.whole.dice")


def found(rows: SentenceData, *tokens: str) -> list[int]:
    return np.flatnonzero(
        np.all([condition_of(one, rows.comparison).matching(rows) for one in tokens], axis=0)
    ).tolist()


def those(rows: SentenceData, which: Callable[[int], object]) -> list[int]:
    return [sentence for sentence in range(len(rows)) if which(sentence)]


PLAIN: dict[str, Callable[[SentenceData, int], object]] = {
    "length > 9": lambda r, i: r.lengths[i] > 9,
    "length 5–7": lambda r, i: 5 <= r.lengths[i] <= 7,
    "length = 8": lambda r, i: r.lengths[i] == 8,
    "A < 100": lambda r, i: 100 * r.score_a[i] < 100,
    "B >= 80": lambda r, i: 100 * r.score_b[i] >= 80,
    "A 80-95": lambda r, i: 80 <= 100 * r.score_a[i] <= 95,
    "not A > 95": lambda r, i: 100 * r.score_a[i] <= 95,
    "not A 80–95": lambda r, i: 100 * r.score_a[i] < 80 or 100 * r.score_a[i] > 95,
    "not changes < 1": lambda r, i: r.changed[i] >= 1,
    "only two": lambda r, i: r.changed[i] == 0 != r.table.changed(0)[i],
    "only one": lambda r, i: r.table.changed(0)[i] == 0 != r.changed[i],
    "A−B > 3": lambda r, i: r.ranks.difference[i] > 3,
    "A-B < −3": lambda r, i: r.ranks.difference[i] < -3,
    "changes > 0": lambda r, i: r.changed[i] > 0,
    "No. 3": lambda r, i: i == 2,
    "No. 3–5": lambda r, i: 2 <= i <= 4,
    "id 1…": lambda r, i: "1" in r.ids[i],
    "differs": lambda r, i: r.changed[i] > 0,
    "identical": lambda r, i: r.changed[i] == 0,
    "all systems differ": lambda r, i: all(r.table.changed(system)[i] > 0 for system in range(2)),
    "no parse": lambda r, i: r.status[i] == SKIPPED,
    "not scored": lambda r, i: i in (3, 5),
    "words differ": lambda r, i: i == 5,
    "note": lambda r, i: i == 7,
    'note "look"': lambda r, i: i == 7,
    "phenomenon RC": lambda r, i: i == 8,
    "right": lambda r, i: i == 9,
    "wrong": lambda r, i: i == 10,
    "unclear": lambda r, i: i == 11,
    "marked": lambda r, i: 7 <= i <= 11,
    "unmarked": lambda r, i: not 7 <= i <= 11,
    "dog": lambda r, i: "dog" in r.sentences[i],
    '"old man"': lambda r, i: "old man" in r.sentences[i],
    '"differs"': lambda r, i: False,
    "/^she|man/": lambda r, i: r.sentences[i].startswith("she") or "man" in r.sentences[i],
    "not dog": lambda r, i: "dog" not in r.sentences[i],
    "no parse | No. 1 | not length > 4": lambda r, i: r.status[i] == SKIPPED or i == 0 or r.lengths[i] <= 4,
    "label XP": lambda r, i: "XP" in r.comparison.pairs(SECOND).test[i].texts,
    "PP=x > XP": lambda r, i: "(XP" in r.comparison.pairs(SECOND).test[i].brackets() and i not in (3,),
}  # fmt: skip


@pytest.mark.parametrize("token", PLAIN)
def test_a_condition_finds_what_a_plain_look_finds(rows: SentenceData, token: str) -> None:
    wanted = those(rows, lambda sentence: PLAIN[token](rows, sentence))
    assert found(rows, token) == wanted and (wanted or token == '"differs"')


def test_tokens_narrow_together(rows: SentenceData) -> None:
    assert found(rows, "differs", "length > 9") == sorted({*found(rows, "differs")} & {*found(rows, "length > 9")})


def test_errors_and_changes_by_what_is_wrong(rows: SentenceData) -> None:
    errors = rows.comparison.errors(SECOND)
    attached, tags = (
        {sentence for sentence in range(len(rows)) for error in errors.of(sentence) if kind.has(error)}
        for kind in rows.comparison.error_types
        if kind.title in ("PP attachment", "Tag")
    )
    assert found(rows, "error PP") == found(rows, "error PP attachment") == sorted(attached)
    assert found(rows, "error tag") == sorted(tags) != []
    assert found(rows, "VP → XP") == found(rows, "relabelled", "label XP") != []
    assert found(rows, "IN → RB") == found(rows, "tag RB", "not No. 6") != []
    alone = [found(rows, f"{side} only NP") for side in ("gold", "system")]
    assert alone[0] and not alone[1] and all(rows.changed[sentence] > 0 for sentence in alone[0])


def test_against_another_system(rows: SentenceData) -> None:
    first, scores = rows.table.systems[0], [rows.table.scores(system, rows.a.key) for system in range(2)]
    assert (
        found(rows, f"worse than {first}")
        == found(rows, "worse than one")
        == np.flatnonzero(scores[1] < scores[0] - 1e-9).tolist()
    )
    assert found(rows, f"better than {first}") == np.flatnonzero(scores[1] > scores[0] + 1e-9).tolist()


def test_a_word_of_sentences_is_a_condition_only_before_what_may_follow(rows: SentenceData) -> None:
    comparison = rows.comparison
    assert tokens_in("only two differs", comparison) == ["only two", "differs"]
    assert tokens_in("only the dog", comparison) == ["only the dog"]
    found = ["differs", "length > 5", "error PP", "only two", "not no parse", "the , dog, he", '"a, b"']
    assert tokens_in(", ".join(found), comparison) == found == tokens_in(f"{' '.join(found)},", comparison)
    for words in ("only the dog", "file a suit"):  # there is one file
        assert condition_of(words, comparison).filter == Filter(words)


@pytest.mark.parametrize(
    "token",
    [
        "tag ,",
        "not tag ,",
        "NP → ,",
        ", → NP",
        "gold only ,",
        "No. 1,000",
        "length > 1,000",
        "A 1–1,000",
        '"a,"',
        "/,/",
    ],
)
def test_a_comma_that_is_meant_stays(rows: SentenceData, token: str) -> None:
    """That of a tag, and that of a number as it is shown."""
    for text in (f"differs {token}", f"differs, {token}, right", f"{token} right"):
        assert token in tokens_in(text, rows.comparison)
    assert found(rows, "length > 1,000") == [] != found(rows, "length 1–1,000")
    for wrong in ("length > 30,5", "No. 3,4"):
        assert tokens_in(wrong, rows.comparison) == [wrong]
        with pytest.raises(UsageError, match="expected "):
            condition_of(wrong, rows.comparison)


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("NP > /^WH/", ["NP > /^WH/"]),
        ("differs NP > /^WH/, length > 30", ["differs", "NP > /^WH/", "length > 30"]),
        ("not NP > /^WH/ < /^PP/ right", ["not NP > /^WH/ < /^PP/", "right"]),
        ("/^WH/ > NP differs", ["/^WH/ > NP", "differs"]),
        ("NP > /^WH/ | VP > /^S/", ["NP > /^WH/ | VP > /^S/"]),
        ("NP > PP /the/", ["NP > PP", "/the/"]),
        ("NP > /^WH/ /the/", ["NP > /^WH/", "/the/"]),
        ("the /dog/ barks", ["the", "/dog/", "barks"]),
        ("label /^WH/ error PP", ["label /^WH/", "error PP"]),
        ("/ab c/", ["/ab c/"]),
        ("/ab/ /c d/", ["/ab/", "/c d/"]),
    ],
)
def test_an_expression_in_a_pattern_is_a_part_of_it(rows: SentenceData, text: str, tokens: list[str]) -> None:
    """Anywhere else it stands for itself."""
    assert tokens_in(text, rows.comparison) == tokens
    for one in tokens:
        found = condition_of(one, rows.comparison).filter
        assert found is None or (found.where == "pattern") == (">" in one)


def test_one_of_two_expressions_is_found(rows: SentenceData) -> None:
    one, other = found(rows, "/^the/"), found(rows, "/dog/")
    assert found(rows, "/^the/ | /dog/") == sorted({*one, *other})
    assert condition_of("/a | b/", rows.comparison).filter == Filter("a | b", is_regex=True)


def test_what_may_follow_is_offered_where_it_is_one_of_a_few(rows: SentenceData) -> None:
    comparison = rows.comparison
    offered = conditions(comparison)
    assert {"error TYPE", "error PP attachment", "worse than dev.one", "only two", "phenomenon RC"} <= set(offered)
    assert tokens_in("error PP attachment worse than dev.one", comparison) == [
        "error PP attachment",
        "worse than dev.one",
    ]
    assert len([one for one in offered if one.startswith("phenomenon ")]) == 2


def test_sentences_are_found_by_their_file(tmp_path: Path) -> None:
    """And those of dependencies by arcs that cross."""
    words = "1\ta\t_\tX\t_\t_\t2\tx\t_\t_\n2\tb\t_\tX\t_\t_\t0\troot\t_\t_\n3\tc\t_\tX\t_\t_\t{}\tx\t_\t_\n\n"
    for side, heads in (("gold", (2, 2, 1)), ("system", (1, 2, 2))):
        (tmp_path / side).mkdir()
        for name, own in (("wsj_1", heads[:2]), ("wsj_2", heads[2:])):
            (tmp_path / side / f"{name}.conllu").write_text("".join(words.format(one) for one in own))
    files = Files(str(tmp_path / "gold"), (("system", str(tmp_path / "system")),))
    comparison = score(opened(open_files(files)).comparison)
    rows = SentenceData(comparison, Texts(comparison.texts()), 0, *comparison.usual_keys)
    assert comparison.ids == ["wsj_1:1", "wsj_1:2", "wsj_2:1"]
    assert [found(rows, f"file {name}") for name in ("wsj_1", "WSJ_2")] == [[0, 1], [2]]
    assert tokens_in("file wsj_1 differs", comparison) == ["file wsj_1", "differs"]
    assert "discontinuous" not in conditions(comparison)
    assert found(rows, "crossing") == [0, 2]


@pytest.mark.parametrize(
    ("token", "said"),
    [
        ("", "a condition is empty"),
        ("differs | ", "a condition is empty"),
        ("length > x", "expected a number after length >"),
        ("No. 61", "expected numbers from 1 to 60"),
        ("error zz", "expected one of PP attachment"),
        ("worse than zz", "expected one of "),
        ('only "zz"', "no such system; expected one of "),
        ("phenomenon zz", "expected one of RC"),
        ("discontinuous", "there is no such condition here"),
        ("/(/", r"^'/\(/' is no expression \(missing "),
        ("label /[/", r"^'/\[/' is no expression \(unterminated character set\); expected \\\[ for the sign \[$"),
        ('"unclosed', "^'\"unclosed': the quotation mark is not closed; expected another one behind the words$"),
        ("/ab", "^'/ab': the slash is not closed; expected another one behind the expression$"),
        ("dog /^b c", "^'dog /\\^b c': the slash is not closed; expected another one behind the expression$"),
        ("not label /^WH", "^'/\\^WH': the slash is not closed; expected another one behind the expression$"),
        ("A >", "^'A >': expected a number after A >, as in A > 30$"),
    ],
)
def test_what_is_no_condition_is_said(rows: SentenceData, token: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        condition_of(token, rows.comparison)


def test_what_a_filter_can_say_is_one(rows: SentenceData) -> None:
    assert condition_of("differs", rows.comparison).filter == Filter(differing=True)
    assert condition_of("dog", rows.comparison).filter == Filter("dog")
    assert condition_of("PP=x > NP", rows.comparison).filter == Filter("PP=x > NP", "pattern")
    assert condition_of("length > 3", rows.comparison).filter is None
    assert condition_of("label /^N/", rows.comparison).filter == Filter("^N", "labels", is_regex=True)


@pytest.mark.parametrize("key", ["first-comparison", "dependencies", "words-that-differ", "tsarfaty-2011"])
def test_every_name_can_be_typed_in_every_kind(key: str) -> None:
    """With what follows it, if it has any."""
    sample = next(one for one in samples() if one.key == key)
    comparison = score(opened(open_files(sample_files(sample))).comparison)
    a, b = (*comparison.usual_keys, comparison.usual_keys[0])[:2]
    rows = SentenceData(comparison, Texts(comparison.texts()), 0, a, b)
    what = {"SYSTEM": comparison.table.systems[0], "TYPE": next((one.title for one in comparison.error_types), "")}
    for name in conditions(comparison):
        if name not in ("length", "A", "B", "A−B", "changes", "No.", "phenomenon NAME"):
            token = " ".join(what.get(word, word) for word in name.split(" "))
            assert condition_of(token, comparison).matching(rows).shape == (len(rows),)
    assert ("error TYPE" in conditions(comparison)) == bool(comparison.error_types)
