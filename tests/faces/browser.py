"""A browser for tests: the system's Chromium, where there is one."""

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.faces.web_server import ROOT, Server

# The shell is the same engine without windows and menus, which take more of the processor's time than the pages do.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
CHROMIUM = next(filter(None, map(shutil.which, NAMES)), None)
FLAGS = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-sync"]
AXE = ROOT / "build/axe/node_modules/axe-core/axe.min.js"  # `.ci/run` puts it there

PATIENCE = 300_000  # milliseconds, for what comes in the end; only a fault waits as long

expect.set_options(timeout=PATIENCE)
needs_browser = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium was found: install the package chromium")
needs_axe = pytest.mark.skipif(not AXE.exists(), reason=f"no {AXE.relative_to(ROOT)}: .ci/run installs it with npm")


@contextmanager
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield found
        found.close()


@contextmanager
def visit(browser: Browser, server: Server, width: int = 1400, height: int = 900, **context: Any) -> Iterator[Page]:
    """One who has come in by the address with the token, in a browser where nobody else was."""
    visitor = browser.new_context(viewport={"width": width, "height": height}, **context)
    with come_in(visitor, server) as page:
        yield page
    visitor.close()


@contextmanager
def come_in(visitor: BrowserContext, server: Server) -> Iterator[Page]:
    """A page of a browser that may have been here before. What goes wrong in a script of the page fails the test."""
    page, faults = visitor.new_page(), list[str]()
    page.set_default_timeout(PATIENCE)
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.on("console", lambda said: faults.append(said.text) if "Content Security Policy" in said.text else None)
    page.goto(server.address)
    yield page
    page.close()
    assert not faults, faults


def open_puzzle(page: Page, server: Server, puzzle: str) -> None:
    if page.url != f"{server.base}/":
        page.goto(f"{server.base}/")
    page.click(f'[data-puzzle="{puzzle}"]')
    ready(page)


def ready(page: Page) -> None:
    page.wait_for_selector("body[data-ready=yes]")


def faults_of_access(page: Page) -> list[str]:
    """What axe-core calls serious or critical."""
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{one['id']}: {node['html'][:120]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"]
    ]
