"""A newcomer's ways through the page, in a real browser: by mouse and by keyboard alone."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from puzzles import FOLDER
from tests.faces.browser import browser, come_in, faults_of_access, needs_axe, needs_browser, open_puzzle, ready, visit
from tests.faces.web_server import Server, started

pytestmark = needs_browser
GAMES = ["clin9ic", "clinic", "dice-hospital"]
FOLDERS = {"clin9ic": "clin9ic", "clinic": "clinic_solo", "dice-hospital": "dice_hospital"}
ASKED = {
    "clin9ic": "clin9ic/last-round", "clinic": "clinic_solo/last-round", "dice-hospital": "dice_hospital/mid-game"
}  # fmt: skip
WIDTHS = [360, 800, 1400, 1900]
HANDS = ["mouse", "keys"]
KEYS = dict(zip(("solve", "advise", "whatif", "target", "review", "hint", "move", "schedule"), "sawtrhmo", strict=True))


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


@pytest.fixture(scope="module")
def visitor(chromium: Browser) -> BrowserContext:
    """Whoever comes once and stays: the page keeps nothing in the browser, and a new browser takes half a second."""
    return chromium.new_context(viewport={"width": 1400, "height": 900})


@pytest.fixture
def page(visitor: BrowserContext, server: Server) -> Iterator[Page]:
    with come_in(visitor, server) as found:
        yield found


def made(page: Page, number: int) -> None:
    """So many moves lead to the position that is shown."""
    expect(page.locator("#tree .line")).to_have_count(number + 1)


def moves_made(page: Page) -> int:
    return page.locator("#tree .line").count() - 1


def changed(page: Page, act: Callable[[], object]) -> None:
    """Do what shows the table anew."""
    before = page.evaluate("Number(document.body.dataset.shown)")
    act()
    page.wait_for_function("before => Number(document.body.dataset.shown) > before", arg=before)


def play(page: Page, hand: str, line: str | None = None) -> None:
    """Make a move of the list, the first one or another, or let chance draw."""
    row = page.locator("#moves .move").first if line is None else page.locator(f'#moves [data-move="{line}"] .move')
    if hand == "mouse":
        changed(page, row.click)
    elif page.inner_text("#due").startswith("To be drawn"):
        row.focus()
        changed(page, lambda: page.keyboard.press("Enter"))
    else:
        words = line or row.locator("code").inner_text()
        leave(page)
        page.keyboard.press("/")
        page.keyboard.insert_text(words)
        changed(page, lambda: page.keyboard.press("Enter"))


def leave(page: Page) -> None:
    """Give up the focus, so that keys mean the table."""
    page.evaluate("document.activeElement.blur()")


def ask(page: Page, command: str, seconds: int | None = None, hand: str = "mouse") -> None:
    """Choose a question and ask it; not yet what is answered."""
    if hand == "mouse":
        page.click(f"#tab-{command}")
    else:
        leave(page)
        page.keyboard.press(KEYS[command])
    expect(page.locator(f"#tab-{command}")).to_have_attribute("aria-selected", "true")
    if seconds is not None:
        page.focus("[name=seconds]")
        page.keyboard.press("Control+A")
        page.keyboard.type(str(seconds))
    if hand == "mouse":
        page.click("#ask")
    else:
        page.focus("#ask")
        page.keyboard.press("Enter")


def answered(page: Page) -> None:
    expect(page.locator("#progress span")).to_contain_text(re.compile("answered|what was found"))


# --- what a newcomer does, for each game -------------------------------------------------------------------------


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_dealt_and_a_round_played(page: Page, game: str, hand: str) -> None:
    deal = page.locator(f"form.deal[data-game={game}]")
    deal.locator("summary").focus()
    page.keyboard.press("Enter")
    deal.locator("[name=seed]").fill("7")
    if hand == "mouse":
        deal.locator("button.main").click()
    else:
        page.keyboard.press("Enter")
    ready(page)
    for _ in range(60):
        if page.inner_text("#due").startswith("Round 2"):
            break
        play(page, hand)
    expect(page.locator("#due")).to_contain_text("Round 2")
    number = moves_made(page)
    page.goto(page.url)  # loaded again, it stands where it stood
    ready(page)
    made(page, number)


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("game", GAMES)
def test_advice_a_solution_and_the_price_of_another_move(page: Page, server: Server, game: str, hand: str) -> None:
    open_puzzle(page, server, ASKED[game])
    ask(page, "advise", 1, hand)
    answered(page)
    expect(page.locator("#found h3")).to_contain_text("expected")
    assert page.locator("#found .ways > li").count() >= 1
    other = page.locator("#moves li").nth(1).get_attribute("data-move")
    page.locator("#moves .more").nth(1).focus()
    page.keyboard.press("Enter")
    if hand == "mouse":
        page.click("text=What if I play it?")
    else:
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
    expect(page.locator("#panel .tag")).to_contain_text(str(other))
    page.fill("[name=seconds]", "20" if game == "clin9ic" else "1")
    page.keyboard.press("Enter")
    answered(page)
    if game == "clin9ic":
        expect(page.locator("#found .verdict")).to_have_text("proven")
        assert page.locator("#found .items tbody tr").count() > 4
    assert page.locator("#found .two h4").count() == 2
    ask(page, "solve", 20 if game == "clin9ic" else 1, hand)
    answered(page)
    if game != "clin9ic":
        return
    assert page.locator("#found .figure b").all_inner_texts() == ["64", "64", "0"]
    expect(page.locator("#found .verdict")).to_have_text("proven")
    steps = page.locator("#found .plan li").all_inner_texts()
    for number in (1, 2):  # the plan stays, and its next step can be played
        leave(page)
        page.keyboard.press(" ")
        made(page, number)
        expect(page.locator("#tree .here")).to_have_text(steps[number - 1])
    expect(page.locator("#found .plan .here")).to_have_text(steps[2])


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_reviewed_and_stood_in(page: Page, server: Server, game: str, hand: str) -> None:
    open_puzzle(page, server, f"{FOLDERS[game]}/complete-game")
    ask(page, "review", 1, hand)
    answered(page)
    expect(page.locator("#found h3")).to_contain_text("luck")
    if "more seconds" in page.inner_text("#found h3"):  # a plain engine may be too slow to mark a decision
        return
    marks = page.locator("#found .chart .mark")
    number = int(str(marks.first.get_attribute("aria-label")).partition(".")[0])
    marks.first.focus()
    marks.first.dispatch_event("click") if hand == "mouse" else page.keyboard.press("Enter")
    made(page, number - 1)
    expect(page.locator("#found .chart .mark")).to_have_count(marks.count())  # the review stays where it is


@pytest.mark.parametrize("hand", HANDS)
def test_a_deck_is_filled_in(page: Page, server: Server, hand: str) -> None:
    """A card is drawn as it is filled in, and what is still open stands beside it; the deck is saved and dealt with."""
    page.goto(f"{server.base}/decks")
    ready(page)
    card = page.locator("[data-card=f1]")
    expect(card.locator(".faults")).to_contain_text("side a spaces")
    grid = ["G.X", "...", "T.P"]
    if hand == "keys":
        card.locator(".floor button").first.focus()
        page.keyboard.type("".join(grid))
        expect(card.locator(".side-of input").first).to_have_value("")
        for key in ("ArrowUp", "ArrowUp", "ArrowLeft"):
            page.keyboard.press(key)
    for at, letter in enumerate("".join(grid)):
        space = card.locator(".side-of").first.locator(".floor button").nth(at)
        if hand == "mouse":
            page.locator(f'#palette .module[data-letter="{letter}"]').dispatch_event("click")
            space.dispatch_event("click")
        expect(space).to_have_attribute("data-letter", letter)
    expect(card.locator(".faults")).not_to_contain_text("side a spaces")
    expect(card.locator(".faults")).to_contain_text("side b spaces")
    page.select_option("#from", "lean")
    expect(page.locator("#verdict")).to_contain_text("complete")
    parking = page.locator("[data-card=f2] .side-of input").first
    parking.fill("-3")
    parking.press("Tab")
    expect(page.locator("[data-card=f2] .faults")).to_contain_text("parking")
    expect(page.locator("[data-card=f1] .faults")).to_be_empty()
    parking.fill("14")
    parking.press("Tab")
    expect(page.locator("#verdict")).to_contain_text("complete")
    page.fill("#name", f"by-{hand}")
    page.keyboard.press("Enter")
    expect(page.locator("#verdict")).to_have_text(f"saved as decks/by-{hand}.toml")
    page.goto(f"{server.base}/")
    deal = page.locator("form.deal[data-game=clin9ic]")
    deal.locator("summary").click()
    deal.locator("[name=deck]").select_option(f"decks/by-{hand}.toml")
    deal.locator("button.main").click()
    ready(page)
    assert page.locator("#moves .move").count() > 0


@pytest.mark.parametrize("game", ["clinic", "dice-hospital"])
def test_decks_of_the_other_games_are_checked_forms(page: Page, server: Server, game: str) -> None:
    page.goto(f"{server.base}/decks")
    ready(page)
    page.select_option("#game", game)
    expect(page.locator("#verdict")).to_contain_text("complete")
    page.fill("#find", "rounds")
    field = page.locator("#cards .card:not([hidden]) label", has_text=re.compile("^rounds")).first
    field.locator("input").fill("many")
    expect(page.locator("#verdict")).to_contain_text("wrong")
    expect(field).to_have_class(re.compile("wrong"))
    with page.expect_download() as got:
        page.click("#get")
    assert "rounds = many" in got.value.path().read_text("utf-8")


# --- the first page ---------------------------------------------------------------------------------------------------


def test_a_wish_that_cannot_be_is_told_beside_it(page: Page) -> None:
    deal = page.locator("form.deal[data-game=clin9ic]")
    deal.locator("summary").click()
    deal.locator("[name=id]").fill("nonsense")
    deal.locator("button.main").click()
    expect(deal.locator(".faults")).to_contain_text("id")


def test_a_file_is_brought_along_and_gone_on_with(page: Page, server: Server) -> None:
    page.set_input_files("#choose", {"name": "bad.toml", "mimeType": "text/plain", "buffer": b'game = "chess"'})
    expect(page.locator("#faults")).to_contain_text("chess")
    text = (FOLDER / "dice_hospital/mid-game.toml").read_text("utf-8")
    transfer = page.evaluate_handle(
        "text => { const all = new DataTransfer(); all.items.add(new File([text], 'game.toml')); return all; }", text
    )
    page.dispatch_event("#drop", "drop", {"dataTransfer": transfer})
    ready(page)
    play(page, "mouse")
    made(page, 1)
    address = page.url
    page.goto(f"{server.base}/")
    page.locator(".resume a").first.click()
    ready(page)
    assert page.url == address
    made(page, 1)


# --- the table ------------------------------------------------------------------------------------------------------


def test_a_space_is_built_on_by_clicks(page: Page, server: Server) -> None:
    """A place on the board narrows the list until one move is left, which is made."""
    open_puzzle(page, server, "clinic_solo/mid-game")
    play(page, "mouse", "use build")
    wanted = page.evaluate("[...document.querySelectorAll('#picture .open')].map(one => one.id)")
    space = next(one for one in wanted if re.fullmatch(r"at-\d\w\d", one))
    page.locator(f"#{space} rect").first.click()
    expect(page.locator("#chosen")).to_contain_text(space.removeprefix("at-"))
    for line in page.locator("#moves li").all():
        assert space.removeprefix("at-") in str(line.get_attribute("data-move"))
    page.keyboard.press("Escape")
    expect(page.locator("#chosen")).to_be_hidden()


def test_a_person_is_moved_by_clicks(page: Page, server: Server) -> None:
    open_puzzle(page, server, "clinic_solo/mid-game")
    for _ in range(12):
        if page.inner_text("#due").endswith("move"):
            break
        play(page, "mouse", page.locator("#moves li").last.get_attribute("data-move"))
    who = page.locator("#picture .open[id^=person-]").first
    who.click()
    expect(page.locator("#chosen")).to_contain_text("doctor")
    page.locator("#at-0c3 rect").first.click()
    assert re.fullmatch(r"doctor \w+ > 0c3", page.input_value("#line"))
    before = moves_made(page)
    page.click("#typed button")
    made(page, before + 1)
    assert "> 0c3" in page.inner_text("#tree .here")


@pytest.mark.parametrize("game", GAMES)
def test_steps_and_branches_by_keys(page: Page, server: Server, game: str) -> None:
    open_puzzle(page, server, f"{FOLDERS[game]}/last-round")
    here, lines = page.locator("#tree .here"), page.locator("#moves .move code").all_inner_texts()
    play(page, "keys", lines[0])
    leave(page)
    changed(page, lambda: page.keyboard.press("ArrowLeft"))
    play(page, "keys", lines[1])
    leave(page)
    for key, expected in (
        ("ArrowUp", lines[0]), ("ArrowDown", lines[1]), ("Home", "beginning"), ("ArrowRight", lines[1]),
        ("ArrowLeft", "beginning"), ("End", lines[1]),
    ):  # fmt: skip
        page.keyboard.press(key)
        expect(here).to_have_text(expected)
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()


@pytest.mark.parametrize("game", GAMES)
def test_the_board_is_a_table_with_a_button_for_each_space(page: Page, server: Server, game: str) -> None:
    open_puzzle(page, server, f"{FOLDERS[game]}/last-round")
    page.focus("#as-table summary")
    page.keyboard.press("Enter")
    assert page.locator("#grid caption").count() > 1
    assert page.locator("#grid button").count() == page.locator("#grid td").count()
    usable = page.locator("#grid button:enabled")
    if usable.count():
        usable.first.focus()
        page.keyboard.press("Enter")
        expect(page.locator("#chosen, #tree .here:not(:text('beginning'))").first).to_be_visible()


def test_the_list_is_filtered_and_a_wrong_line_told_with_its_rule(page: Page, server: Server) -> None:
    open_puzzle(page, server, "clin9ic/last-round")
    whole = page.locator("#moves li").count()
    page.fill("#line", "a1 over right")
    assert 0 < page.locator("#moves li").count() < whole
    page.fill("#line", "build garden")
    page.keyboard.press("Enter")
    expect(page.locator("#trouble")).to_contain_text("rule")
    made(page, 0)


@pytest.mark.parametrize("game", GAMES)
def test_draws_come_by_chance_or_from_ones_own_table(page: Page, game: str) -> None:
    deal = page.locator(f"form.deal[data-game={game}]")
    deal.locator("summary").click()
    deal.locator("[name=open_draws]").select_option("yes")
    deal.locator("button.main").click()
    ready(page)
    drawn = set[str]()
    for _ in range(60):
        if page.inner_text("#due").startswith("To be drawn"):
            typed = page.locator("#moves .move code")
            if typed.count() and "typed" not in drawn:
                page.fill("#line", typed.last.inner_text())
                changed(page, lambda: page.keyboard.press("Enter"))
                drawn.add("typed")
                continue
            drawn.add("chance")
        if drawn == {"typed", "chance"}:
            return
        play(page, "mouse")
    assert "typed" in drawn


# --- analysis -------------------------------------------------------------------------------------------------------


def test_a_search_is_watched_stopped_and_gone_on_with(page: Page, server: Server) -> None:
    """Nothing jumps while it runs; progress is told on request alone, the answer by itself."""
    open_puzzle(page, server, "clin9ic/opening")
    parts = "['#picture', '#moves', '#ask', '#found', '#tree']"
    where = f"JSON.stringify({parts}.map(one => document.querySelector(one).getBoundingClientRect().top))"
    ask(page, "solve", 300)
    before = page.evaluate(where)
    expect(page.locator("#found .figure b").first).to_have_text(re.compile(r"\d+"))
    assert page.locator("#found .chart .curve").count() >= 1
    assert page.evaluate(where) == before
    expect(page.locator("#said")).not_to_contain_text(re.compile(r"\d s"))
    leave(page)
    page.keyboard.press("p")
    expect(page.locator("#said")).to_contain_text(re.compile(r"\d s"))
    page.click("#stop")
    answered(page)
    assert page.evaluate(where) == before
    expect(page.locator("#said")).to_contain_text("Solve: feasible")
    best = int(page.locator("#found .figure b").first.inner_text())
    page.fill("[name=seconds]", "2")
    page.click("#go-on")
    expect(page.locator("#stop")).to_be_enabled()
    answered(page)
    assert int(page.locator("#found .figure b").first.inner_text()) >= best
    live = page.evaluate("[...document.querySelectorAll('[aria-live], [role=status]')].map(one => one.id)")
    assert live == ["said"]


def test_a_search_that_is_left_is_not_shown_elsewhere(page: Page, server: Server) -> None:
    open_puzzle(page, server, "clin9ic/last-round")
    ask(page, "solve", 60)
    ask(page, "hint", 1)
    answered(page)
    expect(page.locator("#found h3")).to_have_text("Hint 1 of 3")


def test_a_target_is_decided_with_its_reasons(page: Page, server: Server) -> None:
    open_puzzle(page, server, "clin9ic/last-round")
    page.click("#tab-target")
    page.fill("[name=score]", "65")
    page.fill("[name=seconds]", "6")
    page.click("#ask")
    answered(page)
    expect(page.locator("#found .verdict")).to_have_text("unreachable (proven)")
    expect(page.locator("#found")).to_contain_text(re.compile("out of reach because of|not found in this time"))
    page.fill("[name=score]", "64")
    page.click("#ask")
    expect(page.locator("#found .verdict")).to_have_text("reachable")


def test_a_round_is_scheduled_as_a_timeline(page: Page, server: Server) -> None:
    open_puzzle(page, server, "clin9ic/rulebook-opening")
    ask(page, "schedule", 20)
    answered(page)
    rows = page.locator("#found .timeline tbody tr")
    assert rows.count() > 1
    assert rows.locator(".task").count() >= rows.count()
    open_puzzle(page, server, "dice_hospital/opening")
    assert page.locator("#tab-schedule, #tab-move").count() == 0  # nobody walks there


def test_a_move_through_the_clinic_is_drawn_as_paths(page: Page, server: Server) -> None:
    open_puzzle(page, server, "clinic_solo/mid-game")
    ask(page, "move")
    answered(page)
    assert page.locator("#picture .path-time").count() > 0
    assert page.locator("#picture .path").count() >= page.locator("#picture .path-time").count()


@pytest.mark.parametrize("game", GAMES)
def test_a_hint_comes_by_degrees(page: Page, server: Server, game: str) -> None:
    open_puzzle(page, server, f"{FOLDERS[game]}/last-round")
    ask(page, "hint", 1)
    for degree in (1, 2, 3):
        expect(page.locator("#found h3")).to_have_text(f"Hint {degree} of 3")
        assert page.locator("#found .ladder li").count() <= degree
        if degree < 3:
            page.click("text=Tell me more")
    page.click("#found >> text=Play it")
    made(page, 1)


# --- sharing ----------------------------------------------------------------------------------------------------------


def test_a_game_is_shared_in_every_form(page: Page, server: Server) -> None:
    open_puzzle(page, server, "dice_hospital/mid-game")
    play(page, "mouse")
    page.click("#share")
    expect(page.locator("#share-link")).to_have_value(re.compile("position="))
    link, deal = page.input_value("#share-link"), page.input_value("#deal-link")
    starts: dict[str, tuple[str, bytes]] = {
        "Game file": (".toml", b"game"), "JSON": (".json", b"{"), "SVG": (".svg", b"<svg"), "PNG": (".png", b"\x89PNG")
    }  # fmt: skip
    for words, (ending, start) in starts.items():
        with page.expect_download() as got:
            page.click(f".downloads >> text={words}")
        assert got.value.suggested_filename.endswith(ending)
        content = got.value.path().read_bytes()
        assert content.startswith(start)
        if ending == ".json":
            data: dict[str, Any] = json.loads(content)
            assert data["game"] == "dice-hospital"
    status = page.inner_text("#status")
    for address, moves in ((link, 1), (deal, 0)):
        page.goto(f"{server.base}/decks")
        page.goto(address)
        ready(page)
        made(page, moves)
        assert moves == 0 or page.inner_text("#status") == status
    page.goto(page.url.replace("/game/", "/print/"))
    expect(page.locator("body.print svg")).to_be_visible()


# --- looks ----------------------------------------------------------------------------------------------------------


@needs_axe
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_access_has_no_serious_faults(chromium: Browser, server: Server, scheme: str) -> None:
    with visit(chromium, server, color_scheme=scheme) as page:
        found = {"home": faults_of_access(page)}
        for game in GAMES:
            open_puzzle(page, server, f"{FOLDERS[game]}/last-round")
            page.click("#as-table summary")
            if scheme == "light":
                ask(page, {"clin9ic": "solve", "clinic": "schedule", "dice-hospital": "advise"}[game], 2)
                answered(page)
            found[game] = faults_of_access(page)
        page.keyboard.press("?")
        found["help"] = faults_of_access(page)
        page.goto(f"{server.base}/decks")
        ready(page)
        found["decks"] = faults_of_access(page)
        page.select_option("#game", "clinic")
        expect(page.locator("#find")).to_be_visible()
        found["form"] = faults_of_access(page)
        assert {view: faults for view, faults in found.items() if faults} == {}


def test_it_fits_the_screen(chromium: Browser, server: Server) -> None:
    beyond = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    found = dict[tuple[str, int], int]()
    with visit(chromium, server) as page:
        for options in page.locator("form.deal summary").all():
            options.click()
        for view in ("home", *GAMES, "decks"):
            if view in GAMES:
                open_puzzle(page, server, f"{FOLDERS[view]}/last-round")
            elif view == "decks":
                page.goto(f"{server.base}/decks")
                ready(page)
            for width in WIDTHS:
                page.set_viewport_size({"width": width, "height": 800})
                found[view, width] = page.evaluate(beyond)
    assert {view: pixels for view, pixels in found.items() if pixels > 0} == {}
