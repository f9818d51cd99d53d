"""Treebanks in XML, element by element: nothing is fetched, no entity is replaced, and what was read is let go."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from typing import Any

import numpy as np

from treecompare.errors import ReadError
from treecompare.readers.graphs import GraphBuilder
from treecompare.readers.treebank import Treebank


def elements(data: bytes, tags: tuple[str, ...]) -> Iterator[Any]:
    """The elements of these names, each once it is complete; it is emptied when the next one is asked for.

    Raises:
        lxml.etree.XMLSyntaxError: the content is no well-formed XML from some line on.
    """
    from lxml import etree

    # the content is UTF-8 by now, whatever its declaration says
    events = etree.iterparse(
        io.BytesIO(data.lstrip()), events=("end",), tag=tags, encoding="utf-8", resolve_entities=False, no_network=True,
        load_dtd=False, remove_comments=True, remove_pis=True,
    )  # fmt: skip
    for _, element in events:
        yield element
        element.clear(keep_tail=False)
        while element.getprevious() is not None:
            del element.getparent()[0]


def read_xml(
    data: bytes, path: str, name: str, format: str, tag: str, what: str, add: Callable[[GraphBuilder, Any], None]
) -> Treebank:
    """A treebank whose sentences are the elements ``tag``, each of which ``add`` adds. ``what``: what the file should be.

    Raises:
        ReadError: the content is no XML, or holds no such element.
    """
    from lxml import etree

    build, warnings = GraphBuilder(), []
    try:
        for element in elements(data, (f"{{*}}{tag}",)):
            add(build, element)
    except etree.XMLSyntaxError as error:
        reason = f"is no well-formed XML ({error.msg}); expected {what}"
        if not build.lines:
            raise ReadError(path, error.lineno or 0, reason) from error
        build.refuse(f"from here on the file {reason}", error.lineno or 0, 0, str(len(build.lines) + 1))
        before = len(build.lines) - 1
        were = "1 sentence before it was" if before == 1 else f"{before:,} sentences before it were"
        warnings.append(f"line {error.lineno or 0}: {reason}; {were} read")
    if not build.lines:
        raise ReadError(path, 0, f"holds no <{tag}>; expected {what}")
    return Treebank(
        name, path, format, build.trees(), np.array(build.lines, np.int64), build.ids, build.problems, warnings
    )
