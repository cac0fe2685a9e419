/** A login that failed: what its caller is told, and what the operator's log and metrics are told. */
import { InterfaceError } from '../contract/interface-error.ts';

/** The reasons, which label a metric. The caller never learns them. */
export const FAILED_LOGIN_REASONS = [
  'no_credentials',
  'malformed',
  'other_merchant',
  'unknown_merchant',
  'wrong_password',
  'disabled',
  'session',
  'busy',
] as const;

export type FailedLoginReason = (typeof FAILED_LOGIN_REASONS)[number];

export class FailedLogin extends InterfaceError {
  readonly reason: FailedLoginReason;

  constructor(reason: FailedLoginReason, ...answer: ConstructorParameters<typeof InterfaceError>) {
    super(...answer);
    this.reason = reason;
  }
}

/** Each is made once: an error's stack costs as much as the rest of a guess, and says nothing. */
const INVALID_CREDENTIALS = new Map<FailedLoginReason, FailedLogin>(
  FAILED_LOGIN_REASONS.map((reason) => [
    reason,
    new FailedLogin(reason, 'INVALID_REQUEST', 'Invalid credentials.', {
      status: 401,
      headers: { 'WWW-Authenticate': 'Basic realm="Turnpike", charset="UTF-8"' },
    }),
  ]),
);

/** The text is fixed: clients compare it. */
export function invalidCredentials(reason: FailedLoginReason): FailedLogin {
  return INVALID_CREDENTIALS.get(reason) as FailedLogin;
}

/** @param seconds after which another try is sensible @param close whether the connection ends with the answer */
export function tooManyGuesses(reason: FailedLoginReason, seconds: number, close: boolean): FailedLogin {
  return new FailedLogin(reason, 'REQUEST_REJECTED', `Too many failed attempts. Try again in ${seconds} seconds.`, {
    headers: { 'Retry-After': seconds.toString(), ...(close && { Connection: 'close' }) },
  });
}

const [TOO_MANY_CHECKS, TOO_MANY_CHECKS_CLOSING] = [false, true].map(
  (close) =>
    new FailedLogin('busy', 'SERVER_BUSY', 'Too many passwords are being checked. Try again.', {
      headers: { 'Retry-After': '1', ...(close && { Connection: 'close' }) },
    }),
) as [FailedLogin, FailedLogin];

/** @param close whether the connection ends with the answer */
export function tooManyChecks(close: boolean): FailedLogin {
  return close ? TOO_MANY_CHECKS_CLOSING : TOO_MANY_CHECKS;
}

/** Counts failed logins by their reason, for the metrics. */
export class FailedLoginCounts {
  readonly #counts = new Map<FailedLoginReason, number>(FAILED_LOGIN_REASONS.map((reason) => [reason, 0]));

  note({ reason }: FailedLogin): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
  }

  read(): ReadonlyMap<string, number> {
    return this.#counts;
  }
}
