/**
 * Why a delivery failed, in the merchant's view: a closed list of sentences. A library's own words name its files, and
 * the machine that it runs on; those are the operator's, and go to the log.
 */

/** Its message is ours, and is told as it is. */
export class DeliveryFailure extends Error {}

export const NOT_HTTPS = 'Notifications go to https addresses alone.';
/** Does not say whether the host has other addresses: that would reveal which internal names exist. */
export const NO_ADDRESS =
  'No address that notifications may be sent to was found for the host. In the sandbox, NOTIFICATION_LOOPBACK_PORTS ' +
  'names ports of this machine that they may be sent to.';
export const ANYTHING_ELSE = 'The notification could not be sent.';

export const noConnection = (ms: number): string => `No connection within ${ms / 1_000} s.`;
export const noAnswer = (ms: number): string => `No answer within ${ms / 1_000} s.`;

/** By the code of Node's error; the first that matches. */
const SENTENCES: readonly (readonly [code: RegExp, sentence: string])[] = [
  [/^CERT_HAS_EXPIRED$/, 'The certificate has expired.'],
  [/^CERT_NOT_YET_VALID$/, 'The certificate is not valid yet.'],
  [/^(ERR_TLS_CERT_ALTNAME_|HOSTNAME_MISMATCH$)/, 'The certificate is for another name.'],
  [
    /^(UNABLE_TO_|CERT_|CRL_|SELF_SIGNED_|DEPTH_ZERO_|INVALID_|PATH_LENGTH_|ERROR_IN_CERT_)/,
    'The certificate is not trusted.',
  ],
  [/^(EPROTO$|ERR_SSL_|ERR_TLS_)/, 'TLS failed.'],
  [/^ECONNREFUSED$/, 'The connection was refused.'],
  [/^(ECONNRESET|EPIPE|ECONNABORTED)$/, 'The connection was closed without an answer.'],
  [/^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL|ETIMEDOUT)$/, 'The host could not be reached.'],
  [/^HPE_/, 'The answer was not HTTP.'],
];

/** Certificates may have thousands of names, and the error message lists all of them. */
const DETAIL_CHARS_MAX = 300;

export interface ToldFailure {
  /** For the merchant. */
  readonly failure: string;
  /** For the operator's log, where there is more to say. */
  readonly detail?: string;
}

export function told(error: unknown): ToldFailure {
  if (error instanceof DeliveryFailure) {
    return { failure: error.message };
  }
  const { code = '', message } = error as NodeJS.ErrnoException;
  const [, failure = ANYTHING_ELSE] = SENTENCES.find(([pattern]) => pattern.test(code)) ?? [];
  const detail = code === '' || message.includes(code) ? message : `${code}: ${message}`;
  return { failure, detail: detail.slice(0, DETAIL_CHARS_MAX) };
}
