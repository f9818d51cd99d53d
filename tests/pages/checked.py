"""Pages read as browsers read them."""

from __future__ import annotations

from html.parser import HTMLParser

VOID = {"meta", "br"}
"""Elements that are not closed."""


class Checked(HTMLParser):
    """Every element is closed where it should be. ``elements``: all of them with their attributes; ``text``: what is read."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self._open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(page)
        assert not self._open

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self._open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self._open and self._open[-1] not in ("style", "script"):
            self.text += data

    def values(self, name: str) -> list[str]:
        """The values of an attribute, of whatever element."""
        return [given[name] or "" for _, given in self.elements if name in given]

    def check_alone(self) -> None:
        """It needs no network: whatever leads somewhere leads to the same page, or waits for a click."""
        names = {name for name, _ in self.elements}
        assert not names & {"link", "img", "iframe", "object", "embed"} and not self.values("src")
        assert all(tag == "a" for tag, given in self.elements if "href" in given)
        ids = self.values("id")
        assert len(set(ids)) == len(ids)
        inside = {one[1:] for one in self.values("href") if one.startswith("#")}
        assert inside <= set(ids), inside - set(ids)
