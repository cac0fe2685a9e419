/** Errors of requests that do not reach an operation. */
import type { ErrorRow } from './error-row.ts';

export const TRANSPORT_ERRORS = {
  NOT_HTTP: {
    cause: 'INVALID_REQUEST',
    explanation: 'The request is not valid HTTP.',
    when: 'The bytes cannot be read as HTTP, such as TLS to a plain port.',
  },
  REQUEST_UNREADABLE: {
    cause: 'INVALID_REQUEST',
    explanation: 'The request cannot be read.',
    when: 'The HTTP server refused the request for another reason, with the status of that reason.',
  },
  REQUEST_TOO_SLOW: {
    cause: 'INVALID_REQUEST',
    status: 408,
    explanation: 'The request took too long to arrive.',
    when: 'Headers or body were not complete in time.',
  },
  HEADERS_TOO_LARGE: {
    cause: 'INVALID_REQUEST',
    status: 431,
    explanation: 'The headers are larger than {bytes} bytes.',
    when: 'Address and headers together are too long.',
  },
  BODY_TOO_LARGE: {
    cause: 'INVALID_REQUEST',
    status: 413,
    explanation: 'The body is larger than {bytes} bytes.',
    when: 'The body is too long.',
  },
  BODY_LENGTH_WRONG: {
    cause: 'INVALID_REQUEST',
    explanation: 'The body is not as long as Content-Length says.',
    when: 'The connection ended before the body did.',
  },
  HOST_UNKNOWN: {
    cause: 'INVALID_REQUEST',
    status: 421,
    explanation: 'This server answers for {host} alone.',
    when: 'The header Host does not name the gateway’s public origin.',
  },
  NOTHING_HERE: {
    cause: 'INVALID_REQUEST',
    status: 404,
    explanation: 'There is nothing at this address.',
    when: 'The address is none of the gateway’s.',
  },
  METHOD_NOT_ALLOWED: {
    cause: 'INVALID_REQUEST',
    status: 405,
    explanation: 'This address takes {methods}.',
    headers: { Allow: '{methods}' },
    when: 'The address takes other methods.',
  },
  ADDRESS_ENCODING: {
    cause: 'INVALID_REQUEST',
    explanation: 'The address is not correctly percent-encoded.',
    when: 'A part of the address cannot be decoded.',
  },
  VERSION_UNSUPPORTED: {
    cause: 'INVALID_REQUEST',
    status: 404,
    explanation: "Unsupported value for 'version = {version}'; versions are {from} to {to}",
    when: 'The version in the address is not spoken.',
  },
  STORE_UNAVAILABLE: {
    cause: 'SERVER_BUSY',
    explanation:
      'Nothing can be stored at the moment. Send the same request again, with the same ids: it is done once.',
    headers: { 'Retry-After': '5' },
    when: 'The gateway’s database does not answer, or takes no writes.',
  },
  STORE_RESTORED: {
    cause: 'SERVER_BUSY',
    explanation:
      'The gateway was restored from a backup and is not compared with the ledgers yet. Send the same request again later, with the same ids: it is executed once.',
    headers: { 'Retry-After': '60' },
    when: 'The operator has restored a backup, and has not yet compared it with the acquirer’s ledger.',
  },
  UNEXPECTED: {
    cause: 'SERVER_FAILED',
    explanation: 'An unexpected error occurred. The support code finds it in the log.',
    when: 'Something failed in the gateway.',
  },
} as const satisfies Record<string, ErrorRow>;
