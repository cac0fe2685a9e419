/**
 * Sends stored reversal advices until the acquirer acknowledges each: at once, then with growing pauses, for ever. An
 * advice is never dropped and never silently closed; after six tries a person is told.
 */
import type { Log } from './gateway.ts';
import type { Acquirer, Clock } from './ports.ts';
import type { Orders, PendingReversal } from './records.ts';

const FIRST_PAUSE_MS = 1_000;
/** An acquirer that comes back after an outage is told within a minute. */
const PAUSE_MAX_MS = 60_000;
const ALARM_AFTER_TRIES = 6;
/** How many advices are sent side by side. */
const BATCH_SIZE = 64;
/** A look for due rows costs one index probe. */
const LOOK_EVERY_MS = 500;

export interface ReversalParts {
  readonly clock: Clock;
  readonly orders: Orders;
  readonly acquirer: Acquirer;
  readonly log: Log;
}

export class Reversals {
  readonly #parts: ReversalParts;
  #timer: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #closed = false;

  constructor(parts: ReversalParts) {
    this.#parts = parts;
  }

  start(): void {
    this.#timer = setInterval(() => this.wake(), LOOK_EVERY_MS);
  }

  /** Looks for due advices now. */
  wake(): void {
    if (this.#closed || this.#running !== undefined) return;
    this.#running = this.#round()
      .catch((error: unknown) =>
        this.#parts.log.error({ err: error }, 'reversals could not be read or stored; trying again'),
      )
      .finally(() => {
        this.#running = undefined;
      });
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearInterval(this.#timer);
    await this.#running;
  }

  async #round(): Promise<void> {
    const { clock, orders, acquirer } = this.#parts;
    // Without a connection a try would only lengthen the pauses.
    while (!this.#closed && acquirer.ready()) {
      const due = await orders.dueReversals(clock.now(), BATCH_SIZE);
      if (due.length === 0) return;
      await Promise.all(due.map((reversal) => this.#send(reversal)));
    }
  }

  async #send({ key, advice, attempts }: PendingReversal): Promise<void> {
    const { clock, orders, acquirer, log } = this.#parts;
    if (await acquirer.reverse(advice, attempts > 0)) {
      await orders.reversalAcknowledged(key, clock.now());
      log.info({ reversal: key, receipt: advice.original.receipt }, 'reversal acknowledged');
      return;
    }
    const tries = attempts + 1;
    const fields = { reversal: key, receipt: advice.original.receipt, tries };
    if (tries >= ALARM_AFTER_TRIES)
      log.error(fields, 'a reversal is not acknowledged: the acquirer may hold funds of a declined payment');
    else log.warn(fields, 'reversal not acknowledged, trying again');
    await orders.reversalTried(key, tries, clock.now() + pauseAfter(tries));
  }
}

export function pauseAfter(tries: number): number {
  return Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), PAUSE_MAX_MS);
}
