"""Figures as they are printed: what is read, which exact values fit, at the ends of intervals too."""

from __future__ import annotations

from fractions import Fraction

import pytest

from treecompare.errors import UsageError
from treecompare.extras.conventions.figures import do_not_go_together, figures_in, from_rounded, read_figure


@pytest.mark.parametrize(
    ("text", "value", "decimals"),
    [
        ("LF=89.4", "89.4", 1), ("lf=89.40 %", "89.40", 2), ("LF=0.894", "89.4", 1), ("UAS=.9", None, 0), ("F=81", "81", 0),
        ("CB=0.54", "0.54", 2), ("LF=1", "1", 0), ("?=0.8", "80", 0),
    ],
)  # fmt: skip
def test_what_is_read(text: str, value: str | None, decimals: int) -> None:
    kind = "dependencies" if text.startswith("U") else "constituents"
    if value is None:
        with pytest.raises(UsageError, match="expected KEY=DIGITS, as in UAS="):
            read_figure(text, kind)
        return
    found = read_figure(text, kind)
    assert (found.value, found.decimals) == (Fraction(value), decimals)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("LF", "cannot be read"), ("XX=1.2", "XX is not known; expected one of F, R, P"), ("LF=189.4", "above 100"),
        ("LF=89.12345", "has 5 decimals"), ("UAS=80", "UAS is not known"), ("zpar:LF=80", "no system 'zpar'"),
    ],
)  # fmt: skip
def test_what_is_no_figure(text: str, says: str) -> None:
    with pytest.raises(UsageError, match=says):
        read_figure(text, "constituents", ["bllip"])


def test_figures_are_read_as_people_type_them() -> None:
    assert figures_in("LF = 81,18") == ["LF=81.18"]
    assert figures_in("UAS=84.1, LAS=81.2;LA= 90") == ["UAS=84.1", "LAS=81.2", "LA=90"]
    assert figures_in("my sys, 2:LAS=81,5") == ["my sys, 2:LAS=81,5"] and figures_in("a:LF=81 b:LF=82,5") == [
        "a:LF=81",
        "b:LF=82.5",
    ]
    assert figures_in("LF=81,LR=82") == ["LF=81", "LR=82"]
    assert (read_figure("LF = 81,18", "constituents").text, read_figure("LF=81.18", "constituents").decimals) == (
        "81.18",
        2,
    )


def test_with_several_systems_a_figure_is_that_of_one() -> None:
    assert read_figure("b:LF=80.1", "constituents", ["a", "b"]).system == "b"
    with pytest.raises(UsageError, match="expected SYSTEM:KEY=DIGITS"):
        read_figure("LF=80.1", "constituents", ["a", "b"])
    with pytest.raises(UsageError, match="these treebanks are lattices"):
        read_figure("LF=80.1", "lattices")


def test_both_ends_of_the_interval_are_in() -> None:
    figure = read_figure("LF=89.4", "constituents")
    assert figure.interval == "[89.35, 89.45]"
    assert figure.fits(Fraction(8935, 10000)) and figure.fits(Fraction(8945, 10000))
    assert not figure.fits(Fraction(89349999, 10**8)) and not figure.fits(Fraction(89450001, 10**8))
    assert figure.fits(0.8945 + 1e-12) and not figure.fits(0.8945 + 1e-9)
    whole = read_figure("F=81", "constituents")
    assert whole.interval == "[80.50, 81.50]" and whole.fits(0.805) and not whole.fits(0.8049)


def test_digits_that_are_cut_off() -> None:
    figure = read_figure("LF=89.4", "constituents")
    assert figure.fits_cut_off(Fraction(894, 1000)) and figure.fits_cut_off(Fraction(8949999, 10**7))
    assert not figure.fits_cut_off(Fraction(895, 1000)) and not figure.fits_cut_off(Fraction(8939999, 10**7))


def test_crossing_brackets_are_a_number() -> None:
    figure = read_figure("CB=0.54", "constituents")
    assert figure.fits(Fraction(54, 100)) and not figure.fits(Fraction(54, 10000))


def figures(*texts: str) -> list:  # type: ignore[type-arg]
    return [read_figure(one, "constituents") for one in texts]


def test_figures_that_do_not_go_together() -> None:
    assert do_not_go_together(figures("LR=84.11", "LP=83.52", "LF=83.81")) == []
    assert [one.text for one in do_not_go_together(figures("LR=84.11", "LP=83.52", "LF=83.64"))] == ["83.64"]
    assert do_not_go_together(figures("LR=84.1", "LF=83.6")) == []
    assert do_not_go_together(figures("LR=84.11", "UP=83.52", "LF=83.64")) == []


def test_f_from_rounded_figures() -> None:
    assert from_rounded(dict(zip("RPF", figures("LR=80.4", "LP=90.4", "LF=85.1"), strict=True)))
    assert not from_rounded(dict(zip("RPF", figures("LR=80.4", "LP=90.4", "LF=85.2"), strict=True)))
    assert not from_rounded(dict(zip("RF", figures("LR=80.4", "LF=85.1"), strict=True)))
