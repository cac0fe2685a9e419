/** The link's log: one line for each change of state, regardless of how long the state lasts. */
import type { BreakerState } from './breaker.ts';
import type { SessionEnd } from './session-end.ts';

export interface LinkLog {
  info(about: object, message: string): void;
  warn(about: object, message: string): void;
  error(about: object, message: string): void;
}

/** Reasons that last until a setting, a certificate or a name is changed. */
const MISCONFIGURATIONS: Readonly<Partial<Record<SessionEnd, string>>> = {
  TLS_FAILED: 'the acquirer cannot be reached by TLS: a certificate is not trusted, or no cipher is shared',
  PLAINTEXT_REFUSED: 'the acquirer is beyond what may be reached without TLS: nothing was sent',
  SIMULATOR: "the acquirer is the sandbox's simulator, and this is live mode: hung up",
  NO_SIMULATOR: "the acquirer is not the sandbox's simulator, and this is a rehearsal: hung up",
};

const BREAKER_LINES: Readonly<Record<BreakerState, readonly [level: 'info' | 'warn', message: string]>> = {
  OPEN: ['warn', 'the acquirer is connected and answers nothing: requests fail at once until it does'],
  HALF_OPEN: ['info', 'probing the acquirer with one message a second'],
  CLOSED: ['info', 'the acquirer answers again'],
};

export class ConnectionLog {
  readonly #address: { readonly host: string; readonly port: number };
  readonly #log: LinkLog;
  /**
   * The last state that was logged. A state is not logged again while it lasts, so an outage of an hour is one line.
   */
  #state: 'NEW' | 'UP' | SessionEnd = 'NEW';

  constructor({ host, port }: { readonly host: string; readonly port: number }, log: LinkLog) {
    this.#address = { host, port };
    this.#log = log;
  }

  signedOn(): void {
    this.#state = 'UP';
    this.#log.info({ ...this.#address }, 'signed on to the acquirer');
  }

  logEnd(reason: SessionEnd, cause: string | undefined, inFlight: number): void {
    if (reason === 'CLOSED_BY_US') {
      this.#log.info({ ...this.#address }, 'signed off from the acquirer');
      return;
    }
    const remedied = MISCONFIGURATIONS[reason];
    const isNew = this.#state === 'NEW' || this.#state === 'UP' || (remedied !== undefined && reason !== this.#state);
    if (isNew) {
      this.#state = reason;
      const about = { ...this.#address, reason, cause, inFlight };
      this.#log[remedied === undefined ? 'warn' : 'error'](about, remedied ?? 'no connection to the acquirer');
    }
  }

  breaker(state: BreakerState, inFlight: number): void {
    const [level, message] = BREAKER_LINES[state];
    this.#log[level]({ ...this.#address, breaker: state, inFlight }, message);
  }
}
