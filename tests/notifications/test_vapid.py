"""Test the identity of the service towards push services."""

from joserfc import jws
from joserfc.jwk import ECKey

from domain.record.jws import from_base64url
from service.notifications.encryption import public_point
from service.notifications.vapid import Vapid

KEY = bytes(range(32))
CONTACT = "mailto:admin@club.example"


def test_the_key_follows_from_the_service_key() -> None:
    """All workers have it, and it outlasts a restart; each service has its own."""
    first, again, other = Vapid(KEY, ""), Vapid(KEY, CONTACT), Vapid(bytes(32), "")
    assert first.public_key == again.public_key != other.public_key
    assert len(from_base64url(first.public_key)) == 65


def test_a_token_is_for_one_push_service_and_expires() -> None:
    """It names the origin of the endpoint, with its port; a contact only if there is one."""
    claims = {}
    for contact in ("", CONTACT):
        vapid = Vapid(KEY, contact, clock=lambda: 1_000_000.5)
        header = vapid.authorization("https://push.example:8443/send/abc?d=e")
        token = header.removeprefix("vapid t=").partition(", k=")[0]
        assert header.endswith(f", k={vapid.public_key}")
        point = ECKey.import_key(public_point(from_base64url(vapid.public_key)))
        found = jws.deserialize_compact(token, point, algorithms=["ES256"])
        claims[contact] = found.payload.decode()
    expected = '{"aud":"https://push.example:8443","exp":1043200'
    assert claims[""] == f"{expected}}}"
    assert claims[CONTACT] == f'{expected},"sub":"{CONTACT}"}}'
