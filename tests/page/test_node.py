"""Test the node process that runs the modules of the page for these tests."""

from pathlib import Path

import pytest

from tests.support.browser import javascript

MODULE = """
let calls = 0;
export const count = () => (calls += 1);
export const seen = (name) => {
  const before = globalThis[name];
  globalThis[name] = 1;
  return before;
};
export const noisy = async (line) => { console.log(line); return line; };
export const silent = async () => { process.exit(0); };
export const stuck = () => new Promise(() => {});
export const late = (name) => { setInterval(() => (globalThis[name] = 1), 1); };
export const uncaught = () => { Promise.reject(new RangeError("not caught")); };
export const later = async (name) => {
  await new Promise((done) => setTimeout(done, 20));
  return globalThis[name];
};
export const fetches = () => typeof fetch;
export const changes = () => {
  globalThis.fetch = 1;
  globalThis.components.chess = 1;
};
export const wrong = () => { throw new RangeError("out of bounds"); };
"""


@pytest.fixture
def module(tmp_path: Path) -> Path:
    path = tmp_path / "module.mjs"
    path.write_text(MODULE, "utf-8")
    return path


def test_every_call_gets_fresh_modules_and_globals(module: Path) -> None:
    assert [javascript.call(module, "count") for _ in range(2)] == [1, 1]
    assert [javascript.call(module, "seen", "fetched") for _ in range(2)] == [None, None]


def test_leftovers_of_a_call_do_not_reach_the_next_one(module: Path) -> None:
    javascript.call(module, "late", "fetched")
    assert javascript.call(module, "later", "fetched") is None


def test_no_call_changes_the_components_of_others(module: Path) -> None:
    with pytest.raises(javascript.Thrown, match="not extensible"):
        javascript.call(module, "changes")
    assert javascript.call(module, "fetches") == "function"


def test_the_output_of_a_module_is_not_an_answer(module: Path) -> None:
    assert javascript.call(module, "noisy", "a\nb") == "a\nb"


@pytest.mark.parametrize(
    ("function", "reason"),
    [
        ("wrong", "RangeError: out of bounds"),
        ("uncaught", "RangeError: not caught"),
        ("silent", "without an answer"),
        ("stuck", "without an answer"),
    ],
)
def test_a_call_that_fails_says_why_and_the_next_is_answered(
    module: Path, function: str, reason: str
) -> None:
    with pytest.raises(javascript.Thrown, match=reason):
        javascript.call(module, function)
    assert javascript.call(module, "count") == 1
