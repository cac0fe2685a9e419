/** A typed client of a Turnpike gateway. */
export type { CallOptions, ConnectionOptions } from './connection.ts';
export {
  type ErrorCause,
  type ErrorDetail,
  GatewayError,
  HttpError,
  NetworkError,
  TurnpikeError,
  UnknownOutcomeError,
  type ValidationType,
} from './errors.ts';
export { Turnpike, type TurnpikeOptions, TurnpikeSession, type TurnpikeSessionOptions } from './turnpike.ts';
export type * from './types.d.ts';
