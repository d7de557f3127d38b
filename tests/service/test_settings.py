"""Settings: how invalid values are reported, and the output of ``carolus config``."""

import json
import re
from typing import Final

import msgspec
import pytest
from click.testing import CliRunner

from service.cli import main
from service.settings import BadSetting, Settings, masked, settings, unknown


def test_defaults_apply_without_settings() -> None:
    assert settings({"HOME": "/root", "PATH": "/bin"}) == Settings()


def test_empty_values_count_as_not_set(monkeypatch: pytest.MonkeyPatch) -> None:
    """For every setting, because env files contain such lines."""
    names = [field.encode_name for field in msgspec.structs.fields(Settings)]
    assert settings(dict.fromkeys(names, "")) == Settings()
    monkeypatch.setenv("CAROLUS_DATA", "")
    reported = json.loads(CliRunner().invoke(main, ["config", "--json"]).stdout)
    assert reported["CAROLUS_DATA"] == {"value": "./data", "source": "default"}


@pytest.mark.parametrize(
    ("words", "meant"),
    [(("1", "true", "Yes", "ON"), True), (("0", "False", "no", "oFf"), False)],
)
def test_a_switch_accepts_common_words(words: tuple[str, ...], meant: bool) -> None:
    for word in words:
        assert settings({"CAROLUS_WEBHOOKS_PRIVATE": word}).webhooks_private is meant


@pytest.mark.parametrize(
    ("given", "value", "missing"),
    [
        ("OIDC_ISSUER", "https://id.example", "CAROLUS_OIDC_AUDIENCE"),
        ("OIDC_AUDIENCE", "carolus", "CAROLUS_OIDC_ISSUER"),
    ],
)
def test_the_error_names_a_missing_issuer_or_audience(given: str, value: str, missing: str) -> None:
    with pytest.raises(BadSetting) as raised:
        settings({f"CAROLUS_{given}": value})
    assert str(raised.value) == (
        f"CAROLUS_{given} is {value!r}: {missing} is missing; set both or neither"
    )


MAIL: Final = {
    "CAROLUS_SMTP": "smtp://ana:hush@mail.example",
    "CAROLUS_MAIL_FROM": "Carolus <games@club.example>",
    "CAROLUS_PUBLIC_URL": "https://play.example",
}


def test_email_needs_a_server_a_sender_and_an_address() -> None:
    """The error names what is missing, and no password."""
    found = settings(MAIL).mail
    assert found is not None
    assert (found.server.host, found.server.port) == ("mail.example", 587)
    assert (found.sender.addr_spec, found.domain) == ("games@club.example", "play.example")
    assert settings({**MAIL, "CAROLUS_SMTP": ""}).mail is None
    for name in ("CAROLUS_MAIL_FROM", "CAROLUS_PUBLIC_URL"):
        with pytest.raises(BadSetting) as raised:
            settings({**MAIL, name: ""})
        assert str(raised.value) == (
            f"CAROLUS_SMTP is 'smtp://ana:***@mail.example': {name} is missing; e-mail needs both"
        )


WITNESS: Final = "witness.example/w1+017f50a1+BD7iqKcoPLL9colD2qEn7wnkgwcai0vGmbpFIvCbFM/e"


def test_witnesses_have_a_key_and_an_address() -> None:
    """Each is a verifier key, a space and an address."""
    both = f"{WITNESS} https://witness.example/c , {WITNESS} http://127.0.0.1:8001"
    found = settings({"CAROLUS_COSIGNERS": both}).cosigner_addresses
    assert [(key.vkey, address) for key, address in found] == [
        (WITNESS, "https://witness.example/c"),
        (WITNESS, "http://127.0.0.1:8001"),
    ]


@pytest.mark.parametrize(
    ("value", "why"),
    [
        ("https://witness.example", "expected a verifier key, a space and an address"),
        (WITNESS, "expected https://… or http://… after the verifier key and a space"),
        (f"{WITNESS} witness.example", "expected https://… or http://… after"),
        (
            "example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k https://a.b",
            "expected the key of a witness, which has the type 4",
        ),
    ],
)
def test_the_error_says_what_is_wrong_with_a_witness(value: str, why: str) -> None:
    with pytest.raises(BadSetting, match=re.escape(why)):
        settings({"CAROLUS_COSIGNERS": value})


def test_lists_are_split() -> None:
    found = settings(
        {
            "CAROLUS_CORS_ORIGINS": "https://play.example, http://localhost:5173",
            "CAROLUS_EMBED_ORIGINS": "https://club.example:8443,https://*.league.example",
            "CAROLUS_PROXIES": "10.0.0.0/8, ::1,192.0.2.7",
        }
    )
    assert found.sites == ("https://club.example:8443", "https://*.league.example")
    assert found.origins == ("https://play.example", "http://localhost:5173")
    assert [str(one) for one in found.networks] == ["10.0.0.0/8", "::1/128", "192.0.2.7/32"]


@pytest.mark.parametrize(
    ("name", "value", "expected"),
    [
        ("BODY_BYTES_MAX", "100", "a whole number, 1024 or more"),
        ("BODY_BYTES_MAX", "1 MiB", "a whole number, 1024 or more"),
        ("REQUEST_SECONDS_MAX", "0", "a number, more than 0 and at most 86400"),
        ("REQUEST_SECONDS_MAX", "nan", "a number, more than 0"),
        ("DRAIN_SECONDS", "-1", "a number from 0 to 3600"),
        ("CORS_ORIGINS", "play.example", "origins such as https://play.example"),
        ("CORS_ORIGINS", "https://play.example/", "origins such as https://play.example"),
        ("EMBED_ORIGINS", "club.example", "origins such as https://club.example"),
        ("EMBED_ORIGINS", "https://club.example; script-src *", "origins such as https://club"),
        ("PROXIES", "10.0.0.1/8", "10.0.0.1/8 has host bits set"),
        ("PROXIES", "proxy", "addresses or networks"),
        ("RATE_PER_MINUTE", "-1", "a whole number from 0 to 1000000"),
        ("RATE_BURST", "0", "a whole number from 1 to 1000000"),
        ("STREAMS_MAX", "many", "a whole number, 1 or more"),
        ("PUSH_CONTACT", "admin@club.example", "mailto:… or https://…, or nothing"),
        ("SMTP", "mail.example:587", "smtps://… or smtp://…, or nothing"),
        ("SMTP", "smtp://", "smtps://… or smtp://…, or nothing"),
        ("MAIL_FROM", "Carolus", "an e-mail address such as ana@example.org"),
        ("MAIL_FROM", "Carolus <games@club>", "a domain such as example.org after @"),
        ("MAIL_DELAY_SECONDS", "-1", "a number from 0 to 86400"),
        ("PUBLIC_URL", "play.example", "an origin such as https://play.example"),
        ("PUBLIC_URL", "https://play.example/", "an origin such as https://play.example"),
        ("SECURITY_CONTACT", "mailto:", "mailto:… or https://…, or nothing"),
        ("WEBHOOKS_PRIVATE", "maybe", "one of 1, true, yes, on or 0, false, no, off"),
        ("LOG_FORMAT", "xml", "one of console, json"),
        ("LOG_LEVEL", "INFO", "one of debug, info, warning, error"),
        ("REDIS", "localhost:6379", "redis://… or rediss://… or unix://…, or nothing"),
        ("REDIS", "redis://", "redis://…"),
        ("REDIS", "redis://cache:70000", "redis://…"),
        ("TRACES", "collector:4318", "http://… or https://…, or nothing"),
    ],
)
def test_an_invalid_value_is_reported_in_one_line(
    name: str, value: str, expected: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the variable, the value and what was expected; status 2, and no traceback."""
    monkeypatch.setenv(f"CAROLUS_{name}", value)
    for command in ("config", "serve"):
        result = CliRunner().invoke(main, [command])
        assert result.exit_code == 2
        (reported,) = result.stderr.splitlines()
        assert reported.startswith(f"Error: CAROLUS_{name} is {value!r}: expected ")
        assert expected in reported


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        ("./data", "./data"),
        ("redis://cache:6379/0", "redis://cache:6379/0"),
        ("redis://:hush@cache/0", "redis://:***@cache/0"),
        ("redis://me:hush@cache/0", "redis://me:***@cache/0"),
        ("redis://me:h@sh@cache/0", "redis://me:***@cache/0"),
        ("redis://me:hu/sh@cache/0", "redis://***"),
        ("redis://me:hu#sh@cache/0", "redis://***"),
        ("redis://cache/0?password=hush", "redis://cache/0?***"),
        ("http://[hush", "***"),
        ("me:hush@cache:6379/0", "***"),
        ("redis:/me:hush@cache/0", "***"),
        ("/srv/carolus@8000", "/srv/carolus@8000"),
    ],
)
def test_passwords_are_masked(value: str, shown: str) -> None:
    assert masked(value) == shown


def test_a_password_is_not_in_the_error_either() -> None:
    with pytest.raises(BadSetting) as raised:
        settings({"CAROLUS_REDIS": "rds://me:hush@cache/0"})
    assert "rds://me:***@cache/0" in str(raised.value)
    assert "hush" not in str(raised.value)


def test_a_misspelt_name_is_reported() -> None:
    """With the setting it probably means. Variables of other programs are ignored."""
    environment = {
        "CAROLUS_RATE_PER_MINITE": "1",
        "CAROLUS_FUN": "1",
        "CAROLUS_TEST_REDIS": "redis://",
        "CAROLUS": "http://127.0.0.1:8000",
    }
    assert unknown(environment) == {
        "CAROLUS_RATE_PER_MINITE": "CAROLUS_RATE_PER_MINUTE",
        "CAROLUS_FUN": None,
    }


def test_config_shows_the_effective_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every setting, its value and its source; passwords are masked."""
    monkeypatch.setenv("CAROLUS_RATE_BURST", "7")
    monkeypatch.setenv("CAROLUS_REDIS", "redis://me:hush@cache/0")
    monkeypatch.setenv("CAROLUS_RATE_PER_MINITE", "7")
    monkeypatch.setenv("CAROLUS_PORT", "7")
    monkeypatch.delenv("CAROLUS_LOG_FORMAT", raising=False)
    for form in ("--json", None):
        result = CliRunner().invoke(main, ["config", *([form] if form else [])])
        assert result.exit_code == 0
        assert "hush" not in result.output
        assert result.stderr == (
            "Warning: CAROLUS_RATE_PER_MINITE is not a setting; "
            "did you mean CAROLUS_RATE_PER_MINUTE?\n"
            "Warning: CAROLUS_PORT is not a setting; `carolus serve` takes --port.\n"
        )
        if form:
            reported = json.loads(result.stdout)
            assert reported["CAROLUS_RATE_BURST"] == {"value": 7, "source": "environment"}
            assert reported["CAROLUS_REDIS"]["value"] == "redis://me:***@cache/0"
            assert reported["CAROLUS_LOG_FORMAT"] == {"value": "console", "source": "default"}
            assert list(reported) == [one.encode_name for one in msgspec.structs.fields(Settings)]
        else:
            lines = [line.split() for line in result.stdout.splitlines()]
            assert ["CAROLUS_RATE_BURST", "7", "environment"] in lines
            assert ["CAROLUS_LOG_FORMAT", "console", "default"] in lines


# --- the address of the database -----------------------------------------------------------------


@pytest.mark.parametrize(
    ("address", "shown"),
    [
        ("postgresql://db/carolus", "postgresql://db/carolus"),
        ("postgres://me@db:6432/carolus", "postgresql://me@db:6432/carolus"),
        ("postgresql://me:p%40ss@db/carolus?sslmode=require", "postgresql://me@db/carolus"),
        ("postgresql://me:@[::1]:5432/carolus", "postgresql://me@[::1]:5432/carolus"),
        ("postgresql:///carolus?host=/run/db&password=s", "postgresql:///carolus"),
    ],
)
def test_the_place_of_the_log_is_shown_without_its_password(address: str, shown: str) -> None:
    assert settings({"CAROLUS_DATABASE": address}).place == shown


@pytest.mark.parametrize(
    "address",
    [
        "sqlite:///carolus",
        "mysql://me:hidden@db/carolus",
        "postgresql://me:hidden@db",
        "postgresql://me:hidden@db/",
        "postgresql://me:hid@den@db/carolus",
        "postgresql://me:hid/den@db/carolus",
        "postgresql://me:hid?den@db/carolus",
        "postgresql://me:hid#den@db/carolus",
        "postgresql://me:hidden/carolus",
        "postgresql://me:hid den@db/carolus",
        "host=db password=hidden",
        "hidden",
    ],
)
def test_only_the_scheme_of_an_invalid_address_is_shown(
    address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Any other part could be the password."""
    monkeypatch.setenv("CAROLUS_DATABASE", address)
    result = CliRunner().invoke(main, ["config"])
    assert result.exit_code == 2
    scheme, sign, _ = address.partition("://")
    reported = f"{scheme}{sign}***" if sign else "***"
    assert result.stderr.startswith(
        f"Error: CAROLUS_DATABASE is {reported!r}: expected postgresql://user"
    )
    assert "hid" not in result.output
    assert "den" not in result.output


@pytest.mark.parametrize("command", [["show", "x"], ["simulate", "1"], ["export"], ["migrate"]])
def test_an_unreachable_database_is_reported_in_one_line(
    command: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With the variable to change, and without the password."""
    monkeypatch.setenv("CAROLUS_DATABASE", "postgresql://me:hidden@127.0.0.1:1/carolus")
    result = CliRunner().invoke(main, command)
    assert result.exit_code == 1
    assert result.stderr.startswith(
        "Error: the database postgresql://me@127.0.0.1:1/carolus cannot be used: "
    )
    assert result.stderr.endswith("; set CAROLUS_DATABASE to use another one\n")
    assert "refused" in result.stderr
    assert result.stderr.count("\n") == 1
    assert "hidden" not in result.output
