"""The pages for reviewers: complete, self-contained, small, whatever stands in the files."""

from __future__ import annotations

import base64
import re
from html.parser import HTMLParser
from pathlib import Path

import pytest

from tests.changes.made import bank, trees
from treecompare.changes import page as pages
from treecompare.changes.markdown import markdown
from treecompare.changes.page import page
from treecompare.changes.versions import AnyTreebank, Diff, Read, diff, read_version

VOID = {"meta", "img", "br", "source"}


class Checked(HTMLParser):
    """Every element is closed where it should be; which there are."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)
        assert not self.open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def between(base: AnyTreebank, head: AnyTreebank) -> Diff:
    return diff(Read.of("<old>", [("old", base)]), Read.of("new & newer", [("new", head)]))


def made(count: int = 6) -> Diff:
    base = [f"# sent_id = {n}; not/2/x UPOS:ADV so{n}/0/root UPOS:ADV <b>/2/y" for n in range(count)]
    head = [one.replace("UPOS:ADV", "UPOS:PART", 1) for one in base[:-1]] + [base[-1].replace("/2/y", "/1/y")]
    return between(bank(*base), bank(*head))


def test_the_page_holds_all_it_needs() -> None:
    text = page(made())
    found = Checked(text)
    names = {name for name, _ in found.elements}
    assert "script" not in names and "link" not in names and "<b>/2" not in text
    sources = [
        value for _, given in found.elements for name, value in given.items() if name in ("src", "srcset", "href")
    ]
    assert sources and all(value is not None and value.startswith("data:image/svg+xml;base64,") for value in sources)
    assert "&lt;old&gt;" in text and "new &amp; newer" in text
    assert (
        "UPOS: ADV → PART" in text
        and "1 <span class=layer>UPOS</span> ADV → <b>PART</b>" in text
        and "Left over: 1 place" in text
        and "Outside the rules: 1 edit" in text
    )


def test_both_versions_are_drawn_for_light_and_dark_pages() -> None:
    given = [given for name, given in Checked(page(made())).elements if name in ("source", "img")]
    light, dark = (
        base64.b64decode(str(one).partition(",")[2]).decode() for one in (given[1]["src"], given[0]["srcset"])
    )
    assert given[0]["media"] == "(prefers-color-scheme: dark)"
    assert light.startswith("<svg") and dark.startswith("<svg") and light != dark
    assert "not" in light and re.search("so[0-9]", light)


def test_what_is_left_out_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "ROWS", 3)
    monkeypatch.setattr(pages, "DRAWN", 2)
    text = page(made(20))
    Checked(text)
    assert text.count("<figure>") == 2 and "18 more changed sentences not drawn." in text
    assert "more, left out here." in text
    monkeypatch.setattr(pages, "MOST_DRAWN_BYTES", 10)
    assert "<figure>" not in page(made(20))


def test_edits_outside_the_rules_that_are_left_out_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    columns = ("LEMMA", "UPOS", "XPOS", "FEATS", "MISC")
    base, head = ([f"# sent_id = {one}; word {one}:K={side}" for one in columns] for side in "xy")
    monkeypatch.setattr(pages, "ROWS", 2)
    found = re.search("Outside the rules: 5 edits.*?</section>", page(between(bank(*base), bank(*head))))
    assert found and "… and 3 more, left out here." in found[0]


def test_constituents() -> None:
    base = "(S (NP (D the) (N dog) (PP (P in) (NP (N town)))) (VP (V barks)))\n(S (N Yes))"
    head = "(S (NP (D the) (N dog)) (PP (P in) (NP (N town))) (VP (V barks)))\n(S (N Yes))"
    text = page(between(trees(base), trees(head)))
    Checked(text)
    assert "<figure>" in text and "Constituents and tags" in text and "moved" in text and "Rules found" not in text


def test_nothing_changed() -> None:
    same = bank("The dog", "A cat")
    assert "Nothing changed." in page(between(same, same))
    assert markdown(between(same, same)).endswith("Nothing changed.\n")


def test_markdown_shows_what_stands_in_files_as_it_is() -> None:
    found = between(bank(*["a MISC:K=[x](http://y)"] * 2), bank(*["a MISC:K=@someone"] * 2))
    text = markdown(found)
    assert "@someone" not in text and "[x]" not in text and "\\[x\\](http://y)" in text


def test_files_are_counted(tmp_path: Path) -> None:
    from tests.changes.made import conllu

    for folder, word in (("one", "UPOS:N"), ("two", "UPOS:V")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.conllu").write_text(conllu("dog UPOS:N", f"cat {word}"), "utf-8")
        (tmp_path / folder / "b.conllu").write_text(conllu("cow UPOS:N"), "utf-8")
    text = page(diff(read_version(str(tmp_path / "one")), read_version(str(tmp_path / "two"))))
    cells = r"<td>a\.conllu</td><td class=number>1</td><td class=number>1</td>"
    assert re.search(cells, text) and "a.conllu: sentence 2" in text


@pytest.mark.parametrize("pair", [("gum-dev.r2.8", "gum-dev.r2.9"), ("ice-firstgrammar.base", "ice-firstgrammar.head")])
def test_real_versions_make_pages_of_at_most_5_megabytes(shared: Path, pair: tuple[str, str]) -> None:
    versions = shared / "data" / "versions"
    paths = [next(iter(versions.glob(f"{name}.*")), None) for name in pair]
    if None in paths:
        pytest.skip(f"the versions {pair} are not at hand")
    text = page(diff(*(read_version(str(path)) for path in paths)))
    Checked(text)
    assert len(text.encode()) < 5_000_000
