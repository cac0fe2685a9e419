/**
 * The reasons of failed deliveries that merchants see: a closed list of sentences. Error messages of libraries may name
 * files and hosts of the gateway, so they are written to the operator's log only.
 */

/** An error whose message merchants may see. */
export class DeliveryFailure extends Error {}

export const NOT_HTTPS = 'Notifications go to https addresses alone.';
/**
 * The sentence does not reveal whether the host has internal addresses, because merchants could find out internal names
 * by it.
 */
export const NO_ADDRESS =
  'No address that notifications may be sent to was found for the host. In the sandbox, NOTIFICATION_LOOPBACK_PORTS ' +
  'names ports of this machine that they may be sent to.';
export const ANYTHING_ELSE = 'The notification could not be sent.';

export const noConnection = (ms: number): string => `No connection within ${ms / 1_000} s.`;
export const noAnswer = (ms: number): string => `No answer within ${ms / 1_000} s.`;

/** The sentences by the code of Node's error. The first match applies. */
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

/** Limits the log line: a certificate may have thousands of names, and Node's error message lists all of them. */
const DETAIL_CHARS_MAX = 300;

export interface DescribedFailure {
  /** The sentence for the merchant. */
  readonly failure: string;
  /** More details for the operator's log, if there are any. */
  readonly detail?: string;
}

export function describeFailure(error: unknown): DescribedFailure {
  if (error instanceof DeliveryFailure) {
    return { failure: error.message };
  }
  const { code = '', message } = error as NodeJS.ErrnoException;
  const [, failure = ANYTHING_ELSE] = SENTENCES.find(([pattern]) => pattern.test(code)) ?? [];
  const detail = code === '' || message.includes(code) ? message : `${code}: ${message}`;
  return { failure, detail: detail.slice(0, DETAIL_CHARS_MAX) };
}
