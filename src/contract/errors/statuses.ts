/** The HTTP statuses of errors: meaning, remedy, and one error of the catalogue as example. */

import { VERSION_MAX, VERSION_MIN } from '../field.ts';
import type { InterfaceError } from '../interface-error.ts';
import { namedError } from './catalogue.ts';
import type { ErrorCause, Remedy } from './causes.ts';

interface StatusRow extends Remedy {
  /** Name of the response in the OpenAPI document. Absent if operations do not answer with this status. */
  readonly name?: string;
  readonly example: InterfaceError;
  /** Descriptions of the response headers, by header name. */
  readonly headers?: Readonly<Record<string, string>>;
}

const ROWS: readonly StatusRow[] = [
  {
    name: 'InvalidRequest',
    example: namedError('BODY_NOT_AN_OBJECT'),
    meaning:
      'The request is to be changed: a field was refused, the body is no JSON object, or the order does not allow it.',
    mend: 'Change what the answer names.',
  },
  {
    name: 'BadCredentials',
    example: namedError('CREDENTIALS_INVALID'),
    meaning: 'No credentials were sent, or they are not right for the merchant of the address.',
    mend: 'Use HTTP Basic with the user merchant. and the merchant id of the address, and its API password.',
    headers: { 'WWW-Authenticate': 'Asks for Basic authentication.' },
  },
  {
    name: 'Rejected',
    example: namedError('REFUND_ALONE_FORBIDDEN'),
    meaning: 'The caller is known, and may not do this; or guessed a password too often.',
    mend: 'Ask the operator of the gateway for the permission; after failed logins, wait as Retry-After says.',
    headers: { 'Retry-After': 'Seconds to wait, after too many wrong passwords.' },
  },
  {
    name: 'NotFound',
    example: namedError('VERSION_UNSUPPORTED', { version: 800, from: VERSION_MIN, to: VERSION_MAX }),
    meaning: 'There is nothing at the address, or the version in it is not spoken. An unknown order or token is a 400.',
    mend: 'Check the address: versions are whole numbers, and every id is percent-encoded once.',
  },
  {
    example: namedError('METHOD_NOT_ALLOWED', { methods: 'PUT, GET' }),
    meaning: 'The address is right and the method is not.',
    mend: 'Use a method that the header Allow names.',
    headers: { Allow: 'The methods that the address takes.' },
  },
  {
    example: namedError('REQUEST_TOO_SLOW'),
    meaning: 'The request did not arrive completely in time.',
    mend: 'Send it again, on a connection that is fast enough.',
  },
  {
    example: namedError('BODY_TOO_LARGE', { bytes: 65_536 }),
    meaning: 'The body is too large.',
    mend: 'Send fewer line items or shorter texts.',
  },
  {
    example: namedError('HOST_UNKNOWN', { host: 'pay.example' }),
    meaning: 'The request names another host than the one that the gateway goes by.',
    mend: 'Call the gateway by the origin that its operator gave you.',
  },
  {
    example: namedError('HEADERS_TOO_LARGE', { bytes: 16_384 }),
    meaning: 'The headers are too large.',
    mend: 'Send fewer or shorter headers.',
  },
  {
    name: 'Failed',
    example: namedError('UNEXPECTED'),
    meaning: 'Something failed in the gateway, and whether money moved is not told by this answer.',
    mend: 'Repeat the same request with the same ids: it answers what happened, and never does it twice.',
  },
  {
    name: 'Busy',
    example: namedError('STILL_UNDER_WAY'),
    meaning: 'The gateway is too busy, or the same transaction has not ended yet.',
    mend: 'Repeat the same request after the seconds that Retry-After says.',
    headers: { 'Retry-After': 'Seconds to wait before the same request is sent again.' },
  },
];

export interface Status extends Omit<StatusRow, 'example'> {
  readonly status: number;
  readonly cause: ErrorCause;
  /** The explanation in the gateway's answer. */
  readonly explanation: string;
}

export const STATUSES: readonly Status[] = ROWS.map(({ example, ...row }) => ({
  ...row,
  status: example.status,
  cause: example.errorCause,
  explanation: example.message,
}));
