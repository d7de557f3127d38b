"""Test that dashboard and alerts use existing metrics and labels."""

from collections.abc import Iterator
from typing import Any

import msgspec
import promql_parser
import pytest
from prometheus_client import REGISTRY

import service.app  # noqa: F401 - it registers all metrics of the service
from tests.support.docs.pages import ROOT
from tests.support.servers.deploying import DEPLOY, yaml

OF_PROMETHEUS = {"job", "instance"}
"""Labels that Prometheus adds to every metric."""

ELSEWHERE = {
    "up": set(),
    "node_filesystem_avail_bytes": {"device", "fstype", "mountpoint"},
    "node_filesystem_size_bytes": {"device", "fstype", "mountpoint"},
    "caddy_reverse_proxy_upstreams_healthy": {"upstream"},
}
"""Metrics of others, with their labels: of Prometheus, the node exporter and the proxy.

``test_proxy`` checks the last.
"""


def queries() -> Iterator[str]:
    """Yield every query of the dashboard and the alerts."""
    for group in yaml("prometheus/alerts.yml")["groups"]:
        for rule in group["rules"]:
            yield rule["expr"]
    board = (DEPLOY / "grafana" / "dashboards" / "carolus.json").read_bytes()
    for panel in msgspec.json.decode(board)["panels"]:
        for target in panel.get("targets", ()):
            yield target["expr"].replace("$__rate_interval", "5m")


def selectors(asked: Any, by: frozenset[str] = frozenset()) -> Iterator[tuple[Any, frozenset[str]]]:
    """Yield the selectors of a query, and the labels by which they are aggregated."""
    if isinstance(asked, promql_parser.VectorSelector):
        yield asked, by
        return
    if isinstance(asked, promql_parser.AggregateExpr):
        grouped = frozenset(asked.modifier.labels) if asked.modifier else frozenset()
        yield from selectors(asked.expr, by | grouped)
        return
    parts = [getattr(asked, name, None) for name in ("lhs", "rhs", "expr", "vector_selector")]
    for part in [*parts, *getattr(asked, "args", ())]:
        if part is not None:
            yield from selectors(part, by)


def labels_of(metric: str) -> set[str]:
    """Return the labels of a metric; fail if it does not exist."""
    if metric in ELSEWHERE:
        return ELSEWHERE[metric]
    collector: Any = REGISTRY._names_to_collectors.get(metric)
    assert collector is not None, f"there is no metric {metric}"
    return {
        *getattr(collector, "_labelnames", ()),
        *(("le",) if metric.endswith("_bucket") else ()),
    }


@pytest.mark.long
@pytest.mark.parametrize("query", sorted(set(queries())))
def test_a_query_uses_existing_metrics(query: str) -> None:
    """Every metric exists and has the labels of the query; paths are those of the contract."""
    paths = msgspec.json.decode((ROOT / "openapi" / "openapi.json").read_bytes())["paths"]
    found = list(selectors(promql_parser.parse(query)))
    assert found
    for selector, by in found:
        matchers = selector.matchers.matchers
        asked = {one.name for one in matchers} | by
        assert asked <= labels_of(selector.name) | OF_PROMETHEUS, selector.name
        assert all(one.value in paths for one in matchers if one.name == "path")
