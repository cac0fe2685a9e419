/** A failed login: the error for the caller, and the reason for the operator's log and metrics. */
import { errorArguments } from '../../contract/errors/catalogue.ts';
import { InterfaceError } from '../../contract/interface-error.ts';

/** The reasons, as labels of a metric. They are not disclosed to the caller. */
const FAILED_LOGIN_REASONS = [
  'no_credentials',
  'malformed',
  'other_merchant',
  'unknown_merchant',
  'wrong_password',
  'ended_password',
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

/** Preallocated, since creating an error's stack takes as long as the rest of a failed login. */
const INVALID_CREDENTIALS = new Map<FailedLoginReason, FailedLogin>(
  FAILED_LOGIN_REASONS.map((reason) => [reason, new FailedLogin(reason, ...errorArguments('CREDENTIALS_INVALID'))]),
);

/** The text is fixed, since clients compare it. */
export function invalidCredentials(reason: FailedLoginReason): FailedLogin {
  return INVALID_CREDENTIALS.get(reason) as FailedLogin;
}

/**
 * @param seconds after which a retry is useful
 * @param close whether the connection ends after the answer
 */
export function tooManyGuesses(reason: FailedLoginReason, seconds: number, close: boolean): FailedLogin {
  return new FailedLogin(reason, ...closingIf(close, errorArguments('GUESSES_EXHAUSTED', { seconds })));
}

const [TOO_MANY_CHECKS, TOO_MANY_CHECKS_CLOSING] = [false, true].map(
  (close) => new FailedLogin('busy', ...closingIf(close, errorArguments('PASSWORD_CHECKS_BUSY'))),
) as [FailedLogin, FailedLogin];

/** @param close whether the connection ends after the answer */
export function tooManyChecks(close: boolean): FailedLogin {
  return close ? TOO_MANY_CHECKS_CLOSING : TOO_MANY_CHECKS;
}

type Answer = ConstructorParameters<typeof InterfaceError>;

function closingIf(close: boolean, [cause, explanation, options]: Answer): Answer {
  return [cause, explanation, { ...options, headers: { ...options?.headers, ...(close && { Connection: 'close' }) } }];
}

/** Failed logins by reason, for the metrics. */
export class FailedLoginCounts {
  readonly #counts = new Map<FailedLoginReason, number>(FAILED_LOGIN_REASONS.map((reason) => [reason, 0]));

  note({ reason }: FailedLogin): void {
    this.#counts.set(reason, (this.#counts.get(reason) ?? 0) + 1);
  }

  read(): ReadonlyMap<string, number> {
    return this.#counts;
  }
}
