"""Serve the built web page in `chieu/web` from memory.

All files are read and compressed at startup, so a request's path never reaches the file system. Files under `assets/`
have a hash of their content in their names and are cached forever; clients revalidate the others by their ETag.

The page is built without knowing its URL: in `index.html` our own links start with `./`, which is replaced here by the
base path. The preview picture of shared links needs an absolute URL, which is taken from the request. A meta element
tells the page which build it is, and every response names the server's current build in a header, so that a tab that
was open during an upgrade can reload (`web/src/live/build.ts`).
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

BUILD: Final = "chieu-build"  # name of the header and of the meta element
FOLDER: Final = Path(__file__).parents[2] / "web"
_WORTH_COMPRESSING: Final = 1024
_FOR_EVER: Final = "public, max-age=31536000, immutable"
_REVALIDATE: Final = "no-cache"
FINISHED: Final = "private, max-age=86400"  # a finished deal does not change
_PICTURE: Final = 'property="og:image" content="'
_HOST: Final = re.compile(r"[A-Za-z0-9.-]+(:[0-9]{1,5})?|\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?")
_MAX_ORIGINS: Final = 16  # versions of the page cached, one per origin
_NOT_BUILT: Final = """<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Chiếu</title></head>
<body>
<h1>Chiếu</h1>
<p>The server is running, but the page has not been built into it.</p>
<p>In the source tree, <code>make web</code> builds it; then start the server again.</p>
<p>Meanwhile you can play from a terminal: <code>chieu table --help</code>.
The HTTP API is described at <a href="./api/openapi.json">/api/openapi.json</a>.</p>
</body>
</html>
"""


class File(msgspec.Struct, frozen=True):
    """A file ready to send, `gzipped` if that makes it clearly smaller."""

    media_type: str
    etag: str
    cache_control: str
    plain: bytes
    gzipped: bytes | None


class Pages:
    """The files of the page, by path."""

    def __init__(self, folder: Path | None = None, base: str = "", origins: Sequence[str] = ()) -> None:
        self._origins = {urlsplit(origin).netloc.lower(): origin.rstrip("/") for origin in origins}
        self._page_at = lru_cache(maxsize=_MAX_ORIGINS)(self._page_of)
        self._files = _load(folder or FOLDER)
        built = self._files.get("index.html")
        self.build = _build(self._files)
        page = (_NOT_BUILT if built is None else built.plain.decode()).replace('"./', f'"{base}/')
        page = page.replace("</title>", f'</title>\n    <meta name="{BUILD}" content="{self.build}" />', 1)
        self._files["index.html"] = compressed("index.html", page.encode())

    async def get(self, request: Request) -> Response:
        """Return a file. A path without a file returns the page, which does its own routing."""
        path = request.path_params["path"]
        file = self._files.get(path)
        if file is None:
            if PurePosixPath(path).suffix or path.startswith(("api/", "assets/")):
                raise HttpRefusal(404, "not_found")
            file = self._page_at(self._origin(request))
        return answer(request, file)

    def _origin(self, request: Request) -> str:
        """Return the origin in the request; empty if the Host header is malformed.

        An origin in the settings is preferred: behind a proxy the request does not show that people use TLS.
        """
        host = request.headers.get("host", "").lower()
        if not _HOST.fullmatch(host):
            return ""
        return self._origins.get(host, f"{request.url.scheme}://{host}")

    def _page_of(self, origin: str) -> File:
        page = self._files["index.html"]
        picture = f"{_PICTURE}{origin}/".encode()
        return page if not origin else compressed("index.html", page.plain.replace(f"{_PICTURE}/".encode(), picture))


def answer(request: Request, file: File, more: dict[str, str] | None = None) -> Response:
    """Return a file in the best encoding the client accepts, or 304 if the client has it already."""
    headers = {"etag": file.etag, "cache-control": file.cache_control, **(more or {})}
    if file.gzipped:
        headers["vary"] = "accept-encoding"
    known = request.headers.get("if-none-match", "")
    if file.etag in [tag.strip().removeprefix("W/") for tag in known.split(",")]:
        return Response(status_code=304, headers=headers)
    accepted = {_coding(offer) for offer in request.headers.get("accept-encoding", "").split(",")}
    if file.gzipped and "gzip" in accepted:
        return Response(file.gzipped, headers={**headers, "content-encoding": "gzip"}, media_type=file.media_type)
    return Response(file.plain, headers=headers, media_type=file.media_type)


def compressed(name: str, content: bytes, cache_control: str = _REVALIDATE) -> File:
    """Return a file with this content, gzipped as well if that makes it clearly smaller."""
    media_type = mimetypes.guess_type(name)[0] or "application/octet-stream"
    if media_type.startswith("text/") or media_type == "application/javascript":
        media_type += "; charset=utf-8"
    etag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
    gzipped = gzip.compress(content, mtime=0) if len(content) >= _WORTH_COMPRESSING else content
    return File(media_type, etag, cache_control, content, gzipped if len(gzipped) < 0.9 * len(content) else None)


def _coding(offer: str) -> str:
    coding, _, quality = offer.partition(";")
    return "" if quality.replace(" ", "") in ("q=0", "q=0.0") else coding.strip().lower()


def _load(folder: Path) -> dict[str, File]:
    files = {}
    for path in folder.rglob("*"):
        if path.is_file():
            name = path.relative_to(folder).as_posix()
            files[name] = compressed(name, path.read_bytes(), _FOR_EVER if name.startswith("assets/") else _REVALIDATE)
    return files


def _build(files: dict[str, File]) -> str:
    """Return an id of the build, which changes with any of its files."""
    tags = "".join(f"{name} {file.etag}\n" for name, file in sorted(files.items()))
    return hashlib.sha256(tags.encode()).hexdigest()[:16]
