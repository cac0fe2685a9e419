import base64
import hashlib
import hmac
import re
import time

# An older one may be a replay.
SECONDS_MAX = 5 * 60


def verify(headers, raw_body: bytes, key: str) -> None:
    """
    Raises ValueError unless this is a notification of your gateway's, as it was sent, not more than five minutes ago.

        verify(request.headers, request.get_data(), os.environ["NOTIFICATION_KEY"])  # Flask
        verify(request.headers, request.body, os.environ["NOTIFICATION_KEY"])  # Django

    raw_body is the body as it came: JSON that was loaded and dumped again has other bytes.
    key is the whole text, with its whsec_.
    """
    # Without this, anyone could sign while the key is not set.
    secret = base64.b64decode(key[6:]) if key.startswith("whsec_") else b""
    if len(secret) < 24:
        raise ValueError("Not a key")

    by_name = {name.lower(): value for name, value in headers.items()}
    message_id = by_name.get("webhook-id")
    timestamp = by_name.get("webhook-timestamp")
    signatures = by_name.get("webhook-signature")
    if message_id is None or timestamp is None or signatures is None:
        raise ValueError("No signature")

    if not re.fullmatch("[0-9]{1,20}", timestamp) or abs(time.time() - int(timestamp)) > SECONDS_MAX:
        raise ValueError("Too old or too new")

    signed = f"{message_id}.{timestamp}.".encode() + raw_body
    expected = b"v1," + base64.b64encode(hmac.new(secret, signed, hashlib.sha256).digest())
    # While a key is being replaced there are two signatures, the old key's and the new one's. One is enough.
    if not any(hmac.compare_digest(given.encode(), expected) for given in signatures.split(" ")):
        raise ValueError("Signature is wrong")
