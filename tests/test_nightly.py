"""The list of tests that only run at night."""

from __future__ import annotations

import re

from tests.conftest import NIGHTLY, nightly

MOST = 80


def test_every_test_of_the_list_is_there_and_its_quick_form_is_named() -> None:
    listed = nightly()
    assert len(listed) <= MOST
    for name, reason in listed.items():
        named = re.findall(r"tests/[\w/]+\.py::\w+", reason)
        assert named or "the same" in reason or "tests of" in reason, name
        for one in (name.partition("[")[0], *named):
            path, _, function = one.partition("::")
            text = (NIGHTLY.parents[1] / path).read_text("utf-8")
            assert re.search(rf"^def {function}\(", text, re.MULTILINE), one
        assert not {*named} & {*listed}, "what is to be quick is on the list, too"
