"""What programs and people find without documentation: the documents of the API, and a contact.

The catalogue is that of RFC 9727, in the link sets of RFC 9264 with the relations of RFC 8631; the
contact is the ``security.txt`` of RFC 9116.
"""

from typing import Any, Final

import msgspec
from litestar import Response, get

from domain.rulesets.registry import RULESETS
from service.http.parts import parts_of
from service.http.requests.request import AnyRequest
from service.http.requests.resources import NotFound
from service.http.static.reference_pages import ADDRESS as REFERENCE
from service.runtime.timestamps import later

CATALOGUE: Final = "/.well-known/api-catalog"
SECURITY: Final = "/.well-known/security.txt"

ASYNCAPI: Final = "/schema/asyncapi.json"
"""The address of the AsyncAPI document."""
ASYNCAPI_TYPE: Final = "application/vnd.aai.asyncapi+json"

CONTACT_DAYS: Final = 30
"""RFC 9116 requires an expiry, so that people do not use an old copy."""

_JSON: Final = "application/json"
_PROFILE: Final = "https://www.rfc-editor.org/info/rfc9727"
_DAY_SECONDS: Final = 86_400

DESCRIBED: Final = {
    "Link": f'<{CATALOGUE}>; rel="api-catalog", </schema/openapi.json>; rel="service-desc"; '
    f'type="{_JSON}", </schema>; rel="service-doc"; type="text/html"'
}
"""The header of the pages from which programs look for the API (RFC 8631, RFC 9727)."""


def _link(address: str, media_type: str, title: str) -> dict[str, str]:
    return {"href": address, "type": media_type, "title": title}


_LINKSET: Final[dict[str, Any]] = {
    "linkset": [
        {
            "anchor": "/",
            "service-desc": [
                _link("/schema/openapi.json", _JSON, "Carolus (OpenAPI)"),
                *(
                    _link(f"/schema/{one.meta.id}.json", _JSON, f"{one.meta.title} (OpenAPI)")
                    for one in RULESETS
                ),
                _link(ASYNCAPI, ASYNCAPI_TYPE, "Streams and messages of Carolus (AsyncAPI)"),
            ],
            "service-doc": [
                _link("/schema", "text/html", "The API"),
                _link(f"{REFERENCE}/http.md", "text/markdown", "HTTP"),
                _link(f"{REFERENCE}/versions.md", "text/markdown", "Versions"),
            ],
            "status": [_link("/healthz", _JSON, "Health")],
        }
    ]
}
_CATALOGUE: Final = msgspec.json.encode(_LINKSET)


@get(CATALOGUE, include_in_schema=False, sync_to_thread=False)
def api_catalog() -> Response[bytes]:
    """Return the links to the documents of the API."""
    media_type = f'application/linkset+json; profile="{_PROFILE}"'
    return Response(_CATALOGUE, media_type=media_type, headers=DESCRIBED)


@get(SECURITY, include_in_schema=False, sync_to_thread=False)
def security_txt(request: AnyRequest) -> Response[str]:
    """Return where to report a vulnerability, if the operator says so."""
    parts = parts_of(request)
    if not parts.security_contact:
        raise NotFound("security_contact")
    expires = later(parts.register.now(), CONTACT_DAYS * _DAY_SECONDS)
    lines = (
        f"Contact: {parts.security_contact}",
        f"Expires: {expires}",
        "Preferred-Languages: en, es, de",
    )
    return Response("".join(f"{line}\n" for line in lines), media_type="text/plain")


HANDLERS: Final = (api_catalog, security_txt)
