"""A person's ways through the page, in a real browser: by mouse and by keyboard alone."""

import json
import re
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from faces.app.deck import with_decks
from puzzles import FOLDER
from tests.faces.browser import browser, faults_of_access, needs_axe, needs_browser, open_puzzle, ready, visit
from tests.faces.web_server import Server, started

pytestmark = needs_browser
GAMES = ["clin9ic", "clinic", "dice-hospital"]
PUZZLES = ["clin9ic/last-round", "clinic_solo/last-round", "dice_hospital/last-round"]
WIDTHS = [360, 1024, 1680]


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    found = started(tmp_path_factory.mktemp("games"))
    yield found
    found.process.kill()
    found.process.wait()


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as found:
        yield found


@pytest.fixture
def page(chromium: Browser, server: Server) -> Iterator[Page]:
    with visit(chromium, server) as found:
        yield found


def moves_made(page: Page) -> int:
    """How far the position that is shown is from the beginning."""
    return int(page.evaluate("document.querySelectorAll('#tree .line').length")) - 1


def made(page: Page, number: int) -> None:
    expect(page.locator("#tree .line")).to_have_count(number + 1)


def ask(page: Page, command: str, seconds: int = 5) -> None:
    page.click(f"#tab-{command}")
    if page.locator("[name=seconds]").count():
        page.fill("[name=seconds]", str(seconds))
    page.click("#ask")


def answered(page: Page) -> None:
    expect(page.locator("#progress span")).to_contain_text(re.compile("answered|what was found"), timeout=60_000)


@contextmanager
def shown_anew(page: Page) -> Iterator[None]:
    """What is done within changes the table."""
    before = page.evaluate("Number(document.body.dataset.shown)")
    yield
    page.wait_for_function("before => Number(document.body.dataset.shown) > before", arg=before)


def draw_all(page: Page) -> None:
    """Let chance draw until the player decides."""
    while page.inner_text("#due").startswith("To be drawn"):
        with shown_anew(page):
            page.click("text=Draw by chance")


# --- home -----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_dealt_and_a_round_begun_by_mouse(page: Page, game: str) -> None:
    deal = page.locator(f"form.deal[data-game={game}]")
    deal.locator("summary").click()
    deal.locator("[name=seed]").fill("7")
    deal.locator("button.main").click()
    ready(page)
    for number in range(1, 5):
        page.locator("#moves .move").first.click()
        made(page, number)
    page.goto(page.url)  # loaded again, it stands where it stood
    ready(page)
    made(page, 4)


def test_a_wish_that_cannot_be_is_told_beside_it(page: Page) -> None:
    deal = page.locator("form.deal[data-game=clin9ic]")
    deal.locator("summary").click()
    deal.locator("[name=id]").fill("nonsense")
    deal.locator("button.main").click()
    expect(deal.locator(".faults")).to_contain_text("id")


def test_a_file_is_brought_along_and_gone_on_with(page: Page, server: Server) -> None:
    page.set_input_files("#choose", {"name": "bad.toml", "mimeType": "text/plain", "buffer": b'game = "chess"'})
    expect(page.locator("#faults")).to_contain_text("chess")
    page.set_input_files("#choose", FOLDER / "dice_hospital/mid-game.toml")
    ready(page)
    page.locator("#moves .move").first.click()
    made(page, 1)
    address = page.url
    page.goto(f"{server.base}/")
    page.locator("#played a").first.click()
    ready(page)
    assert page.url == address
    made(page, 1)


def test_a_file_is_dropped(page: Page) -> None:
    text = (FOLDER / "clin9ic/last-round.toml").read_text("utf-8")
    transfer = page.evaluate_handle(
        "text => { const all = new DataTransfer(); all.items.add(new File([text], 'game.toml')); return all; }", text
    )
    page.dispatch_event("#drop", "drop", {"dataTransfer": transfer})
    ready(page)
    expect(page.locator("#header")).to_contain_text("Last round")


# --- the table ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("puzzle", ["clin9ic/mid-game", "clinic_solo/opening", "dice_hospital/mid-game"])
def test_moves_are_made_on_the_board(page: Page, server: Server, puzzle: str) -> None:
    """Click parts of the picture that tell moves apart, until one is left and made."""
    open_puzzle(page, server, puzzle)
    draw_all(page)
    start = moves_made(page)
    for _ in range(12):
        if moves_made(page) > start:
            break
        openable = page.locator("#picture .open:not(.chosen)")
        if not openable.count():
            page.locator("#moves .move").first.click()
            made(page, start + 1)
            break
        before = page.inner_text("#remark") + page.inner_text("#tree")
        openable.first.dispatch_event("click")
        here = "document.querySelector('#remark').innerText + document.querySelector('#tree').innerText"
        page.wait_for_function(f"before => {here} !== before", arg=before)
    assert moves_made(page) > start


def test_a_space_is_built_on_by_a_click(page: Page, server: Server) -> None:
    """Choose a module among the moves by a word, and the place for it on the board."""
    open_puzzle(page, server, "clin9ic/last-round")
    page.fill("#line", "arrange a2 a3r over a1 under, left")
    page.keyboard.press("Enter")
    made(page, 1)
    expect(page.locator("#due")).to_contain_text("build")
    page.locator("#picture .open").first.dispatch_event("click")
    expect(page.locator("#chosen, #tree .here").first).to_be_visible()


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_by_keyboard_alone_moves_steps_and_branches(page: Page, server: Server, puzzle: str) -> None:
    open_puzzle(page, server, puzzle)
    lines = page.locator("#moves .move code").all_inner_texts()
    page.keyboard.press("/")
    page.keyboard.type(lines[0])
    page.keyboard.press("Enter")
    made(page, 1)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("ArrowLeft")
    made(page, 0)
    page.keyboard.press("/")
    page.keyboard.type(lines[1])
    page.keyboard.press("Enter")
    made(page, 1)
    page.evaluate("document.activeElement.blur()")
    here = page.locator("#tree .here")
    expect(here).to_have_text(lines[1])
    page.keyboard.press("ArrowUp")
    expect(here).to_have_text(lines[0])
    page.keyboard.press("ArrowDown")
    expect(here).to_have_text(lines[1])
    page.keyboard.press("Home")
    expect(here).to_have_text("beginning")
    page.keyboard.press("ArrowRight")
    made(page, 1)
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_the_board_is_a_table_with_buttons(page: Page, server: Server, puzzle: str) -> None:
    open_puzzle(page, server, puzzle)
    page.focus("#as-table summary")
    page.keyboard.press("Enter")
    assert page.locator("#grid caption").count() > 1
    buttons = page.locator("#grid button")
    assert buttons.count() == page.evaluate("document.querySelectorAll('#grid td').length")
    usable = page.locator("#grid button:enabled")
    if usable.count():
        usable.first.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#chosen, #tree .here:not(:text('beginning'))").first).to_be_visible()


def test_a_wrong_line_is_told_with_its_rule(page: Page, server: Server) -> None:
    open_puzzle(page, server, "clin9ic/last-round")
    page.fill("#line", "build garden")
    page.keyboard.press("Enter")
    expect(page.locator("#trouble")).to_contain_text("rule")
    made(page, 0)


def test_the_list_is_filtered_by_words(page: Page, server: Server) -> None:
    open_puzzle(page, server, "clin9ic/last-round")
    whole = page.locator("#moves li").count()
    page.fill("#line", "a1 over right")
    assert 0 < page.locator("#moves li").count() < whole


@pytest.mark.parametrize("game", GAMES)
def test_draws_come_by_chance_or_from_ones_own_table(page: Page, game: str) -> None:
    deal = page.locator(f"form.deal[data-game={game}]")
    deal.locator("summary").click()
    deal.locator("[name=open_draws]").select_option("yes")
    deal.locator("button.main").click()
    ready(page)
    for number in range(60):
        if page.inner_text("#due").startswith("To be drawn") and (typed := page.locator("#moves .move code")).count():
            page.fill("#line", typed.last.inner_text())
            with shown_anew(page):
                page.keyboard.press("Enter")
            draw_all(page)
            return
        draw_all(page)
        with shown_anew(page):
            page.locator("#moves .move").nth(number % min(2, page.locator("#moves .move").count())).click()
    raise AssertionError("nothing was to be drawn")


# --- analysis -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_a_known_deal_is_solved_and_the_best_move_played(page: Page, server: Server, puzzle: str) -> None:
    open_puzzle(page, server, puzzle)
    where = "JSON.stringify(['#picture', '#moves', '#ask'].map(one => document.querySelector(one).offsetTop))"
    before = page.evaluate(where)
    ask(page, "solve", 4)
    answered(page)
    expect(page.locator("#found .figure b").first).to_have_text(re.compile(r"−?\d+"))
    assert page.locator("#found .chart .curve").count() >= 1
    assert page.evaluate(where) == before  # nothing has jumped
    if puzzle.startswith("clin9ic"):
        expect(page.locator("#found .verdict")).to_have_text("proven")
        expect(page.locator("#found .figure b").first).to_have_text("64")
    first = page.locator("#found .plan li").first.inner_text()
    page.locator("#header").click()
    page.keyboard.press(" ")
    made(page, 1)
    expect(page.locator("#tree .here")).to_have_text(first)


def test_a_search_is_stopped_and_gone_on_with(page: Page, server: Server) -> None:
    open_puzzle(page, server, "clin9ic/opening")
    ask(page, "solve", 300)
    expect(page.locator("#found .figure b").first).to_have_text(re.compile(r"\d+"), timeout=60_000)
    box = page.locator("#found").bounding_box()
    page.click("#stop")
    answered(page)
    assert box
    assert page.locator("#found").bounding_box() is not None
    best = int(page.locator("#found .figure b").first.inner_text())
    expect(page.locator("#found .verdict")).to_have_text("feasible")
    page.fill("[name=seconds]", "2")
    page.click("#go-on")
    expect(page.locator("#stop")).to_be_enabled()
    answered(page)
    assert int(page.locator("#found .figure b").first.inner_text()) >= best


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_advice_is_ranked_and_played(page: Page, server: Server, puzzle: str) -> None:
    open_puzzle(page, server, puzzle)
    page.evaluate("document.activeElement.blur()")
    page.keyboard.press("a")
    page.fill("[name=seconds]", "3")
    page.keyboard.press("Enter")
    answered(page)
    rows = page.locator("#found .items tbody tr")
    assert rows.count() >= 1
    expect(page.locator("#found h3")).to_contain_text("expected")
    rows.first.locator("button").click()
    made(page, 1)


def test_another_move_is_forced_and_its_price_told(page: Page, server: Server) -> None:
    open_puzzle(page, server, "clin9ic/last-round")
    page.fill("#line", "arrange a2 a3 over a1 over, left")
    page.locator("#moves .more").first.click()
    expect(page.locator("#panel .tag").first).to_contain_text("arrange a2 a3 over a1 over, left")
    page.click("#ask")
    answered(page)
    expect(page.locator("#found .verdict")).to_have_text("proven")
    assert page.locator("#found .items tbody tr").count() > 4
    assert page.locator("#found .two .plan").count() == 2
    page.locator("#panel .conditions select").last.select_option(index=1)
    assert page.locator("#panel .conditions .tag").count() == 2


def test_a_target_is_decided_with_its_reasons(page: Page, server: Server) -> None:
    open_puzzle(page, server, "clin9ic/last-round")
    page.click("#tab-target")
    page.fill("[name=score]", "65")
    page.click("#ask")
    answered(page)
    expect(page.locator("#found .verdict")).to_have_text("unreachable (proven)")
    page.fill("[name=score]", "64")
    page.click("#ask")
    expect(page.locator("#found .verdict")).to_have_text("reachable")


def test_a_move_through_the_clinic_is_drawn_as_paths(page: Page, server: Server) -> None:
    open_puzzle(page, server, "clinic_solo/complete-game")
    steps = page.evaluate("document.querySelectorAll('#tree button').length")
    for number in range(1, steps):
        page.locator("#tree button").nth(number).click()
        expect(page.locator("#tree button").nth(number)).to_have_class(re.compile("here"))
        if "move" in page.inner_text("#due").lower():
            break
    ask(page, "move")
    answered(page)
    expect(page.locator("#picture .path").first).to_be_attached()
    assert page.locator("#picture .path-time").count() == page.locator("#picture .path").count()


@pytest.mark.parametrize("folder", ["clin9ic", "dice_hospital", "clinic_solo"])
def test_a_game_is_reviewed_and_stood_in(page: Page, server: Server, folder: str) -> None:
    open_puzzle(page, server, f"{folder}/complete-game")
    whole = moves_made(page)
    ask(page, "review", 3)
    answered(page)
    expect(page.locator("#found h3")).to_contain_text("luck")
    if "more seconds" in page.inner_text("#found h3"):  # a plain engine may be too slow to mark a decision
        assert folder == "dice_hospital"
        return
    assert page.locator("#found .chart .mark").count() > 0
    page.locator("#found .marks button").nth(2).click()
    made(page, 2)
    assert whole > 2
    expect(page.locator("#found h3")).to_contain_text("luck")  # the review stays where it is


@pytest.mark.parametrize("puzzle", PUZZLES)
def test_a_hint_comes_by_degrees(page: Page, server: Server, puzzle: str) -> None:
    open_puzzle(page, server, puzzle)
    ask(page, "hint", 1)
    answered(page)
    expect(page.locator("#found")).not_to_contain_text("The move:")
    for _ in range(2):
        page.click("text=Tell me more")
        answered(page)
    expect(page.locator("#found")).to_contain_text("The move:")


# --- decks, sharing -------------------------------------------------------------------------------------------------


def test_an_owner_types_in_the_nine_cards(page: Page, server: Server) -> None:
    """Every cell and box is clicked in from the palette; then the deck is complete, saved and dealt."""
    wanted = tomllib.loads(with_decks()["clin9ic"].find("lean")[0])
    page.goto(f"{server.base}/decks")
    ready(page)
    expect(page.locator("#verdict")).to_contain_text("missing")
    picked = ""

    def pick(kind: str, letter: str) -> None:
        nonlocal picked
        if picked != kind + letter:
            page.locator(f"#palette .{kind}[data-letter='{letter}']").click()
            picked = kind + letter

    cells: dict[tuple[str, str], list[str]] = {}
    for floor in wanted["floor"]:
        for side in "ab":
            for row, letters in enumerate(floor[side]["grid"], 1):
                for column, letter in enumerate(letters, 1):
                    cells.setdefault(("module", letter), []).append(
                        f"[data-card='{floor['id']}'] [aria-label^='side {side}, row {row}, column {column}']"
                    )
            row, column = floor[side]["entrance"]
            cells.setdefault(("entrance", "▸"), []).append(
                f"[data-card='{floor['id']}'] [aria-label^='side {side}, row {row + 1}, column {column + 1}']"
            )
    for action in wanted["action"]:
        for side in "ab":
            for half, words in zip(("left", "right"), action[side].split("|"), strict=True):
                verb, *boxes = words.replace("/", " ").split()
                page.select_option(f"[data-card='{action['id']}'] [aria-label='side {side}, {half} action']", verb)
                for at, letter in enumerate(boxes, 1):
                    cells.setdefault(("box", letter), []).append(
                        f"[data-card='{action['id']}'] [aria-label^='side {side}, {half}, box {at}:']"
                    )
    for (kind, letter), places in cells.items():
        pick(kind, letter)
        page.evaluate("places => { for (const one of places) document.querySelector(one).click(); }", places)
    for floor in wanted["floor"]:
        for side in "ab":
            place = page.locator(f"[data-card='{floor['id']}'] .side input").nth("ab".index(side))
            place.fill(str(floor[side]["parking"]))
            place.press("Tab")
    expect(page.locator("#verdict")).to_have_text("complete: it can be played with")
    page.fill("#name", "typed")
    page.click("#save")
    expect(page.locator("#verdict")).to_have_text("saved as decks/typed.toml")
    page.goto(f"{server.base}/")
    deal = page.locator("form.deal[data-game=clin9ic]")
    deal.locator("summary").click()
    deal.locator("[name=deck]").select_option("decks/typed.toml")
    deal.locator("button.main").click()
    ready(page)
    assert page.locator("#moves .move").count() > 0


def test_faults_of_a_deck_stand_beside_their_card(page: Page, server: Server) -> None:
    page.goto(f"{server.base}/decks")
    ready(page)
    page.select_option("#from", "lean")
    expect(page.locator("#verdict")).to_contain_text("complete")
    place = page.locator("[data-card=f2] .side input").first
    place.fill("-3")
    place.press("Tab")
    expect(page.locator("[data-card=f2] .faults")).to_contain_text("parking")
    expect(page.locator("[data-card=f1] .faults")).to_be_empty()
    with page.expect_download() as got:
        page.click("#get")
    assert got.value.suggested_filename == "mine.toml"


@pytest.mark.parametrize("game", ["clinic", "dice-hospital"])
def test_decks_of_the_other_games_are_edited_as_text(page: Page, server: Server, game: str) -> None:
    page.goto(f"{server.base}/decks")
    ready(page)
    page.select_option("#game", game)
    page.select_option("#from", index=1)
    expect(page.locator("#verdict")).to_contain_text("complete")
    page.locator("#cards textarea").last.fill("nonsense")
    expect(page.locator("#verdict")).to_contain_text("wrong")


def test_a_game_is_shared_in_every_form(page: Page, server: Server) -> None:
    open_puzzle(page, server, "dice_hospital/mid-game")
    page.locator("#moves .move").first.click()
    made(page, 1)
    page.click("#share")
    expect(page.locator("#sharing")).to_be_visible()
    link, deal = page.input_value("#share-link"), page.input_value("#share-deal input")
    endings = {"Game file": ".toml", "JSON": ".json", "SVG": ".svg", "PNG": ".png"}
    for words, ending in endings.items():
        with page.expect_download() as got:
            page.click(f".downloads >> text={words}")
        assert got.value.suggested_filename.endswith(ending)
        content = got.value.path().read_bytes()
        starts: dict[str, Any] = {".png": b"\x89PNG", ".svg": b"<svg", ".json": b"{"}
        assert content.startswith(starts.get(ending, b""))
        if ending == ".json":
            assert json.loads(content)["game"] == "dice-hospital"
    status = page.inner_text("#status")
    page.goto(f"{server.base}/decks")
    page.goto(link)
    ready(page)
    assert page.inner_text("#status") == status
    page.goto(f"{server.base}/decks")
    page.goto(deal)
    ready(page)
    made(page, 0)
    page.goto(page.url.replace("/game/", "/print/"))
    expect(page.locator("body.print svg")).to_be_visible()


# --- looks ----------------------------------------------------------------------------------------------------------


@needs_axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_access_has_no_serious_faults(chromium: Browser, server: Server, scheme: str) -> None:
    with visit(chromium, server, color_scheme=scheme) as page:
        page.wait_for_selector("#played li")
        found = {"home": faults_of_access(page)}
        for puzzle in PUZZLES:
            open_puzzle(page, server, puzzle)
            page.click("#as-table summary")
            if puzzle.startswith("clin9ic"):
                ask(page, "solve", 5)
                answered(page)
            found[puzzle] = faults_of_access(page)
        page.keyboard.press("?")
        found["help"] = faults_of_access(page)
        page.goto(f"{server.base}/decks")
        ready(page)
        found["decks"] = faults_of_access(page)
        assert {view: faults for view, faults in found.items() if faults} == {}


@pytest.mark.parametrize("width", WIDTHS)
def test_it_fits_the_screen(chromium: Browser, server: Server, width: int) -> None:
    with visit(chromium, server, width) as page:
        beyond = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
        page.wait_for_selector("#played li")
        found = {"home": page.evaluate(beyond)}
        for puzzle in PUZZLES:
            open_puzzle(page, server, puzzle)
            found[puzzle] = page.evaluate(beyond)
        page.goto(f"{server.base}/decks")
        ready(page)
        found["decks"] = page.evaluate(beyond)
        assert {view: pixels for view, pixels in found.items() if pixels > 0} == {}


def test_answers_are_announced_and_progress_is_not(page: Page, server: Server) -> None:
    open_puzzle(page, server, "clin9ic/last-round")
    ask(page, "solve", 5)
    answered(page)
    expect(page.locator("#said")).to_contain_text("Solve: proven")
    live = page.evaluate("[...document.querySelectorAll('[aria-live], [role=status]')].map(one => one.id)")
    assert live == ["said"]
