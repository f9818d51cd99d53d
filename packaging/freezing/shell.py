"""Completion for shells, and the manual page: made of the command line's own parser."""

from __future__ import annotations

import argparse
import re
from pathlib import Path

import shtab
from argparse_manpage.manpage import Manpage

from treecompare import __version__
from treecompare.cli import parser

PLACES = {
    "bash": "bash-completion/completions/treecompare",
    "zsh": "zsh/site-functions/_treecompare",
    "fish": "fish/vendor_completions.d/treecompare.fish",
}


FILES = ("FILE", "GOLD", "SYSTEM", "INPUT", "OUTPUT", "TREEBANK")


def completed() -> argparse.ArgumentParser:
    """The parser, which now also says where names of files are completed."""
    made = parser()
    waiting = [made]
    while waiting:
        for action in waiting.pop()._actions:
            if isinstance(action, argparse._SubParsersAction):
                waiting += action.choices.values()
            elif action.metavar in FILES and not action.choices:
                action.complete = shtab.FILE  # type: ignore[attr-defined]
    return made


def write(share: Path) -> None:
    """Writes them where systems look for them below a folder ``share``."""
    for name, place in PLACES.items():
        path = share / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(shtab.complete(completed(), shell=name), "utf-8")
    page = share / "man" / "man1" / "treecompare.1"
    page.parent.mkdir(parents=True, exist_ok=True)
    page.write_text(manual(), "utf-8")


def manual() -> str:
    """The page for man."""
    made = parser()
    made.man_short_description = "compare syntactically annotated sentences"
    written = Manpage(
        made,
        {
            "project_name": "treecompare",
            "version": __version__,
            "author": "the treecompare developers",
            "manual_section": 1,
            "manual_title": "treecompare",
        },
    )
    return re.sub(r"(?m)^(?=')", r"\\&", str(written))  # a line that begins with a quotation mark is a command of man's
