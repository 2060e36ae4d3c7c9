"""The pages and what they ask for. Every answer comes from `faces.app`; nothing is decided here."""

import json
import re
import socket
from collections.abc import Awaitable, Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.templating import Jinja2Templates
from starlette.types import ASGIApp

from faces.app import NewGame, Show, Source, ask, offers, question_from
from faces.app.answer import fault_data, finite
from faces.app.deck import checked_deck, with_decks
from faces.app.errors import BadNotation, Fault, IllegalMove, InvalidFile, Misuse, Refusal
from faces.app.folder import Games, NoSuchGame
from faces.app.rules import Rules, find_rules
from faces.app.sharing import packed, unpacked
from faces.web.guard import Guard, TooLarge
from faces.web.searches import Full, Searches

HERE = Path(__file__).parent
ASKED = ("solve", "target", "whatif", "advise", "hint", "review", "move", "schedule")
PRIVATE = {"source", "save", "resume", "output", "force", "workers"}  # of a question, not for a page to say
LONGEST = 600.0  # seconds of a search
WORKERS = 2
RESUMABLE = 4  # games that the first page offers to go on with before anything else
PAGE = re.compile(r"[a-z0-9]{8,40}", re.ASCII)

templates = Jinja2Templates(HERE / "templates")


class Bad(Exception):
    """A request that is not understood."""


def _text(data: Any, key: str, default: str | None = None) -> str:
    value = data.get(key, default)
    if not isinstance(value, str):
        raise Bad(f"{key}: expected a text")
    return value


def _number(data: Any, key: str) -> int:
    value = data.get(key)
    if not isinstance(value, int) or isinstance(value, bool):
        raise Bad(f"{key}: expected a whole number")
    return value


Handler = Callable[["Web", Request, dict[str, Any]], Any]


class Web:
    """One server: its games and its searches."""

    def __init__(self) -> None:
        self.games = Games()
        self.searches = Searches()

    # --- pages ---

    def home(self, request: Request, _data: dict[str, Any]) -> Response:
        puzzles = offers.puzzles()
        games = [
            {**game, "puzzles": [one for one in puzzles if one["game"] == game["name"]]} for game in offers.games()
        ]
        context = {"games": games, "own_decks": self.games.decks(), "resumable": self.games.listed(RESUMABLE)}
        return templates.TemplateResponse(request, "home.html", context)

    def table(self, request: Request, _data: dict[str, Any]) -> Response:
        tree = self.games.tree(request.path_params["name"])
        offered = offers.questions_about(tree.adapter)
        context = {
            "name": request.path_params["name"],
            "header": tree.adapter.views.header(tree.session.file),
            "asked": [command for command in ASKED if command in offered["commands"]],
            "words": offered["words"],
            "explains": offered["explains"],
        }
        return templates.TemplateResponse(request, "table.html", context)

    def printed(self, request: Request, _data: dict[str, Any]) -> Response:
        tree = self.games.tree(request.path_params["name"])
        moves = [node for node in reversed(list(tree.line(tree.at))) if node.move]
        return templates.TemplateResponse(request, "print.html", {"table": tree.table(), "moves": moves})

    def editor(self, request: Request, _data: dict[str, Any]) -> Response:
        context = {"games": [game for game in offers.games() if game["decks"]], "own_decks": self.games.decks()}
        return templates.TemplateResponse(request, "decks.html", context)

    def picture(self, request: Request, _data: dict[str, Any]) -> Response:
        picture = offers.picture(request.path_params["game"])
        if picture is None:
            raise NoSuchGame
        dark = (HERE / "static/dark.css").read_text("utf-8")
        return Response(picture.replace("</title>", f"</title><style>{dark}</style>", 1), media_type="image/svg+xml")

    # --- games ---

    def listed(self, _request: Request, _data: dict[str, Any]) -> Any:
        return {"games": self.games.listed()}

    def new(self, _request: Request, data: dict[str, Any]) -> Any:
        wish, game = data.get("wish", {}), _text(data, "game")
        if game not in [one["name"] for one in offers.games()]:
            raise Bad("game: there is no such game")
        kinds = {field.name: field.type for field in fields(NewGame)}
        for key, value in list(wish.items()) if isinstance(wish, dict) else [("wish", None)]:
            if key == "ruleset":
                if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
                    raise Bad("ruleset: expected names")
                wish[key] = tuple(value)
                continue
            expected = bool if kinds.get(key) is bool else int if key == "seed" else str
            if key not in kinds or not isinstance(value, expected) or (expected is int and isinstance(value, bool)):
                raise Bad(f"{key}: not understood")
        return {"name": self.games.new(game, NewGame(**wish), open_draws=data.get("open_draws") is True)}

    def add(self, _request: Request, data: dict[str, Any]) -> Any:
        if "puzzle" in data:
            return {"name": self.games.add_puzzle(_text(data, "puzzle"))}
        if "link" in data:
            return {"name": self.games.add(unpacked(_text(data, "link")))}
        return {"name": self.games.add(_text(data, "text"))}

    def shown(self, request: Request, _data: dict[str, Any]) -> Any:
        with self.games.lock:
            return self.games.tree(request.path_params["name"]).table()

    def change(self, request: Request, data: dict[str, Any]) -> Any:
        """Play, draw, or stand elsewhere in the tree; the table after it is the answer."""
        with self.games.lock:
            tree, do = self.games.tree(request.path_params["name"]), _text(data, "do")
            if "at" in data and do != "go":
                tree.go(_node(tree.nodes, data, "at"))
            if do == "play":
                tree.play(_text(data, "move"))
            elif do == "draw":
                tree.draw(_text(data, "text", ""))
            elif do == "go":
                tree.go(_node(tree.nodes, data, "to"))
            else:
                raise Bad("do: expected play, draw or go")
            return tree.table()

    def file(self, request: Request, _data: dict[str, Any]) -> Response:
        """The game as it stands here: as a file, in JSON, as a picture, or packed for a link."""
        with self.games.lock:
            name, tree = request.path_params["name"], self.games.tree(request.path_params["name"])
            form, text = request.path_params["form"], tree.text()
            source = Source(self.games.folder / f"{name}.toml", text=text)
        match form:
            case "toml":
                content, kind = text, "text/plain"
            case "json":
                content, kind = ask(Show(source)).to_json(), "application/json"
            case "svg":
                content, kind = tree.table()["svg"], "image/svg+xml"
            case "link":
                return JSONResponse({"link": packed(text), "deal": tree.table()["deal"]})
            case _:
                raise NoSuchGame
        said = {"content-disposition": f'attachment; filename="{name}.{form}"'}
        return Response(content, media_type=kind, headers=said)

    # --- questions ---

    def ask(self, _request: Request, data: dict[str, Any]) -> Any:
        """Begin a search; what it says comes by the stream of the page."""
        command, options = _text(data, "command"), data.get("options", {})
        if command not in ASKED or not isinstance(options, dict) or PRIVATE & options.keys():
            raise Bad("this cannot be asked")
        seconds = options.get("seconds", 1)
        if not isinstance(seconds, int | float) or not 0 < seconds <= LONGEST:
            raise Bad(f"seconds: expected at most {LONGEST:.0f}")
        with self.games.lock:
            name = _text(data, "name")
            tree = self.games.tree(name)
            node = tree.nodes[_node(tree.nodes, data, "at")]
            text = tree.adapter.write(node.session.to_file())
        source = {"path": str(self.games.folder / f"{name}.toml"), "text": text}
        asked = {"command": command, "source": source, **options}
        if command == "solve":
            kept = self.games.kept(name, node.number)
            asked |= {
                "save": str(kept),
                "force": True,
                "resume": str(kept) if data.get("go_on") and kept.exists() else None,
            }
        if command not in ("move", "schedule"):
            asked["workers"] = WORKERS
        try:
            question = question_from(asked)
        except ValueError as error:
            raise Bad(str(error)) from None
        return {"number": self.searches.ask(_page(data), question)}

    def stop(self, _request: Request, data: dict[str, Any]) -> Any:
        return {"stopped": self.searches.stop(_number(data, "number"), _page(data))}

    def rules(self, request: Request, _data: dict[str, Any]) -> Any:
        words = tuple(request.query_params.get("words", "").split()[:5])
        game = request.query_params.get("game", "")
        if game not in [one["name"] for one in offers.games()]:
            raise Bad("game: there is no such game")
        return {"lines": find_rules(Rules(words, game))[0]}

    # --- decks ---

    def deck(self, request: Request, _data: dict[str, Any]) -> Any:
        game, name = request.query_params.get("game", ""), request.query_params.get("name", "")
        shelves = with_decks()
        if name in self.games.decks():
            return {"text": self.games.deck_text(name)}
        if game not in shelves:
            raise Bad("game: there is no such game with decks")
        return {"text": shelves[game].find(name)[0] if name in shelves[game].names() else shelves[game].blank()}

    def check_deck(self, _request: Request, data: dict[str, Any]) -> Any:
        game, text = _text(data, "game"), _text(data, "text")
        if game not in with_decks():
            raise Bad("game: there is no such game with decks")
        return checked_deck(game, text)

    def save_deck(self, request: Request, data: dict[str, Any]) -> Any:
        checked = self.check_deck(request, data)
        return {**checked, "deck": self.games.save_deck(_text(data, "name"), _text(data, "text"))}


def _page(data: dict[str, Any]) -> str:
    page = _text(data, "page")
    if not PAGE.fullmatch(page):
        raise Bad("page: not understood")
    return page


def _node(nodes: dict[int, Any], data: dict[str, Any], key: str) -> int:
    number = _number(data, key)
    if number not in nodes:
        raise Bad(f"{key}: there is no such position")
    return number


def _refusal(error: Exception) -> Response:
    """One clear message for each thing that may be wrong with a request."""
    if isinstance(error, NoSuchGame):
        return JSONResponse({"message": "there is nothing of this name"}, 404)
    if isinstance(error, InvalidFile):
        faults = [finite(fault_data(fault)) for fault in error.faults]
        return JSONResponse({"message": "\n".join(map(str, error.faults)), "faults": faults}, 422)
    if isinstance(error, TooLarge):
        return JSONResponse({"message": "more than 1 MB"}, 413)
    if isinstance(error, Full):
        return JSONResponse({"message": str(error)}, 429)
    return JSONResponse({"message": str(error)}, 400 if isinstance(error, Bad) else 422)


def _answered(web: Web, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    """A handler as the application calls it: in a thread, with the data of its body."""

    async def endpoint(request: Request) -> Response:
        try:
            data = await _body(request)
            found = await run_in_threadpool(handler, web, request, data)
        except (NoSuchGame, InvalidFile, TooLarge, Full, Bad, Refusal, Misuse, IllegalMove, BadNotation) as error:
            return _refusal(error)
        return found if isinstance(found, Response) else JSONResponse(found)

    return endpoint


async def _body(request: Request) -> dict[str, Any]:
    if request.method != "POST":
        return {}
    try:
        data = json.loads(await request.body())
    except (ValueError, RecursionError):
        raise Bad("expected JSON") from None
    if not isinstance(data, dict):
        raise Bad("expected an object")
    return data


def application(port: int, token: str, web: Web | None = None) -> ASGIApp:
    """The whole server, behind its guard."""
    web = web or Web()

    async def events(request: Request) -> Response:
        page = request.query_params.get("page", "")
        if not PAGE.fullmatch(page):
            return PlainTextResponse("page: not understood\n", 400)
        return StreamingResponse(web.searches.stream(page), media_type="text/event-stream")

    def route(path: str, handler: Handler, method: str = "GET") -> Route:
        return Route(path, _answered(web, handler), methods=[method])

    routes = [
        route("/", Web.home),
        route("/game/{name}", Web.table),
        route("/print/{name}", Web.printed),
        route("/decks", Web.editor),
        route("/picture/{game}", Web.picture),
        route("/api/games", Web.listed),
        route("/api/new", Web.new, "POST"),
        route("/api/add", Web.add, "POST"),
        route("/api/game/{name}", Web.shown),
        route("/api/game/{name}", Web.change, "POST"),
        route("/api/game/{name}/{form}", Web.file),
        route("/api/ask", Web.ask, "POST"),
        route("/api/stop", Web.stop, "POST"),
        route("/api/rules", Web.rules),
        route("/api/deck", Web.deck),
        route("/api/deck/check", Web.check_deck, "POST"),
        route("/api/deck/save", Web.save_deck, "POST"),
        Route("/api/events", events),
        Mount("/static", StaticFiles(directory=HERE / "static")),
    ]
    return Guard(Starlette(routes=routes), port, token)


def bound(port: int) -> socket.socket:
    """A socket on the loopback alone; any free port where the wished one is taken."""
    for wished in (port, 0):
        found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind(("127.0.0.1", wished))
            found.listen(128)  # whoever is told the address finds somebody there
        except OSError:
            found.close()
        else:
            return found
    raise InvalidFile([Fault("--port", None, "", "no port of this computer can be had")])


def serve(web: Web, listening: socket.socket, token: str) -> None:
    """Answer until Ctrl-C; searches end at once then, and games are kept already."""
    import uvicorn

    app = application(listening.getsockname()[1], token, web)
    config = uvicorn.Config(
        app, log_level="critical", access_log=False, server_header=False, timeout_graceful_shutdown=1,
        limit_concurrency=800, lifespan="off", ws="none",
    )  # fmt: skip
    try:
        uvicorn.Server(config).run(sockets=[listening])
    finally:
        web.searches.stop_all()
