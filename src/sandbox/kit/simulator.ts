/** The base of the simulators: a clock that may run ahead, commits of the ledger, and the timer for due events. */
import type { SandboxLog } from './log.ts';

/** The delay before a failed ledger write is retried, for example on a full disk. */
const AGAIN_MS = 1_000;
/** The maximum delay of a timer, which is then set again for later events. */
const WAIT_MS_MAX = 60_000;

export interface SimulatorLedger {
  commit<Result>(work: () => Result): Result;
  close(): void;
}

export interface SimulatorParts<Ledger extends SimulatorLedger> {
  readonly ledger: Ledger;
  readonly log: SandboxLog;
  /** Logged when the ledger cannot be written. */
  readonly writeFailure: string;
}

/** @typeParam Work the context of a change: the ledger within one commit, and its services */
export abstract class Simulator<Ledger extends SimulatorLedger, Work> {
  readonly ledger: Ledger;
  readonly log: SandboxLog;
  readonly #writeFailure: string;
  #aheadMs = 0;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor({ ledger, log, writeFailure }: SimulatorParts<Ledger>) {
    this.ledger = ledger;
    this.log = log;
    this.#writeFailure = writeFailure;
  }

  /** @param now the time of the simulator's clock */
  protected abstract workAt(now: number): Work;

  /** Executes all due events. Called within a commit. */
  protected abstract resolveDue(work: Work): void;

  /** The time of the next event by the simulator's clock; undefined if no event is planned. */
  protected abstract nextDue(): number | undefined;

  /** Sends the due messages. @returns the real time at which the next message is due */
  protected sendDue(): number | undefined {
    return undefined;
  }

  /** Ends the sending of messages. */
  protected async closeSending(): Promise<void> {}

  /** Milliseconds since 1970, by the simulator's clock. */
  get now(): number {
    return Date.now() + this.#aheadMs;
  }

  get aheadMs(): number {
    return this.#aheadMs;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Sets the simulator's clock ahead of the real one, and executes all events that become due. */
  setAhead(ms: number): void {
    this.#aheadMs = ms;
    this.change(() => undefined);
  }

  /** Runs `work` as one commit, after a commit of all due events. @throws its error, without storing its changes */
  change<Result>(work: (given: Work) => Result): Result {
    const given = this.workAt(this.now);
    // Due events stay committed even if the work fails.
    this.ledger.commit(() => this.resolveDue(given));
    const result = this.ledger.commit(() => work(given));
    this.wake();
    return result;
  }

  /** Executes due events, and sets the timer for the next ones. */
  wake(): void {
    if (this.#isClosed) {
      return;
    }
    clearTimeout(this.#timer);
    try {
      const due = this.nextDue();
      if (due !== undefined && due <= this.now) {
        this.change(() => undefined);
        return;
      }
      const next = [this.sendDue(), due === undefined ? undefined : due - this.#aheadMs];
      this.#wakeAt(Math.min(...next.filter((at) => at !== undefined)));
    } catch (error) {
      this.log.error({ err: error }, this.#writeFailure);
      this.#wakeAt(Date.now() + AGAIN_MS);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.closeSending();
    this.ledger.close();
  }

  /** @param at infinite: without a timer */
  #wakeAt(at: number): void {
    if (at !== Number.POSITIVE_INFINITY) {
      this.#timer = setTimeout(() => this.wake(), Math.min(Math.max(0, at - Date.now()), WAIT_MS_MAX));
      this.#timer.unref();
    }
  }
}
