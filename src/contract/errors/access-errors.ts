/** Errors of authentication and permission. */
import type { ErrorRow } from './error-row.ts';

export const ACCESS_ERRORS = {
  CREDENTIALS_INVALID: {
    cause: 'INVALID_REQUEST',
    status: 401,
    explanation: 'Invalid credentials.',
    headers: { 'WWW-Authenticate': 'Basic realm="Turnpike", charset="UTF-8"' },
    when: 'No credentials were sent, or not those of the merchant in the address, or the merchant is disabled.',
  },
  GUESSES_EXHAUSTED: {
    cause: 'REQUEST_REJECTED',
    explanation: 'Too many failed attempts. Try again in {seconds} seconds.',
    headers: { 'Retry-After': '{seconds}' },
    when: 'Too many wrong passwords came from this network, or for this merchant.',
  },
  PASSWORD_CHECKS_BUSY: {
    cause: 'SERVER_BUSY',
    explanation: 'Too many passwords are being checked. Try again.',
    headers: { 'Retry-After': '1' },
    when: 'Others wait for their passwords to be checked.',
  },
  SESSION_LOGINS_EXHAUSTED: {
    cause: 'REQUEST_REJECTED',
    explanation: "The session's authenticationLimit is reached.",
    when: 'The session’s id was the password as often as the session allows.',
  },
  PAYERS_CALLS_BUSY: {
    cause: 'SERVER_BUSY',
    explanation: "Too many calls by a session's id from this network. Ask again in {seconds} seconds.",
    headers: { 'Retry-After': '{seconds}' },
    when: 'The session’s id is the password, and too many others of the same network call so.',
  },
  PASSWORD_IN_A_PAGE: {
    cause: 'REQUEST_REJECTED',
    explanation: 'The API password does not belong into a page. There, the session’s id is the password.',
    when: 'A browser says that a page of another site calls with the merchant’s API password.',
  },
  PAYER_REQUIRED: {
    cause: 'REQUEST_REJECTED',
    explanation: 'This merchant may not begin payments without the payer.',
    when: 'transaction.source is MERCHANT, and the profile does not permit it.',
  },
  CAPTURE_ALONE_FORBIDDEN: {
    cause: 'REQUEST_REJECTED',
    explanation: 'This merchant may not capture what was authorized elsewhere.',
    when: 'CAPTURE has no authorization here, and the profile does not permit it.',
  },
  REFUND_ALONE_FORBIDDEN: {
    cause: 'REQUEST_REJECTED',
    explanation: 'This merchant may not refund what was not paid here.',
    when: 'REFUND has no payment here, and the profile does not permit it.',
  },
} as const satisfies Record<string, ErrorRow>;
