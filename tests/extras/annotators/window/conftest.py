"""Windows as the other tests of the window have them."""

from tests.window.conftest import *  # noqa: F403
