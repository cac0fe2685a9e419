<?php

/** An older one may be a replay. */
const SECONDS_MAX = 5 * 60;

/**
 * Throws unless this is a notification of your gateway's, as it was sent, not more than five minutes ago.
 *
 *   verify(getallheaders(), file_get_contents('php://input'), getenv('NOTIFICATION_KEY'));
 *
 * $rawBody is the body as it came: JSON that was decoded and encoded again has other bytes.
 * $key is the whole text, with its whsec_.
 */
function verify(array $headers, string $rawBody, string $key): void
{
    // Without this, anyone could sign while the key is not set.
    $secret = strpos($key, 'whsec_') === 0 ? (string) base64_decode(substr($key, 6)) : '';
    if (strlen($secret) < 24) {
        throw new UnexpectedValueException('Not a key');
    }

    $headers = array_change_key_case($headers, CASE_LOWER);
    $id = $headers['webhook-id'] ?? null;
    $timestamp = $headers['webhook-timestamp'] ?? null;
    $signatures = $headers['webhook-signature'] ?? null;
    if (!is_string($id) || !is_string($timestamp) || !is_string($signatures)) {
        throw new UnexpectedValueException('No signature');
    }

    if (!preg_match('/^[0-9]+$/D', $timestamp) || abs(time() - (float) $timestamp) > SECONDS_MAX) {
        throw new UnexpectedValueException('Too old or too new');
    }

    $hash = hash_hmac('sha256', "$id.$timestamp.$rawBody", $secret, true);
    $expected = 'v1,' . base64_encode($hash);
    // While a key is being replaced there are two signatures, the old key's and the new one's. One is enough.
    foreach (explode(' ', $signatures) as $given) {
        if (hash_equals($expected, $given)) {
            return;
        }
    }
    throw new UnexpectedValueException('Signature is wrong');
}
