"""How far to believe queries on parsed text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from treecompare.api.tables import Tables
from treecompare.api.treebanks import Path_, Source, content_of, one_of, path_of
from treecompare.errors import UsageError
from treecompare.extras.queries.analysis import all_tables
from treecompare.extras.queries.groups import CountedTexts, read_groups
from treecompare.extras.queries.hits import Trust, anchored, as_query, read_queries
from treecompare.extras.queries.trust import MODES, Trusted
from treecompare.readers import Treebank, of_one_kind
from treecompare.reading import rules


def trust(
    queries: Path_ | Mapping[str, str],
    gold: Source,
    systems: Mapping[str, Source] | Source,
    *,
    texts: Sequence[Source] = (),
    groups: Path_ | None = None,
    params: str = "standard",
    anchor: str | None = None,
    mode: str = "span",
    sentences: str = "own",
    format: str | None = None,
    max_bytes: int | None = None,
) -> Tables:
    """Queries scored on parsed text: ``tc.trust({"relatives": "NP < (SBAR < WHNP)"}, "gold.mrg", "parser.mrg")``.

    Tables of the hits in gold, system and both, with precision, recall and F1 and their intervals, and of the causes of wrong
    hits, with the errors behind them; with ``texts`` also corrected counts with prediction intervals; with ``groups`` these by
    period or file.

    ``queries``: a file (a name, a tab and a pattern on each line), or patterns by name. ``systems``: one, or several by name.
    ``texts``: what each system made of a text without a gold, in their order: one each, or none. ``groups``: a table of files,
    or beginnings of ids, and their groups. ``params``: the preparation by which labels and words are compared.
    ``anchor``: the variable of the node that a query finds. ``mode``: whether corrected counts and the best system rest on hits
    (``span``) or on sentences that have one (``sentence``). ``sentences``: ``common`` leaves out those that some system did not
    parse; else the gold's hits there are missed. ``format``, ``max_bytes``: as on the command line.

    Raises:
        ReadError: a file cannot be read.
        UsageError: a query is none, the treebanks do not hold constituents, or there are more or fewer texts than systems.
    """
    one_of("mode", mode, MODES)
    one_of("sentences", sentences, ("own", "common"))
    given = systems if isinstance(systems, Mapping) else {"": systems}
    if len(texts) not in (0, len(given)):
        raise UsageError(f"{len(texts)} texts of {len(given)} systems; expected one of each system")
    with rules(most=max_bytes):
        if isinstance(queries, Mapping):
            asked = [as_query(name, text) for name, text in queries.items()]
        else:
            asked = read_queries(path_of(queries))
        of_gold, *parsed = (
            of_one_kind(content_of(source, format, name), Treebank) for name, source in [("", gold), *given.items()]
        )
        found = Trusted(Trust(of_gold, parsed, params, common=sentences == "common"), anchored(asked, anchor), mode)
        counted = [found.trust.asked(of_one_kind(content_of(source, format), Treebank)) for source in texts]
        tables = all_tables(found, counted)
        if counted and groups is not None:
            known = read_groups(path_of(groups))
            tables.append(CountedTexts.by_table(found, [[one] for one in counted], known).table())
    return Tables(tables)
