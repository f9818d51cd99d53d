"""Words as they are compared: the same ones in other clothes are equal."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from treecompare.trees.characters import plain_form, plain_forms


@pytest.mark.parametrize(
    ("form", "plain"),
    [
        ("", ""), ("word", "word"), ("Word", "word"), ("-", "-"), ("well-known", "well-known"), ("\\", "\\"),
        ("-LRB-", "("), ("-rrb-", ")"), ("-LSB-", "["), ("-RSB-", "]"), ("-LCB-", "{"), ("-RCB-", "}"),
        ("LRB", "("), ("RCB", "}"), ("lrb", "lrb"), ("LRBs", "lrbs"), ("p53-LRB-wt-RRB-", "p53(wt)"), ("-LRB", "-lrb"),
        (r"3\/4", "3/4"), (r"\*", "*"), (r"\*\*", "**"), (r"\n", r"\n"),
        ("``", "'"), ("''", "'"), ('"', "'"), ("‘", "'"), ("“", "'"), ("”", "'"), ("`", "'"), ("l’été", "l'été"),
        ("„", "'"), ("»", "'"), ("’’", "'"),
        ("'''", "''"), ("''s", "'s"),
        ("…", "..."), ("...", "..."), ("e\u0301", "é"), ("É", "é"), ("İ", "i\u0307"), ("ß", "ß"), ("ΟΔΟΣ", "οδος"),
        ("a\u200bb\u00ad", "ab"), ("\u200d", ""), ("\U0001d400", "\U0001d400"), ("\U00010400", "\U00010428"),
        ("\u200f-LRB-א", "(א"), ("e\u200d\u0301", "é"), ("L\u200dRB", "("),
        ("Việt Nam", "việtnam"), ("Việt_Nam", "việtnam"), ("a_b", "ab"), ("10\u00a0000", "10000"), ("_", "_"), ("__", "__"),
        ("_\u00a0_", "__"), ("_a_", "a"), ("\u3000", ""), (r"\(", "("), (r"\[a\]\{\}", "[a]{}"), (r"\)\_", ")\\"),
        ("a\u2010b\u2011c", "a-b-c"), ("a–b", "a–b"),
    ],
)  # fmt: skip
def test_plain_forms_of_single_words(form: str, plain: str) -> None:
    assert plain_form(form) == plain
    assert plain_forms([form]) == [plain]
    assert plain_forms(["Ä", form, "''"]) == ["ä", plain, "'"]


PIECES = st.sampled_from([*"aSΣ-'`\\/*\"…é\u0301\u200b\n İ_\u2010(\u3000", "-LRB-", "LRB", "``"])
FORMS = st.lists(PIECES, max_size=8).map("".join) | st.text()


@given(st.lists(FORMS | st.sampled_from(["LRB", "RSB", "-LRB-"])))
def test_many_at_once_are_as_one_by_one(forms: list[str]) -> None:
    assert plain_forms(forms) == [plain_form(form) for form in forms]


@given(FORMS)
def test_case_composition_and_what_cannot_be_seen_make_no_difference(form: str) -> None:
    plain = plain_form(form)
    assert plain == unicodedata.normalize("NFC", plain)
    if form not in ("LRB", "RRB", "LSB", "RSB", "LCB", "RCB"):
        assert plain_form(unicodedata.normalize("NFD", form)) == plain
    assert not any(unicodedata.category(one) in ("Cf", "Zs") or one in '"`‘’“”…\u2010\u2011' for one in plain)
