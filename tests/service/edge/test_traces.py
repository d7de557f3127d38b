"""Traces: what a collector receives, and that nothing is imported without one."""

import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from tests.support.http.client import good, start
from tests.support.run.waiting import until
from tests.support.servers.served import Served

pytestmark = pytest.mark.process

TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = "b7ad6b7169203331"


WITHOUT = """
import os, sys, tempfile
sys.modules["opentelemetry"] = None
from service.app import create_app
from service.settings import Settings
from service.runtime.tracing import NotInstalled
folder = tempfile.mkdtemp()
create_app(Settings(data=folder))
try:
    create_app(Settings(data=folder, traces="http://127.0.0.1:4318"))
except NotInstalled as missing:
    print(missing, flush=True)
os._exit(0)  # the threads of the first one are still there
"""


class Collector(ThreadingHTTPServer):
    """Accepts traces as any collector does: OTLP, protobuf over HTTP."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Taking)
        self.sent: list[ExportTraceServiceRequest] = []
        self.types: set[str] = set()

    @property
    def url(self) -> str:
        """The address that it listens on."""
        return f"http://127.0.0.1:{self.server_port}"

    def spans(self) -> list[Span]:
        """Return all spans received."""
        return [
            span
            for request in self.sent
            for resource in request.resource_spans
            for scope in resource.scope_spans
            for span in scope.spans
        ]


class _Taking(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        server: Any = self.server
        body = self.rfile.read(int(self.headers["content-length"]))
        if self.path == "/v1/traces":
            server.types.add(self.headers["content-type"])
            server.sent.append(ExportTraceServiceRequest.FromString(body))
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - as the base has it
        pass


@pytest.fixture
def collector() -> Iterator[Collector]:
    with Collector() as found:
        thread = threading.Thread(target=found.serve_forever, args=(0.01,))
        thread.start()
        yield found
        found.shutdown()
        thread.join()


def attributes_of(span: Span) -> dict[str, Any]:
    """Return the attributes of a span."""
    values = {}
    for one in span.attributes:
        (kind,) = one.value.ListFields()
        values[one.key] = kind[1]
    return values


@pytest.mark.long
def test_a_collector_gets_a_trace_of_each_request(tmp_path: Path, collector: Collector) -> None:
    """It belongs to the trace of the caller, includes the append to the log, and has no secrets."""
    environment = {"CAROLUS_TRACES": collector.url, "CAROLUS_LOG_FORMAT": "json"}
    with Served(tmp_path, environment=environment) as served:
        with served.start().client() as http:
            table = start(http)
            token = table.tokens["seats"][0]
            headers = {
                "traceparent": f"00-{TRACE}-{PARENT}-01",
                "X-Request-Id": "chosen-by-me",
                **table.headers(1),
            }
            answer = http.post(
                f"{table.url}/actions", json={"actions": [{"type": "resign"}]}, headers=headers
            )
            good(answer)
            assert answer.headers["traceresponse"].split("-")[:2] == ["00", TRACE]
            http.get(f"/v1/games/{token}", params={"token": token})
            http.get("/v1/games", headers={"traceparent": "nonsense"})
        served.send(signal.SIGTERM)
        assert served.wait() == 0
        until(lambda: any(span.name == "GET /v1/games" for span in collector.spans()))
        log = served.log.read_text("utf-8")
    spans = collector.spans()
    assert collector.types == {"application/x-protobuf"}
    acted = next(
        one for one in spans if attributes_of(one).get("carolus.request_id") == "chosen-by-me"
    )
    assert acted.name == "POST /v1/games/{game}/actions"
    assert acted.kind == Span.SPAN_KIND_SERVER
    assert (acted.trace_id.hex(), acted.parent_span_id.hex()) == (TRACE, PARENT)
    assert attributes_of(acted)["http.response.status_code"] == 200
    assert attributes_of(acted)["http.route"] == "/v1/games/{game}/actions"
    inner = [one for one in spans if one.trace_id == acted.trace_id and one is not acted]
    assert "append" in {one.name for one in inner}
    append = next(one for one in inner if one.name == "append")
    assert append.parent_span_id == acted.span_id
    assert acted.start_time_unix_nano <= append.start_time_unix_nano
    assert append.end_time_unix_nano <= acted.end_time_unix_nano
    assert "project" in {one.name for one in spans}
    whole = b"".join(request.SerializeToString() for request in collector.sent)
    for secret in (token, table.tokens["creator"]):
        assert secret.partition("_")[2].encode() not in whole
    assert f'"trace_id":"{TRACE}"' in log


@pytest.mark.long
def test_an_unreachable_collector_does_no_harm(tmp_path: Path) -> None:
    """Games go on, and the service stops normally."""
    environment = {"CAROLUS_TRACES": "http://127.0.0.1:9"}
    with Served(tmp_path, environment=environment) as served:
        with served.start().client() as http:
            good(http.get(start(http).url))
        served.send(signal.SIGTERM)
        assert served.wait() == 0


@pytest.mark.long
def test_nothing_is_imported_while_traces_are_off() -> None:
    """So the libraries need not be installed."""
    done = subprocess.run(
        [sys.executable, "-c", WITHOUT], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.strip() == (
        "CAROLUS_TRACES needs libraries that are not installed: pip install 'carolus[traces]'"
    )
