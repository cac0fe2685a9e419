/**
 * A simulator's HTTP notifications. A delivery is due from the commit that it reports, across restarts, until it is
 * acknowledged or its attempts are used up. The simulator defines its content and address.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { CountedFault } from './faults/counted-fault.ts';
import type { LedgerTable } from './ledger/ledger-table.ts';
import type { SandboxLog } from './log.ts';

/** A receiver should acknowledge first and process afterwards. */
const ANSWER_MS_MAX = 5_000;
/**
 * A few minutes in all, where providers retry for days. Pauses are real time at any speed of the sandbox, because a
 * restart of the gateway takes real time.
 */
const TRIES_MAX = 12;
const FIRST_PAUSE_MS = 500;
const PAUSE_MS_MAX = 30_000;
/** Limits the load on a gateway that was down and has thousands of deliveries due. */
const UNDER_WAY_MAX = 32;

export interface DueDelivery {
  readonly id: string;
  readonly tries: number;
  /** Null: no longer due. */
  readonly due_at: number | null;
  readonly is_acknowledged: number;
}

/**
 * LATE: sent `delayMs` late. NEVER: not sent, and no longer due. TWICE: sent twice at once. OUT_OF_ORDER: held back
 * until the next one is sent.
 */
export type DeliveryMode = 'LATE' | 'NEVER' | 'OUT_OF_ORDER' | 'TWICE';

export interface Post {
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body: string | Uint8Array<ArrayBuffer>;
}

export interface DeliveriesDependencies<Row extends DueDelivery, Mode extends string> {
  readonly table: LedgerTable<Row>;
  readonly faults: CountedFault<DeliveryMode | Mode>;
  /** @returns undefined if the recipient no longer exists */
  readonly post: (row: Row, mode: DeliveryMode | Mode | 'NONE') => Post | undefined;
  /** The simulator's name in the log: `PayPal’s stand-in`. */
  readonly name: string;
  readonly log: SandboxLog;
  /** Called after a change that a caller may wait for. */
  readonly changed: () => void;
}

export class DeliveryQueue<Row extends DueDelivery, Mode extends string> {
  readonly #dependencies: DeliveriesDependencies<Row, Mode>;
  readonly #sending = new Map<string, Promise<void>>();
  readonly #closing = new AbortController();
  /** A delivery that is held back until the next one is sent. */
  #held: string | undefined;

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

  /** When the next delivery is due. Undefined without one. */
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
    const owed = this.#dependencies.table.due('due_at', Number.MAX_SAFE_INTEGER);
    const free = owed.filter(({ id }) => !this.#sending.has(id) && id !== this.#held);
    return free.slice(0, Math.max(0, UNDER_WAY_MAX - this.#sending.size));
  }

  async #deliver(row: Row): Promise<void> {
    const { faults, name, log } = this.#dependencies;
    const { mode, delayMs } = faults.take();
    if (mode === 'OUT_OF_ORDER' && this.#held === undefined) {
      this.#held = row.id;
      return;
    }
    if (mode === 'LATE') {
      this.#change(row, { due_at: Date.now() + delayMs });
      return;
    }
    const copies = mode === 'NEVER' ? 0 : mode === 'TWICE' ? 2 : 1;
    const sent = await Promise.all(Array.from({ length: copies }, () => this.#send(row, mode)));
    const isAcknowledged = sent.includes(true);
    this.#held = undefined;
    if (this.#closing.signal.aborted && !isAcknowledged) {
      return;
    }
    const tries = row.tries + 1;
    const isOver = isAcknowledged || copies === 0 || tries >= TRIES_MAX;
    const pauseMs = Math.min(FIRST_PAUSE_MS * 2 ** row.tries, PAUSE_MS_MAX);
    this.#change(row, { tries, due_at: isOver ? null : Date.now() + pauseMs, is_acknowledged: isAcknowledged ? 1 : 0 });
    if (isOver && !isAcknowledged) {
      log.warn({ delivery: row.id, tries }, `${name} gave up a delivery`);
    }
  }

  #change(row: Row, changes: Partial<DueDelivery>): void {
    this.#dependencies.table.change(row, changes as Partial<Row>);
  }

  /** The delivery is still due, so it is sent again after a pause. */
  async #notWritten(error: unknown): Promise<void> {
    const { name, log } = this.#dependencies;
    log.error({ err: error }, `${name} could not write its ledger`);
    await pause(PAUSE_MS_MAX, undefined, { signal: this.#closing.signal }).catch(() => undefined);
  }

  /** @returns whether it was acknowledged; true without a recipient */
  async #send(row: Row, mode: DeliveryMode | Mode | 'NONE'): Promise<boolean> {
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
