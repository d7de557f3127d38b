"""What can go wrong: problems of the service, and services that do not answer."""

from carolus_client.types import FieldError, Problem


class CarolusError(Exception):
    """The base of all errors here."""


class ServiceUnreachable(CarolusError):
    """The service did not answer, after all retries. It may have carried out the request."""


class VerifierMissing(CarolusError):
    """The packages that verify records are not installed, so nothing was verified."""


class ProblemError(CarolusError):
    """The service did not carry out a request, and says why.

    Switch on ``type``, ``rule`` and ``reason``; the text is for people.
    """

    def __init__(self, problem: Problem) -> None:
        super().__init__(f"{problem['status']} {problem['title']}: {problem.get('detail', '')}")
        self.problem = problem

    @property
    def type(self) -> str:
        """The type of problem, such as ``/problems/illegal-action``."""
        return self.problem["type"]

    @property
    def status(self) -> int:
        """The status of the response."""
        return self.problem["status"]

    @property
    def rule(self) -> str | None:
        """The rule that refuses, such as ``CM-OPEN-5``."""
        return self.problem.get("rule")

    @property
    def reason(self) -> str | None:
        """The code of the reason why the rule refuses."""
        return self.problem.get("reason")

    @property
    def errors(self) -> list[FieldError]:
        """The fields that do not fit the schema, and what was expected there."""
        return self.problem.get("errors", [])


class IllegalAction(ProblemError):
    """A rule refuses the actions (409): ``rule`` and ``reason`` say which, and why."""


class StaleVersion(ProblemError):
    """The game has moved on (412): look at it again before you act."""

    @property
    def version(self) -> int:
        """The current version of the game."""
        return self.problem.get("version", 0)


class NotAllowed(ProblemError):
    """The token is missing or not valid (401), or does not grant the right (403)."""


class TooManyRequests(ProblemError):
    """The bucket of requests is empty (429), for longer than the client waits."""


_BY_TYPE: dict[str, type[ProblemError]] = {
    "/problems/illegal-action": IllegalAction,
    "/problems/stale-version": StaleVersion,
    "/problems/unauthorized": NotAllowed,
    "/problems/forbidden": NotAllowed,
    "/problems/too-many-requests": TooManyRequests,
}


def error_of(problem: Problem) -> ProblemError:
    """Return the error for a problem."""
    return _BY_TYPE.get(problem["type"], ProblemError)(problem)
