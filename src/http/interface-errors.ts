/** The interface's errors for what fails or is refused before a handler answers. */
import type { FastifyError } from 'fastify';
import { InterfaceError } from '../contract/interface-error.ts';
import { BODY_BYTES_MAX } from './http-limits.ts';

/**
 * What strangers cause a thousand times a second is made once: an error's stack costs as much as the rest of its
 * answer.
 */
export const UNKNOWN_HOST = new InterfaceError('INVALID_REQUEST', 'This server does not answer for this host.', {
  status: 421,
});
export const NOTHING_HERE = new InterfaceError('INVALID_REQUEST', 'There is nothing at this address.', { status: 404 });

/** The interface's errors for fastify's and the store's errors, by their code. */
const KNOWN_ERRORS: Record<string, InterfaceError> = {
  STORE_UNAVAILABLE: new InterfaceError(
    'SERVER_BUSY',
    'Nothing can be stored at the moment. Send the same request again, with the same ids: it is done once.',
    { headers: { 'Retry-After': '5' } },
  ),
  FST_ERR_CTP_BODY_TOO_LARGE: new InterfaceError(
    'INVALID_REQUEST',
    `The body is larger than ${BODY_BYTES_MAX} bytes.`,
    { status: 413 },
  ),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: new InterfaceError(
    'INVALID_REQUEST',
    'The body is not as long as Content-Length says.',
  ),
};

/** @param thrown anything: a thrown value need not be an error */
export function interfaceError(thrown: unknown): InterfaceError {
  if (thrown instanceof InterfaceError) {
    return thrown;
  }
  const { code, statusCode: status }: Partial<FastifyError> = thrown instanceof Error ? thrown : {};
  const known = KNOWN_ERRORS[code ?? ''];
  if (known !== undefined) {
    return known;
  }
  if (status !== undefined && status >= 400 && status < 500) {
    return new InterfaceError('INVALID_REQUEST', 'The request cannot be read.', { status });
  }
  return new InterfaceError('SERVER_FAILED', 'An unexpected error occurred. The support code finds it in the log.');
}
