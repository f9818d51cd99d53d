"""The page for reviewers: what to look at first, figures that add up, drawings, everything in one small file."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.extras.versions.made import bank, conllu, trees
from tests.pages.checked import Checked
from treecompare.drawing.scene import Group, Label, Rect, Scene
from treecompare.extras.versions import entries, results
from treecompare.extras.versions import report as reports
from treecompare.extras.versions.report import comment, report
from treecompare.extras.versions.sources import Read, read_version
from treecompare.extras.versions.versions import Diff, diff
from treecompare.pages.html import Listing, Page, Picture, as_html, as_markdown
from treecompare.readers.treebank import AnyTreebank


def between(base: AnyTreebank, head: AnyTreebank) -> Diff:
    return diff(Read.of("<old>", [("old.conllu", base)]), Read.of("new & newer", [("new.conllu", head)]))


def made(count: int = 6) -> Diff:
    """All but the last sentence follow a rule; one change is outside."""
    base = [f"# sent_id = {n}; not/2/x UPOS:ADV so{n}/0/root UPOS:ADV <b>/2/y" for n in range(count)]
    head = [one.replace("not/2/x UPOS:ADV", "not/3/z UPOS:PART") for one in base[:-1]] + [
        base[-1].replace("/2/y", "/1/y")
    ]
    return between(bank(*base), bank(*head))


def read(found: Diff, **more: object) -> Checked:
    page = Checked(as_html(report(found, **more)))  # type: ignore[arg-type]
    page.check_alone()
    return page


def listings(page: Page, key: str) -> list[Listing]:
    return [part for one in page.sections if one.key == key for part in one.parts if isinstance(part, Listing)]


def drawings(page: Page) -> list[Scene]:
    lists = [part for one in page.sections for part in one.parts if isinstance(part, Listing)]
    return [
        part.scene for one in lists for inside in one.inside.values() for part in inside if isinstance(part, Picture)
    ]


def test_what_to_look_at_stands_first() -> None:
    text = read(made()).text
    assert text.startswith("What changed from <old> to new & newer")
    assert "6 sentences of 6 changed, 6 words in them." in text
    assert "1 rule accounts for 10 of 11 changes." in text
    assert "Please look at 1 place where a rule applies but nothing changed and 1 change outside the rules." in text
    order = [
        text.index(one)
        for one in ("Rules found", "Left over: 1 place", "Outside the rules: 1 change", "Files", "Everything else")
    ]
    assert order == sorted(order)
    assert "5 of 6" in text and "1 left over" in text and "still ADV" in text


def test_a_comment_says_nothing_twice() -> None:
    """One file needs no table of files, and kinds that all join different values tell nothing."""
    assert "Files" not in as_markdown(comment(made())) and "Files" in read(made()).text
    base = [f"{w}{w}/2/x{w} UPOS:U{w} so{w}/0/root UPOS:V{w}" for w in "abcd"]
    head = [one.replace("/2/x", "/2/y") for one in base[:2]] + [one.replace("UPOS:U", "UPOS:T") for one in base[2:]]
    text = as_markdown(comment(between(bank(*base), bank(*head))))
    assert "Outside the rules: 4 changes" in text and "the same by kind" not in text


def test_changes_of_one_word_are_one_place() -> None:
    base = [f"not/2/x UPOS:ADV so{n}/0/root UPOS:ADV b/2/y UPOS:NOUN" for n in range(6)]
    head = [one.replace("not/2/x UPOS:ADV", "not/3/z UPOS:PART") for one in base[:-1]]
    found = between(bank(*base), bank(*head, base[-1].replace("b/2/y UPOS:NOUN", "b/1/y UPOS:VERB")))
    assert "nothing changed and 2 changes at 1 place outside the rules." in read(found).text


def test_nothing_to_look_at_is_said_too() -> None:
    base = [f"# sent_id = {n}; not/0/root UPOS:ADV" for n in range(4)]
    found = between(bank(*base), bank(*(one.replace("ADV", "PART") for one in base)))
    assert "Nothing was left over, and nothing is outside the rules." in read(found).text


def test_nothing_changed() -> None:
    same = bank("The dog", "A cat")
    assert "Nothing changed." in read(between(same, same)).text
    assert as_markdown(comment(between(same, same))).endswith("Nothing changed.\n")


def test_examples_are_drawn_before_and_after_and_the_word_is_framed() -> None:
    (first, *_) = drawings(report(made()))
    texts = [mark.text for mark in first.marks if isinstance(mark, Label)]
    assert texts == ["BEFORE", "AFTER"]
    (inner,) = [mark for mark in first.marks if isinstance(mark, Group)]
    words = {mark.text: mark for mark in inner.marks if isinstance(mark, Label)}
    (frame,) = [mark for mark in inner.marks if isinstance(mark, Rect) and mark.dash]
    assert "x<" in words and ">z" in words
    assert frame.x < words["not"].x < frame.x + frame.width and frame.y < words["not"].y < frame.y + frame.height


def test_a_long_sentence_is_an_example_only_where_there_is_no_shorter_one() -> None:
    def sentence(number: int, relation: str, words: int, tag: str) -> str:
        others = " ".join(f"w{number}x{one}/2/y UPOS:{tag if one < 3 else 'X'}" for one in range(words))
        return f"# sent_id = {number}; not/2/{relation} so/0/root {others}"

    def example(*lengths: int) -> str:
        sides = [
            bank(*(sentence(n, relation, length, tag if n else "X") for n, length in enumerate(lengths)))
            for relation, tag in (("x", "X"), ("z", "Y"))
        ]
        (listing,) = listings(report(between(*sides)), "rules")
        return next(part.caption for inside in listing.inside.values() for part in inside if isinstance(part, Picture))

    # the first has the fewest edits
    assert example(28, 20, 20).endswith("line 1") and example(29, 20, 20).endswith("line 34")
    assert example(29, 29, 29).endswith("line 1")


def test_the_first_drawn_rule_is_unfolded() -> None:
    (rules,) = listings(report(made()), "rules")
    assert rules.opened == frozenset(
        {next(place for place, parts in rules.inside.items() if isinstance(parts[0], Picture))}
    )


def test_rules_without_anything_to_draw_have_places_only() -> None:
    base = [f"# sent_id = {n}; not/0/root UPOS:ADV" for n in range(4)]
    page = report(between(bank(*base), bank(*(one.replace("ADV", "PART") for one in base))))
    assert not drawings(page) and "4 places" in Checked(as_html(page)).text


def test_places_link_to_their_rules_and_headlines_to_their_sections() -> None:
    page = read(made())
    assert {"#rule-1", "#left-over", "#outside"} <= set(page.values("href"))


def test_files_lead_to_their_lines(tmp_path: Path) -> None:
    found = made()
    linked = diff(found.base, Read.of("new", [("ü b.conllu", found.head.treebank)]))
    linked = replace(linked, head=replace(linked.head, links="https://example.org/{file}#L{line}"))
    page = read(linked)
    assert "https://example.org/%C3%BC%20b.conllu#L27" in page.values("href")
    assert "[line 27](https://example.org/" in as_markdown(comment(linked))


def test_every_figure_adds_up() -> None:
    for found in (made(), several_files()):
        table = results.files(found)
        names = [column.title for column in table.columns]
        rows = [dict(zip(names, row, strict=True)) for row in table.rows]
        for row in rows:
            rules = sum(int(value or 0) for name, value in row.items() if "rule" in name)
            assert row["changes"] == rules + int(row["outside"] or 0)
        whole = rows[-1]
        for name in names[1:]:
            assert len(rows) == 1 or whole[name] == sum(int(row[name] or 0) for row in rows[:-1])
        assert whole["changes"] == len(found.edits) == sum(number for _, number in results.layers(found))
        assert whole["outside"] == len(found.outside) and whole["left over"] == len(entries.left_over(found))
        assert whole["words"] == found.changes.changed_words.total()
        assert whole["sentences"] == sum(status != "same" for status in found.changes.statuses)
        listed = results.outside(found)
        assert sum(row[-1] for row in listed.rows) == len(found.outside)  # type: ignore[misc]


def several_files() -> Diff:
    base = [f"# sent_id = {n}; not/2/x UPOS:ADV so{n}/0/root UPOS:ADV" for n in range(9)]
    head = [one.replace("UPOS:ADV", "UPOS:PART", 1) for one in base[:7]] + base[7:]
    parts = [[("dev.conllu", bank(*one[:4])), ("test.conllu", bank(*one[4:]))] for one in (base, head)]
    return diff(Read.of("one", parts[0]), Read.of("two", parts[1]))


def test_files_are_told_apart() -> None:
    text = read(several_files()).text
    assert "test.conllu:14" in text  # the second file counts its own lines
    table = results.files(several_files())
    assert [row[0] for row in table.rows] == ["dev.conllu", "test.conllu", "All"]
    assert [row[3] for row in table.rows] == [4, 3, 7]


def test_what_is_left_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(reports, "COVERED", 3)
    monkeypatch.setattr(reports, "IN_FILE", 2)
    text = read(made(20)).text
    assert "and 16 more" in text  # of the 19 words of the rule
    assert "and 18 more" in text  # of the places of the file


def test_long_sentences_are_not_drawn() -> None:
    words = " ".join(f"w{number}/1/x" for number in range(150))
    base = [f"# sent_id = {n}; not{n}/0/root {words}" for n in range(3)]
    found = between(bank(*base), bank(*(one.replace("w1/1/x", "w1/2/y") for one in base)))
    assert results.rules(found).rows and not drawings(report(found))
    for number, are_drawn in ((119, True), (120, False)):
        long = " ".join("(N w)" for _ in range(number))
        found = between(trees(f"(S (N a) (NP {long}))"), trees(f"(S (N a) (NX {long}))"))
        assert bool(drawings(report(found))) is are_drawn


def test_constituents() -> None:
    base = "(S (NP (D the) (N dog) (PP (P in) (NP (N town)))) (VP (V barks)))\n(S (N Yes))"
    head = "(S (NP (D the) (N dog)) (PP (P in) (NP (N town))) (VP (V barks)))\n(S (N Yes))"
    found = between(trees(base), trees(head))
    page = report(found)
    text = Checked(as_html(page)).text
    assert len(drawings(page)) == 1 and "Changes by kind" in text and "moved" in text and "Rules found" not in text
    assert "1 sentence of 2 changed" in text and "2 constituents in one version only" in text
    assert "moved" in as_markdown(comment(found))


def test_of_constituents_the_narrowest_drawing_is_unfolded(monkeypatch: pytest.MonkeyPatch) -> None:
    sentences = [
        "(S (NP (D the) (N dog) (PP (P in) (NP (N town) (N today)))) (VP (V barks) (ADVP (ADV quite) (ADV loudly))))",
        "(S (NP (D a) (N cat) (PP (P of) (NP (N ours)))) (VP (V sleeps)))",
        "(S (N Yes))",
    ]
    head = [
        *(one.replace(" (PP (P", ") (PP (P", 1).replace(")))) (VP", "))) (VP", 1) for one in sentences[:2]),
        "(S (X Yes))",
    ]
    (listing,) = listings(report(between(trees("\n".join(sentences)), trees("\n".join(head)))), "changed")
    assert len(listing.inside) == 3 and listing.opened == frozenset({1})  # in the last no constituent changed
    monkeypatch.setattr(reports, "DRAWN_PLACES", 40)
    many = [sentences[:1] * 30 + sentences[1:2], head[:1] * 30 + head[1:2]]
    (listing,) = listings(report(between(*(trees("\n".join(side)) for side in many))), "changed")
    assert 30 in listing.inside and listing.opened == frozenset({0})  # what is behind “6 more” is not seen


def test_split_and_joined_sentences_are_drawn_as_they_are_paired() -> None:
    found = between(
        bank("It/2/x rained/0/root ./2/p We/5/x left/0/root ./5/p"),
        bank("It/2/x rained/0/root ./2/p", "We/2/x left/0/root ./2/p"),
    )
    assert "#sentences" in read(found).values("href")
    (listing,) = listings(report(found), "sentences")
    assert listing.result.rows[0][2] == "split" and isinstance(listing.inside[0][0], Picture)


def test_sentences_that_cannot_be_read_are_named(tmp_path: Path) -> None:
    (tmp_path / "a.conllu").write_text(conllu("dog", "cat"), "utf-8")
    (tmp_path / "b.conllu").write_text(conllu("dog", "cat").replace("1\tcat", "7\tcat"), "utf-8")
    found = diff(read_version(str(tmp_path / "a.conllu")), read_version(str(tmp_path / "b.conllu")))
    text = read(found).text
    assert "line 3 cannot be read" in text and "HEAD: 1 sentence (line 3) cannot be read" in text


def test_only_rules() -> None:
    text = read(made(), only_rules=True).text
    assert (
        "Rules found" in text
        and "Left over: 1 place" in text
        and "Files" not in text
        and "Outside the rules: 1" not in text
    )


def test_the_comment_shows_what_stands_in_files_as_it_is() -> None:
    found = between(bank(*["a MISC:K=[x](http://y)"] * 2), bank(*["a MISC:K=@someone"] * 2))
    text = as_markdown(comment(found))
    assert "@someone" not in text and "[x]" not in text and "\\[x\\](http://y)" in text


def test_the_page_says_how_it_was_made() -> None:
    assert "Again: treecompare diff a b" in read(made(), again="treecompare diff a b").text


@pytest.mark.parametrize("pair", [("gum-dev.r2.8", "gum-dev.r2.9"), ("ice-firstgrammar.base", "ice-firstgrammar.head")])
def test_real_versions_make_small_pages(shared: Path, pair: tuple[str, str]) -> None:
    versions = shared / "data" / "versions"
    paths = [next(iter(versions.glob(f"{name}.*")), None) for name in pair]
    if None in paths:
        pytest.skip(f"the versions {pair} are not at hand")
    found = diff(*(read_version(str(path)) for path in paths))
    page = as_html(report(found))
    Checked(page).check_alone()
    assert len(page.encode()) < 5_000_000 and len(re.findall("<svg", page)) >= 12
    assert len(as_markdown(comment(found))) < 65_536
