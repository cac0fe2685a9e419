/**
 * A simulator's HTTP notifications. A delivery is due from the commit that it reports, across restarts, until it is
 * acknowledged or its attempts are used up. The simulator defines its content and address.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { CountedFault } from './faults/counted-fault.ts';
import type { LedgerTable } from './ledger/ledger-table.ts';
import type { SandboxLog } from './log.ts';

/** Time limit of a receiver's answer. A receiver should acknowledge a message first, and process it afterwards. */
const ANSWER_MS_MAX = 5_000;
/**
 * All attempts take a few minutes, while real providers retry for days. Pauses are real time at any speed of the
 * sandbox, because a restart of the gateway takes real time.
 */
const TRIES_MAX = 12;
const FIRST_PAUSE_MS = 500;
const PAUSE_MS_MAX = 30_000;
/** Maximum of concurrent deliveries, which limits the load on a gateway that was down while thousands became due. */
const UNDER_WAY_MAX = 32;

export interface DueDelivery {
  readonly id: string | number;
  readonly tries: number;
  /** Null: no longer due. */
  readonly due_at: number | null;
  readonly is_acknowledged: number;
}

/** The number of times that a delivery is sent at once, by mode. Absent: 1. */
const COPIES: Partial<Record<string, number>> = { NEVER: 0, TWICE: 2, FIFTY: 50 };

export interface Post {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

export interface DeliveriesDependencies<Row extends DueDelivery, Mode extends string> {
  /** The deliveries that are due now or later, the earliest first. @param limit the most rows to return */
  readonly owed: (limit: number) => readonly Row[];
  readonly change: (row: Row, changes: Partial<Omit<DueDelivery, 'id'>>) => void;
  /**
   * LATE: sent `delayMs` late. NEVER: not sent, and no longer due. TWICE, FIFTY: sent so many times at once.
   * OUT_OF_ORDER: held back until the next one is sent. `post` applies all others.
   */
  readonly faults: CountedFault<Mode>;
  /** @returns undefined if the recipient no longer exists */
  readonly post: (row: Row, mode: Mode | 'NONE') => Post | undefined;
  /** The simulator's name in the log: `PayPal’s stand-in`. */
  readonly name: string;
  readonly log: SandboxLog;
  /** Called after each change, since callers may wait for it. */
  readonly changed: () => void;
}

/** The deliveries in a table of a ledger. */
export function deliveriesIn<Row extends DueDelivery>(
  table: LedgerTable<Row>,
): Pick<DeliveriesDependencies<Row, string>, 'change' | 'owed'> {
  return {
    owed: () => table.due('due_at', Number.MAX_SAFE_INTEGER),
    change: (row, changes) => table.change(row, changes as Partial<Row>),
  };
}

export class DeliveryQueue<Row extends DueDelivery, Mode extends string> {
  readonly #dependencies: DeliveriesDependencies<Row, Mode>;
  readonly #sending = new Map<string | number, Promise<void>>();
  readonly #closing = new AbortController();
  /** A delivery that is held back until the next one is sent. */
  #held: string | number | undefined;

  constructor(dependencies: DeliveriesDependencies<Row, Mode>) {
    this.#dependencies = dependencies;
  }

  /** Sends the deliveries that are due. */
  pump(now: number): void {
    for (const row of this.#waiting().filter(({ due_at }) => (due_at ?? 0) <= now)) {
      const sending = this.#deliver(row)
        .catch((error: unknown) => this.#notWritten(error))
        .finally(() => {
          this.#sending.delete(row.id);
          this.#dependencies.changed();
        });
      this.#sending.set(row.id, sending);
    }
  }

  /** The time at which the next delivery is due; undefined if there is none. */
  nextAt(): number | undefined {
    return this.#waiting()[0]?.due_at ?? undefined;
  }

  /** Releases the delivery that waits for the next one. */
  release(): void {
    this.#held = undefined;
  }

  /** Resolves when no delivery is in flight. Deliveries without an acknowledgement stay due. */
  async close(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#sending.values());
  }

  /** The earliest deliveries that are not in flight, as many as the limit of concurrent ones allows. */
  #waiting(): Row[] {
    const owed = this.#dependencies.owed(UNDER_WAY_MAX + 1);
    const free = owed.filter(({ id }) => !this.#sending.has(id) && id !== this.#held);
    return free.slice(0, Math.max(0, UNDER_WAY_MAX - this.#sending.size));
  }

  async #deliver(row: Row): Promise<void> {
    const { faults, name, log, change } = this.#dependencies;
    const { mode, delayMs } = faults.take();
    if (mode === 'OUT_OF_ORDER' && this.#held === undefined) {
      this.#held = row.id;
      return;
    }
    if (mode === 'LATE') {
      change(row, { due_at: Date.now() + delayMs });
      return;
    }
    const copies = COPIES[mode] ?? 1;
    const sent = await Promise.all(Array.from({ length: copies }, () => this.#send(row, mode)));
    const isAcknowledged = sent.includes(true);
    this.#held = undefined;
    if (this.#closing.signal.aborted && !isAcknowledged) {
      return;
    }
    const tries = row.tries + 1;
    const isOver = isAcknowledged || copies === 0 || tries >= TRIES_MAX;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** row.tries, PAUSE_MS_MAX);
    change(row, { tries, due_at: isOver ? null : Date.now() + pauseMs, is_acknowledged: isAcknowledged ? 1 : 0 });
    if (isOver && !isAcknowledged) {
      log.warn({ delivery: row.id, tries }, `${name} gave up a delivery`);
    }
  }

  /** Handles a ledger that could not be written. The delivery is still due, so it is sent again after a pause. */
  async #notWritten(error: unknown): Promise<void> {
    const { name, log } = this.#dependencies;
    log.error({ err: error }, `${name} could not write its ledger`);
    await pause(PAUSE_MS_MAX, undefined, { signal: this.#closing.signal }).catch(() => undefined);
  }

  /** @returns whether the delivery was acknowledged; true if the recipient no longer exists */
  async #send(row: Row, mode: Mode | 'NONE'): Promise<boolean> {
    const post = this.#dependencies.post(row, mode);
    if (post === undefined) {
      return true;
    }
    try {
      const response = await fetch(post.url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...post.headers },
        body: post.body,
        redirect: 'manual',
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(ANSWER_MS_MAX)]),
      });
      await response.body?.cancel();
      return response.ok;
    } catch {
      return false;
    }
  }
}
