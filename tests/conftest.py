"""What holds for all tests: Ctrl-C works wherever they are started, and no draft of theirs is among the user's."""

import gc
import signal
from collections.abc import Generator, Iterator

import pytest

# Also in the background of a script, where it is ignored.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Of thousands of tests that are collected nothing is garbage, and nobody need look for it there, then or later."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(autouse=True, scope="session")
def _drafts_apart(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CLINIC_DRAFTS", str(tmp_path_factory.mktemp("drafts")))
        yield
