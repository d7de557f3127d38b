"""OpenTelemetry traces, sent as protobuf over HTTP (OTLP).

This module creates the spans of requests, because the library's middleware records raw addresses
and queries, which can contain anything that a caller sends.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.metadata import version
from typing import Final

from litestar.types import HTTPScope
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.sdk.resources import SERVICE_NAME, SERVICE_VERSION, Resource
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor
from opentelemetry.trace import SpanKind, StatusCode, format_span_id, format_trace_id
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

from service.runtime.exchange import Exchange

_PATH: Final = "/v1/traces"
_EXPORT_SECONDS_MAX: Final = 3.0
_CARRIED: Final = frozenset({b"traceparent", b"tracestate"})


class Otlp:
    """Sends spans to a collector."""

    def __init__(self, collector: str) -> None:
        address = collector.rstrip("/")
        exporter = OTLPSpanExporter(
            endpoint=address if address.endswith(_PATH) else address + _PATH,
            timeout=_EXPORT_SECONDS_MAX,
        )
        resource = Resource.create({SERVICE_NAME: "carolus", SERVICE_VERSION: version("carolus")})
        self._provider = TracerProvider(resource=resource, shutdown_on_exit=False)
        self._provider.add_span_processor(BatchSpanProcessor(exporter))
        self._tracer = self._provider.get_tracer("carolus")
        self._parents = TraceContextTextMapPropagator()

    @contextmanager
    def span(self, name: str) -> Iterator[None]:
        """Return a child of the current span."""
        # Record only that the block failed: an exception may quote private input.
        with self._tracer.start_as_current_span(
            name, record_exception=False, set_status_on_exception=False
        ) as span:
            try:
                yield
            except BaseException:
                span.set_status(StatusCode.ERROR)
                raise

    @contextmanager
    def of_request(self, scope: HTTPScope, exchange: Exchange) -> Iterator[None]:
        """Return the span of a request, a child of the caller's span if the request names one."""
        carried = {
            name.decode("latin-1"): value.decode("latin-1")
            for name, value in scope["headers"]
            if name in _CARRIED
        }
        with self._tracer.start_as_current_span(
            scope["method"],
            context=self._parents.extract(carried),
            kind=SpanKind.SERVER,
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            place = span.get_span_context()
            trace, own = format_trace_id(place.trace_id), format_span_id(place.span_id)
            exchange.trace = f"00-{trace}-{own}-{place.trace_flags:02x}"
            try:
                yield
            finally:
                route = scope.get("path_template", "")
                span.update_name(f"{scope['method']} {route}".rstrip())
                span.set_attributes(
                    {
                        "http.request.method": scope["method"],
                        "http.route": route,
                        "http.response.status_code": exchange.status,
                        "http.response.body.size": exchange.sent_bytes,
                        "url.scheme": scope["scheme"],
                        "carolus.request_id": exchange.id,
                    }
                )
                if exchange.status >= 500:
                    span.set_status(StatusCode.ERROR)

    def stop(self) -> None:
        """Send pending spans, if that is possible soon."""
        self._provider.force_flush(int(_EXPORT_SECONDS_MAX * 1000))
        self._provider.shutdown()
