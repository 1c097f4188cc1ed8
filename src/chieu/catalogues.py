"""Reader of the text catalogues and data files of packages, which it registers with `core`."""

from chieu.core.files import read_with


def read(package: str, name: str) -> bytes:
    """Return the content of a file in a package."""
    from importlib.resources import files  # noqa: PLC0415  # it would slow down `import chieu`

    return files(package).joinpath(name).read_bytes()


read_with(read)
