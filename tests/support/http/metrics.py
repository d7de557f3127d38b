"""The metrics of a running service, as a scraper reads them."""

import re

import httpx

from tests.support.run.waiting import until


def in_progress(http: httpx.Client) -> float:
    """Return the number of requests in progress, including this one."""
    metrics = http.get("/metrics").text
    (response,) = re.findall(r"^carolus_requests_in_progress (.*)$", metrics, re.MULTILINE)
    return float(response)


def until_metrics_have(http: httpx.Client, line: str) -> None:
    """Wait until the metrics contain this line."""
    until(lambda: line in http.get("/metrics").text)
