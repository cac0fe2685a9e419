/** Errors for requests that fail or are refused before a handler answers. */
import type { FastifyError } from 'fastify';
import { errorArguments, namedError } from '../../contract/errors/catalogue.ts';
import { InterfaceError } from '../../contract/interface-error.ts';
import { BODY_BYTES_MAX } from '../connections/http-limits.ts';

/**
 * Created once, because unauthenticated clients can cause these errors a thousand times a second, and capturing the
 * stack of a new error costs as much as the rest of the answer.
 */
export const NOTHING_HERE = namedError('NOTHING_HERE');
export const NOT_HTTP = namedError('NOT_HTTP');

/** The interface's errors for the error codes of fastify and of the store. */
const KNOWN_ERRORS: Record<string, InterfaceError> = {
  STORE_UNAVAILABLE: namedError('STORE_UNAVAILABLE'),
  FST_ERR_CTP_BODY_TOO_LARGE: namedError('BODY_TOO_LARGE', { bytes: BODY_BYTES_MAX }),
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: namedError('BODY_LENGTH_WRONG'),
};

/** @param thrown the thrown value, which need not be an `Error` */
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
    const [cause, explanation] = errorArguments('REQUEST_UNREADABLE');
    return new InterfaceError(cause, explanation, { status });
  }
  return namedError('UNEXPECTED');
}
