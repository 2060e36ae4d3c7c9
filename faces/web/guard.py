"""What keeps the world out: the token, the names of host and origin, a strict content policy, and a limit on bodies."""

import secrets
from collections.abc import Mapping
from http.cookies import CookieError, SimpleCookie

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

BODY_LIMIT = 1_000_000  # bytes
METHODS = ("GET", "HEAD", "POST")
HEADERS: Mapping[str, str] = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
NO_TOKEN = "This page opens by the address that `clinic web` prints: it ends with a token.\n"


class TooLarge(Exception):
    """A body beyond the limit, found while it is read."""


class Guard:
    """Stands before the application. Nothing is looked at that does not come from the page itself."""

    def __init__(self, app: ASGIApp, port: int, token: str) -> None:
        self.app, self.token = app, token
        self.cookie = f"clinic-{port}"  # a cookie is for all ports of a host
        self.hosts = {f"127.0.0.1:{port}", f"localhost:{port}"}
        self.origins = {f"http://{host}" for host in self.hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        refused = self._refused(Request(scope))
        if refused is not None:
            refused.headers.update(HEADERS)
            await refused(scope, receive, send)
            return
        await self._limited(scope, receive, send)

    def _refused(self, request: Request) -> Response | None:
        """The answer to what is not let in, or the way in for one who brings the token."""
        headers = request.headers
        if headers.get("host", "") not in self.hosts:  # DNS rebinding
            return PlainTextResponse("another host is meant\n", 421)
        if headers.get("origin", next(iter(self.origins))) not in self.origins:
            return PlainTextResponse("another page asks\n", 403)
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return PlainTextResponse("another page asks\n", 403)
        if request.method not in METHODS:
            return PlainTextResponse("only GET and POST are known\n", 405)
        if _is(request.query_params.get("token"), self.token):
            entered = RedirectResponse(f"{request.url.path}", 303)
            entered.set_cookie(self.cookie, self.token, httponly=True, samesite="strict", path="/")
            return entered
        if not _is(_cookie(headers, self.cookie), self.token):
            return PlainTextResponse(NO_TOKEN, 403)
        if request.method == "POST" and headers.get("content-type", "").partition(";")[0] != "application/json":
            return PlainTextResponse("expected application/json\n", 415)
        length = headers.get("content-length", "0")
        if not length.isascii() or not length.isdigit() or int(length[:20]) > BODY_LIMIT:
            return PlainTextResponse("more than 1 MB\n", 413)
        return None

    async def _limited(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass on the request, counting its body, and the answer, with the policy on it."""
        got = 0

        async def counted() -> Message:
            nonlocal got
            message = await receive()
            got += len(message.get("body", b""))
            if got > BODY_LIMIT:
                raise TooLarge
            return message

        async def marked(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
            await send(message)

        await self.app(scope, counted, marked)


def _is(given: str | None, token: str) -> bool:
    return given is not None and secrets.compare_digest(given.encode(), token.encode())


def _cookie(headers: Headers, name: str) -> str | None:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(name)
    except CookieError:
        return None
    return None if found is None else found.value
