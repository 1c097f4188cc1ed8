"""Settings from flags, the environment and a file."""

from __future__ import annotations

import argparse
from pathlib import Path

import platformdirs
import pytest
from platformdirs.macos import MacOS
from platformdirs.unix import Unix
from platformdirs.windows import Windows

from chieu.cli.server_settings import add_arguments
from chieu.online.server.settings import BadSettings, Settings, data_directory, gather


def flags(*words: str) -> dict[str, object]:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return vars(parser.parse_args(words))


def test_defaults_are_sane() -> None:
    assert gather(flags(), {}) == Settings()
    assert Settings().host == "127.0.0.1"
    assert Settings().keep_days == 90, "PF-38"


def test_flags_override_environment_overrides_file(tmp_path: Path) -> None:
    file = tmp_path / "chieu.toml"
    file.write_text('port = 1\nidle_minutes = 2\nlog_level = "debug"\norigins = ["https://a.example"]\n')
    environment = {"CHIEU_PORT": "3", "CHIEU_IDLE_MINUTES": "4", "CHIEU_CONFIG": str(file)}
    settings = gather(flags("--port", "5"), environment)
    assert (settings.port, settings.idle_minutes, settings.log_level) == (5, 4, "debug")
    assert settings.origins == ("https://a.example",)
    assert gather(flags("--config", str(file)), {}).port == 1


def test_lists_are_comma_separated_or_repeated() -> None:
    both = ("https://a.example", "https://b.example")
    assert gather(flags(), {"CHIEU_ORIGINS": "https://a.example, https://b.example,"}).origins == both
    assert gather(flags("--origins", *both), {}).origins == both


@pytest.mark.parametrize(
    ("words", "environment", "message"),
    [
        (("--port", "high"), {}, "--port"),
        (("--port", "65536"), {}, "--port"),
        ((), {"CHIEU_PORT": "-1"}, "CHIEU_PORT"),
        ((), {"CHIEU_LOG_LEVEL": "loud"}, "CHIEU_LOG_LEVEL"),
        (("--base-path", "/cards\n"), {}, "--base-path"),
        (("--config", "none.toml"), {}, "none.toml"),
    ],
)
def test_bad_setting_is_named(words: tuple[str, ...], environment: dict[str, str], message: str) -> None:
    with pytest.raises(BadSettings, match=message):
        gather(flags(*words), environment)


@pytest.mark.parametrize("content", ["prot = 1", "port = ", "port = 'x'", "\xff", "[port]\nx = 1"])
def test_bad_settings_file_is_named(tmp_path: Path, content: str) -> None:
    file = tmp_path / "chieu.toml"
    file.write_bytes(content.encode("latin-1"))
    with pytest.raises(BadSettings, match=r"chieu\.toml"):
        gather(flags("--config", str(file)), {})


def test_default_store_is_in_the_data_directory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platformdirs, "PlatformDirs", Unix)
    monkeypatch.setenv("XDG_DATA_HOME", "/somewhere")
    assert data_directory() == Path("/somewhere/chieu")
    assert Path(Settings().store) == Path("/somewhere/chieu/tables.db")
    assert Settings(data="x.db").store == "x.db"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert data_directory() == Path.home() / ".local/share/chieu"
    monkeypatch.delenv("XDG_DATA_HOME")
    assert data_directory() == Path.home() / ".local/share/chieu"
    monkeypatch.setattr(platformdirs, "PlatformDirs", MacOS)
    assert data_directory() == Path.home() / "Library/Application Support/chieu"
    monkeypatch.setattr(platformdirs, "PlatformDirs", Windows)
    monkeypatch.setenv("WIN_PD_OVERRIDE_LOCAL_APPDATA", "C:/local")
    assert data_directory() == Path("C:/local/chieu")


def test_every_flag_has_help() -> None:
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    assert all(action.help for action in parser._actions)
