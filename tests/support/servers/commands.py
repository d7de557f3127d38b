"""Runs the command line in this process."""

from click.testing import CliRunner, Result

from service.cli import main


def run(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(main, words, input=typed, prog_name="carolus")
