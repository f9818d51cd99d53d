"""Whether every link of the built site leads to a file and a place that are there; what leads into the net is left aside."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from urllib.parse import unquote, urlsplit

from lxml import html


def broken(folder: Path) -> list[str]:
    """The links that lead nowhere, each with the page that it stands on."""
    pages = {path.resolve(): html.parse(str(path)).getroot() for path in folder.rglob("*.html")}
    places = {path: {*root.xpath("//@id"), *root.xpath("//a/@name")} for path, root in pages.items()}
    return sorted(
        {
            f"{path.relative_to(folder.resolve())}: {link}"
            for path, root in pages.items()
            for link in _lost(path, root, places)
        }
    )


def _lost(path: Path, root: html.HtmlElement, places: dict[Path, set[str]]) -> Iterator[str]:
    for link in root.xpath("//a/@href | //img/@src | //link/@href | //script/@src"):
        there = urlsplit(link)
        if there.scheme or there.netloc:
            continue
        target = (path.parent / unquote(there.path)).resolve() if there.path else path
        target = target / "index.html" if target.is_dir() else target
        place = unquote(there.fragment)
        if not target.exists() or (place and target in places and place not in places[target]):
            yield link
