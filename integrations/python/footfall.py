"""A client of a Footfall service in one file, with the standard library of Python (3.9 or newer) alone.

    footfall = Footfall("https://stats.example.com", "jt_…")
    footfall.read("/api/v1/stats", product="prd_…", metric="visitors", period="last_week")
    change = footfall.change("PATCH", "/api/v1/products/prd_…", {"name": "Lumen"})
    change.preview()["summary"]
    change.confirm()

From a shell it writes a deploy marker:

    FOOTFALL_TOKEN=jt_… python3 footfall.py mark --server https://stats.example.com --product prd_… "Deployed 1.2.0"
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import secrets
import ssl
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from email.utils import parsedate_to_datetime
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Tuple, Union

Json = Dict[str, Any]
Token = Union[str, Callable[[], str]]

TIMEOUT_SECONDS = 30.0
RESPONSE_BYTES_MAX = 16 * 1024 * 1024
ATTEMPTS = 4
WAIT_SECONDS_MAX = 60.0
FIRST_WAIT_SECONDS = 0.5
REVISION = "2026-07-28"
RETRIED = {"no_response", "rate_limited", "service_unavailable", "request_in_progress"}


class FootfallError(Exception):
    """What went wrong, by its `code`. No text in it contains a secret."""

    def __init__(
        self,
        code: str,
        detail: str,
        status: Optional[int] = None,
        errors: Optional[List[Json]] = None,
        retry_after: Optional[float] = None,
        key: Optional[str] = None,
    ) -> None:
        super().__init__(f"{code}: {detail}")
        self.code = code
        self.detail = detail
        self.status = status
        self.errors = errors or []
        self.retry_after = retry_after
        self.key = key


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A redirect could take the token to another server."""

    def redirect_request(self, *_: Any) -> None:
        return None


class _Response:
    def __init__(self, status: int, headers: Mapping[str, str], body: bytes) -> None:
        self.status = status
        self.headers = headers
        self.fields = _object(body)


class _Transport:
    def __init__(self, server: str, allow_http: bool, sleep: Callable[[float], None]) -> None:
        self.server = _server_address(server, allow_http)
        self.sleep = sleep
        self._opener = urllib.request.build_opener(_NoRedirect)

    def send(self, method: str, path: str, headers: Mapping[str, str], body: Optional[bytes]) -> _Response:
        request = urllib.request.Request(self.server + path, data=body, method=method, headers=dict(headers))
        try:
            with self._opener.open(request, timeout=TIMEOUT_SECONDS) as response:
                return _Response(response.status, response.headers, _bounded(response))
        except urllib.error.HTTPError as error:
            if 300 <= error.code < 400:
                detail = "The server answered with a redirect, which is not followed."
                raise FootfallError("redirected", detail, error.code) from None
            with error:
                return _Response(error.code, error.headers, _bounded(error))
        except FootfallError:
            raise
        except (OSError, ValueError, urllib.error.URLError) as error:
            # The text of the cause may repeat a header; its kind does not.
            cause = getattr(error, "reason", error)
            if isinstance(cause, ssl.SSLCertVerificationError):
                detail = f"Nothing was sent: the certificate of the server is not trusted here ({cause.verify_message}). SSL_CERT_FILE names the file of your own authority."
                raise FootfallError("untrusted_certificate", detail) from None
            kind = type(cause).__name__
            raise FootfallError("no_response", f"The server could not be reached, or did not answer in time ({kind}).") from None

    def retried(self, attempt: Callable[[], Any], attempts: int = ATTEMPTS) -> Any:
        """Everything that is sent may be repeated: reads and previews change nothing, a confirmed change has its key."""
        for made in range(1, attempts + 1):
            try:
                return attempt()
            except FootfallError as error:
                wait = FIRST_WAIT_SECONDS * 2 ** (made - 1) if error.retry_after is None else error.retry_after
                if error.code not in RETRIED or made == attempts or wait > WAIT_SECONDS_MAX:
                    raise
                self.sleep(wait + random.uniform(0, FIRST_WAIT_SECONDS))
        raise AssertionError("There is at least one attempt.")


class Footfall:
    """A client of one service. `token` is an account token, or a function that gets one."""

    def __init__(
        self,
        server: str,
        token: Token,
        *,
        allow_http: bool = False,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        self._transport = _Transport(server, allow_http, sleep)
        self._token = token

    def read(self, path: str, **query: Any) -> Json:
        """Asks a route; the answer has `data`, and `meta` and `page` where there are any."""
        return self._call("GET", path, query, None)

    def pages(self, path: str, **query: Any) -> Iterator[Json]:
        """All pages of a list, one answer each."""
        seen = set()
        cursor: Optional[str] = None
        while True:
            answer = self.read(path, **{**query, **({} if cursor is None else {"cursor": cursor})})
            yield answer
            cursor = (answer.get("page") or {}).get("next_cursor")
            if cursor is None:
                return
            if cursor in seen:
                raise FootfallError("invalid_response", "The server repeats a page.")
            seen.add(cursor)

    def change(self, method: str, path: str, body: Optional[Json] = None, *, key: Optional[str] = None) -> "Change":
        """A change that is intended. With a `key` of your own it is the same change in another process too."""

        def send(confirmation: Optional[Tuple[str, Optional[str]]]) -> Json:
            headers = {}
            if confirmation is not None:
                headers = {"Service-Confirm": "true", "Idempotency-Key": confirmation[0]}
                if confirmation[1] is not None:
                    headers["Service-Preview"] = confirmation[1]
            return self._call(method, path, {}, body, headers)

        return Change(send, key, self._transport.sleep)

    def call_tool(self, name: str, arguments: Optional[Json] = None, *, toolset: Optional[str] = None) -> Json:
        """Calls a tool of the MCP endpoint, in one stateless request."""
        if re.fullmatch(r"\w{1,128}", name, re.ASCII) is None:
            raise FootfallError("invalid_argument", "The name of a tool has letters, digits and underscores only.")
        meta = {
            "io.modelcontextprotocol/protocolVersion": REVISION,
            "io.modelcontextprotocol/clientInfo": {"name": "footfall.py", "version": "1"},
            "io.modelcontextprotocol/clientCapabilities": {},
        }
        params = {"name": name, "arguments": arguments or {}, "_meta": meta}
        headers = {
            "Accept": "application/json, text/event-stream",
            "MCP-Protocol-Version": REVISION,
            "Mcp-Method": "tools/call",
            "Mcp-Name": name,
        }
        query = {"answers": "both", **({} if toolset is None else {"toolset": toolset})}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        return self._call("POST", "/api/mcp", query, message, headers, _tool_answer)

    def annotate(self, product: str, title: str, *, date: Optional[str] = None, note: Optional[str] = None, key: Optional[str] = None) -> "Change":
        """A marker on a day of the charts, such as a deployment; by default today in the time zone of the product."""
        given = {"product": product, "title": title}
        if date is not None:
            given["date"] = date
        if note is not None:
            given["note"] = note

        def send(confirmation: Optional[Tuple[str, Optional[str]]]) -> Json:
            confirmed: Json = {}
            if confirmation is not None:
                confirmed = {"confirm": True, "idempotency_key": confirmation[0]}
                if confirmation[1] is not None:
                    confirmed["preview"] = confirmation[1]
            return self.call_tool("service_annotations_create", {**given, **confirmed}, toolset="content")

        return Change(send, key, self._transport.sleep)

    def _call(
        self,
        method: str,
        path: str,
        query: Mapping[str, Any],
        body: Optional[Json],
        headers: Optional[Mapping[str, str]] = None,
        read: Optional[Callable[[_Response], Json]] = None,
    ) -> Json:
        if not path.startswith("/api/"):
            raise FootfallError("invalid_argument", "`path` must begin with /api/.")
        if any(part in (".", "..") for part in path.split("/")) or re.search(r"[^\x21-\x7e]|[?#\\]", path):
            raise FootfallError("invalid_argument", "`path` must have its ids encoded, as `segment` does.")
        parameters = {name: _parameter(value) for name, value in query.items() if value is not None}
        address = path + (f"?{urllib.parse.urlencode(parameters)}" if parameters else "")
        sent = {"Accept": "application/json", **(headers or {})}
        if body is not None:
            sent["Content-Type"] = "application/json"
        data = None if body is None else json.dumps(body).encode()

        def attempt() -> Json:
            token = self._token if isinstance(self._token, str) else self._token()
            authorized = {**sent, "Authorization": f"Bearer {_visible(token, 'The token')}"}
            response = self._transport.send(method, address, authorized, data)
            return (read or _rest_answer)(response)

        return self._transport.retried(attempt)


class Change:
    """`preview` shows the change, `confirm` makes it, and each further `confirm` replays it: its key is made once."""

    def __init__(
        self,
        send: Callable[[Optional[Tuple[str, Optional[str]]]], Json],
        key: Optional[str],
        sleep: Callable[[float], None],
    ) -> None:
        self.key = secrets.token_hex(16) if key is None else _key(key)
        self._send = send
        self._sleep = sleep
        self._preview: Optional[str] = None

    def preview(self) -> Json:
        answer = self._send(None)
        data = _state(answer, "previewed")
        self._preview = ((answer.get("meta") or {}).get("confirm") or {}).get("preview")
        return data

    def confirm(self) -> Json:
        """`state` is `executed`, or `awaiting_approval` until a person approves it."""
        try:
            return _state(self._send((self.key, self._preview)), "executed", "awaiting_approval")
        except FootfallError as error:
            error.key = self.key
            raise

    def settle(self, wait_seconds: float = 24 * 60 * 60) -> Json:
        """Makes the change, and waits for the person where it needs an approval."""
        waited, pause = 0.0, 2.0
        while True:
            data = self.confirm()
            if data["state"] == "executed":
                return data
            if waited >= wait_seconds:
                detail = f"Nobody has approved the change yet: {data['approval']['link']}"
                raise FootfallError("still_awaiting_approval", detail, key=self.key)
            pause = min(pause * 1.5, 30.0, wait_seconds - waited)
            self._sleep(pause)
            waited += pause


def exchange_workload_identity(
    server: str,
    subject_token: Token,
    *,
    trust_id: Optional[str] = None,
    scope: Optional[List[str]] = None,
    subject_token_type: str = "jwt",
    allow_http: bool = False,
    sleep: Callable[[float], None] = time.sleep,
) -> Json:
    """Exchanges the identity of a workload for a token that lives shortly (RFC 8693): `access_token`, `expires_in`, `scope`.

    A function in place of the token is asked for a new one each time, since each is accepted once."""
    transport = _Transport(server, allow_http, sleep)

    def attempt() -> Json:
        form = {
            "grant_type": "urn:ietf:params:oauth:grant-type:token-exchange",
            "subject_token": subject_token if isinstance(subject_token, str) else subject_token(),
            "subject_token_type": f"urn:ietf:params:oauth:token-type:{subject_token_type}",
        }
        if trust_id is not None:
            form["trust_id"] = trust_id
        if scope is not None:
            form["scope"] = " ".join(scope)
        headers = {"Accept": "application/json", "Content-Type": "application/x-www-form-urlencoded"}
        response = transport.send("POST", "/oauth/token", headers, urllib.parse.urlencode(form).encode())
        fields, status = response.fields or {}, response.status
        if status >= 400:
            if status == 429 or status >= 500 or not isinstance(fields.get("error"), str):
                raise _error(None, response)
            detail = fields.get("error_description") or fields["error"]
            raise FootfallError("exchange_rejected", _without_secrets(str(detail)), status)
        if not isinstance(fields.get("access_token"), str) or not isinstance(fields.get("expires_in"), (int, float)):
            raise FootfallError("invalid_response", "The response is not one of the service.", status)
        return fields

    return transport.retried(attempt, 1 if isinstance(subject_token, str) else ATTEMPTS)


def workload_token(server: str, subject_token: Callable[[], str], **options: Any) -> Callable[[], str]:
    """The token of a workload for `Footfall`, made when it is needed, and made again before it expires. Nothing is kept."""
    current: Dict[str, Any] = {"renew_at": 0.0}

    def token() -> str:
        if time.monotonic() >= current["renew_at"]:
            started = time.monotonic()
            exchanged = exchange_workload_identity(server, subject_token, **options)
            life = float(exchanged["expires_in"])
            current.update(token=exchanged["access_token"], renew_at=started + life - min(life * 0.2, 60.0))
        return str(current["token"])

    return token


def github_identity(audience: str) -> str:
    """The identity of a job of GitHub Actions, which has the permission `id-token: write`."""
    address = os.environ.get("ACTIONS_ID_TOKEN_REQUEST_URL", "")
    token = os.environ.get("ACTIONS_ID_TOKEN_REQUEST_TOKEN", "")
    if address == "" or token == "":
        raise FootfallError("invalid_argument", "The job has no identity; add “permissions: id-token: write” to it.")
    split = urllib.parse.urlsplit(address)
    query = [*urllib.parse.parse_qsl(split.query), ("audience", audience)]
    transport = _Transport(f"{split.scheme}://{split.netloc}", False, time.sleep)
    headers = {"Authorization": f"bearer {token}", "Accept": "application/json"}
    response = transport.send("GET", f"{split.path}?{urllib.parse.urlencode(query)}", headers, None)
    value = (response.fields or {}).get("value")
    if response.status != 200 or not isinstance(value, str) or value == "":
        raise FootfallError("no_response", "The runner gave no identity.", response.status)
    return value


def segment(text: str) -> str:
    """An id as one segment of a path: a slash in it is encoded."""
    if text in ("", ".", ".."):
        raise FootfallError("invalid_argument", "An id must be text that names something.")
    return urllib.parse.quote(text, safe="")


def _server_address(server: str, allow_http: bool) -> str:
    split = urllib.parse.urlsplit(server)
    if split.scheme not in ("http", "https") or not split.hostname:
        raise FootfallError("invalid_argument", "`server` must be an address such as https://stats.example.com.")
    if split.username or split.password or split.query or split.fragment:
        raise FootfallError("invalid_argument", "`server` must have no credentials, no query and no fragment.")
    on_this_machine = re.fullmatch(r"localhost|127(\.\d{1,3}){3}|::1", split.hostname) is not None
    if split.scheme == "http" and not allow_http and not on_this_machine:
        raise FootfallError("invalid_argument", "`server` must begin with https, except on this machine.")
    return f"{split.scheme}://{split.netloc}{split.path.rstrip('/')}"


def _bounded(response: Any) -> bytes:
    body = response.read(RESPONSE_BYTES_MAX + 1)
    if len(body) > RESPONSE_BYTES_MAX:
        raise FootfallError("response_too_large", f"The response has more than {RESPONSE_BYTES_MAX} bytes.")
    return bytes(body)


def _object(body: bytes) -> Optional[Json]:
    try:
        value = json.loads(body)
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) else None


def _rest_answer(response: _Response) -> Json:
    if response.status >= 400:
        raise _error(response.fields, response)
    if response.fields is None or "data" not in response.fields:
        raise FootfallError("invalid_response", "The response is not one of the service.", response.status)
    return response.fields


def _tool_answer(response: _Response) -> Json:
    fields = response.fields or {}
    error, result = fields.get("error"), fields.get("result")
    if isinstance(error, dict):
        data = error.get("data")
        if isinstance(data, dict) and "code" in data:
            raise _error(data, response)
        problem: Json = {"detail": error.get("message")}
        raise _error(problem if response.status >= 400 else {**problem, "code": "invalid_request"}, response)
    if response.status >= 400:
        raise _error(fields, response)
    content = result.get("structuredContent") if isinstance(result, dict) else None
    if not isinstance(content, dict):
        raise FootfallError("invalid_response", "The response is not one of the service.", response.status)
    if result is not None and result.get("isError") is True:
        raise _error(content, response)
    return content


def _error(problem: Optional[Json], response: _Response) -> FootfallError:
    fields = problem or {}
    code = fields.get("code") if isinstance(fields.get("code"), str) else _code_of(response.status)
    detail = fields.get("detail") if isinstance(fields.get("detail"), str) else f"The server answered with status {response.status}."
    errors = [
        {name: _without_secrets(text) for name, text in entry.items() if isinstance(text, str)}
        for entry in (fields.get("errors") if isinstance(fields.get("errors"), list) else None) or []
        if isinstance(entry, dict)
    ]
    return FootfallError(
        _without_secrets(str(code)), _without_secrets(str(detail)), response.status, errors, _retry_after(response.headers)
    )


def _code_of(status: int) -> str:
    codes = {401: "invalid_token", 403: "insufficient_scope", 404: "not_found", 429: "rate_limited"}
    return codes.get(status, "service_unavailable" if status in (502, 503, 504) else "invalid_response")


def _retry_after(headers: Mapping[str, str]) -> Optional[float]:
    """In seconds, at most a day."""
    text = headers.get("Retry-After")
    if text is None:
        return None
    try:
        seconds = float(text) if re.fullmatch(r"\d{1,12}", text) else parsedate_to_datetime(text).timestamp() - time.time()
    except (ValueError, TypeError, OverflowError):
        return None
    return min(max(seconds, 0.0), 86_400.0)


def _state(answer: Json, *states: str) -> Json:
    data = answer.get("data")
    if not isinstance(data, dict) or data.get("state") not in states:
        raise FootfallError("invalid_response", "The response is not one of the service.")
    return {**data, "meta": answer.get("meta")}


def _parameter(value: Any) -> str:
    """Lists of names are separated by commas; other lists and objects are JSON."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)) and value and all(isinstance(item, (str, int)) for item in value):
        return ",".join(str(item) for item in value)
    return json.dumps(value) if isinstance(value, (list, tuple, dict)) else str(value)


def _visible(text: str, name: str) -> str:
    if re.fullmatch(r"[\x21-\x7e]{1,4096}", text) is None:
        raise FootfallError("invalid_argument", f"{name} must be visible ASCII characters.")
    return text


def _key(key: str) -> str:
    if re.fullmatch(r"[\x21-\x7e]{1,255}", key) is None:
        raise FootfallError("invalid_argument", "`key` must be 1 to 255 visible ASCII characters.")
    return key


def _without_secrets(text: str) -> str:
    hidden = re.sub(r"\b(jt|joa|jor|jk)_[0-9A-Za-z]{4,}", r"\1_…", text)
    return re.sub(r"\beyJ[\w-]+\.[\w-]+\.[\w-]*", "eyJ…", hidden)[:2000]


def _main(arguments: Optional[List[str]] = None) -> int:
    parser = argparse.ArgumentParser(prog="footfall.py", description="Writes a deploy marker.")
    commands = parser.add_subparsers(dest="command", required=True)
    mark = commands.add_parser("mark", help="write a marker on a day of the charts")
    mark.add_argument("title")
    mark.add_argument("--server", default=os.environ.get("FOOTFALL_SERVER"), help="also in FOOTFALL_SERVER")
    mark.add_argument("--product", required=True)
    mark.add_argument("--date", help="a day such as 2026-11-28; by default today in the time zone of the product")
    mark.add_argument("--note")
    mark.add_argument("--key", help="an idempotency key of your own: the same key is the same marker")
    mark.add_argument("--github", metavar="AUDIENCE", help="with the identity of this GitHub Actions job, instead of FOOTFALL_TOKEN")
    given = parser.parse_args(arguments)
    token = os.environ.get("FOOTFALL_TOKEN", "")
    if not given.server:
        parser.error("--server is missing")
    if not given.github and token == "":
        parser.error("FOOTFALL_TOKEN is missing; --github does without it")
    try:
        source: Token = token
        if given.github:
            source = workload_token(given.server, lambda: github_identity(given.github))
        change = Footfall(given.server, source).annotate(
            given.product, given.title, date=given.date, note=given.note, key=given.key
        )
        data = change.confirm()
    except FootfallError as error:
        print(error, file=sys.stderr)
        return 1
    if data["state"] == "awaiting_approval":
        print(f"The marker waits for a person: {data['approval']['link']}")
    else:
        print((data.get("result") or {}).get("id", "executed"))
    return 0


if __name__ == "__main__":
    sys.exit(_main())
