"""The web page: what was built into `chieu/web`, served from memory.

Everything is read once at the start, so no path that somebody sends ever meets the file system. Files under `assets/`
have their content's hash in their names and may be kept for ever; the rest is asked for again, by its tag.

The page is built without knowing where it will stand: in `index.html` what is ours begins with `./`, and that is filled
in here. The picture that others fetch who were sent a link is named by its whole address, as the request names this
server. There the page also finds which build it is; every answer of the server says which one it has by now, so that
a tab that was open while the server was upgraded notices (`web/src/live/build.ts`).
"""

from __future__ import annotations

import gzip
import hashlib
import mimetypes
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import Final
from urllib.parse import urlsplit

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from chieu.online.server.api.refusals import HttpRefusal

BUILD: Final = "chieu-build"  # the header, and the page's own note of it
FOLDER: Final = Path(__file__).parents[2] / "web"
_ENCODINGS: Final = ((".br", "br"), (".gz", "gzip"))
_WORTH_COMPRESSING: Final = 1024
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_ASK_AGAIN: Final = "no-cache"
FINISHED: Final = "private, max-age=86400"  # a deal that is over does not change any more
_PICTURE: Final = 'property="og:image" content="'
_HOST: Final = re.compile(r"[A-Za-z0-9.-]+(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?")
_ADDRESSES: Final = 16  # by which the page was asked for last, and is kept for
_NOT_BUILT: Final = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Chiếu</title></head>
<body>
<h1>Chiếu</h1>
<p>The server is running, but the page has not been built into it.</p>
<p>In the source tree, <code>make web</code> builds it; then start the server again.</p>
<p>Meanwhile you can play from a terminal: <code>chieu table --help</code>.
What programs can ask for is described at <a href="./api/openapi.json">/api/openapi.json</a>.</p>
</body>
</html>
"""


class File(msgspec.Struct, frozen=True):
    """A file ready to be sent, in every encoding there is."""

    kind: str
    tag: str
    keep: str
    plain: bytes
    encoded: dict[str, bytes]


class Pages:
    """The files of the page, by path."""

    def __init__(self, folder: Path | None = None, base: str = "", origins: Sequence[str] = ()) -> None:
        self._origins = {urlsplit(origin).netloc.lower(): origin.rstrip("/") for origin in origins}
        self._page_at = lru_cache(maxsize=_ADDRESSES)(self._page_of)
        self._files = _load(folder or FOLDER)
        built = self._files.get("index.html")
        self.build = _build(self._files)
        page = (_NOT_BUILT if built is None else built.plain.decode()).replace('"./', f'"{base}/')
        page = page.replace("</title>", f'</title>\n    <meta name="{BUILD}" content="{self.build}" />', 1)
        self._files["index.html"] = compressed("index.html", page.encode())

    async def get(self, request: Request) -> Response:
        """A file; the page itself for every path that names no file, since the page reads the path."""
        path = request.path_params["path"]
        found = self._files.get(path)
        if found is None:
            if PurePosixPath(path).suffix or path.startswith(("api/", "assets/")):
                raise HttpRefusal(404, "not_found")
            found = self._page_at(self._origin(request))
        return answer(request, found)

    def _origin(self, request: Request) -> str:
        """By what address this server was asked; empty where that cannot be one. An address that was told knows better
        than the last proxy whether people come by TLS."""
        host = request.headers.get("host", "").lower()
        if not _HOST.fullmatch(host):
            return ""
        return self._origins.get(host, f"{request.url.scheme}://{host}")

    def _page_of(self, origin: str) -> File:
        page = self._files["index.html"]
        picture = f"{_PICTURE}{origin}/".encode()
        return page if not origin else compressed("index.html", page.plain.replace(f"{_PICTURE}/".encode(), picture))


def answer(request: Request, file: File, more: dict[str, str] | None = None) -> Response:
    """A file in the best encoding the client takes, or word that it has it already."""
    headers = {"etag": file.tag, "cache-control": file.keep, **(more or {})}
    if file.encoded:
        headers["vary"] = "accept-encoding"
    known = request.headers.get("if-none-match", "")
    if file.tag in [tag.strip().removeprefix("W/") for tag in known.split(",")]:
        return Response(status_code=304, headers=headers)
    accepted = {_coding(one) for one in request.headers.get("accept-encoding", "").split(",")}
    for coding, body in file.encoded.items():
        if coding in accepted:
            return Response(body, headers={**headers, "content-encoding": coding}, media_type=file.kind)
    return Response(file.plain, headers=headers, media_type=file.kind)


def compressed(name: str, content: bytes, keep: str = _ASK_AGAIN) -> File:
    """A file of this content, with a compressed form where that pays."""
    encoded = {}
    if len(content) >= _WORTH_COMPRESSING:
        smaller = gzip.compress(content, mtime=0)
        if len(smaller) < 0.9 * len(content):
            encoded["gzip"] = smaller
    return _file(name, content, encoded, keep)


def _coding(offer: str) -> str:
    coding, _, quality = offer.partition(";")
    return "" if quality.replace(" ", "") in ("q=0", "q=0.0") else coding.strip().lower()


def _load(folder: Path) -> dict[str, File]:
    contents = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    files = {}
    for name, content in contents.items():
        if name.endswith(tuple(ending for ending, _ in _ENCODINGS)):
            continue
        keep = _FOR_EVER if name.startswith("assets/") else _ASK_AGAIN
        encoded = {coding: contents[name + ending] for ending, coding in _ENCODINGS if name + ending in contents}
        files[name] = _file(name, content, encoded, keep) if encoded else compressed(name, content, keep)
    return files


def _build(files: dict[str, File]) -> str:
    """What a page is known by: another if anything in it is."""
    tags = "".join(f"{name} {file.tag}\n" for name, file in sorted(files.items()))
    return hashlib.sha256(tags.encode()).hexdigest()[:16]


def _file(name: str, content: bytes, encoded: dict[str, bytes], keep: str = _ASK_AGAIN) -> File:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if kind.startswith("text/") or kind == "application/javascript":
        kind += "; charset=utf-8"
    tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
    return File(kind, tag, keep, content, encoded)
