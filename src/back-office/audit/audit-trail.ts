/**
 * Appends to the audit trail: one chain over all processes of a store, without forks.
 *
 * A process writes one batch at a time, and events that arrive meanwhile share the next commit. If another process has
 * taken the place in the chain, the first insert fails, and the batch is linked again behind that process's entries.
 * Rows stay unlocked between statements, so payments do not wait for the trail.
 */
import type { Clock, Log } from '../../core/ports/index.ts';
import { type AuditEntry, type AuditEvent, type ChainHead, GENESIS, nextEntry } from './entry.ts';
import type { AuditEntries, ChainRange, HeadState, Heads, NewEntry } from './ports.ts';

/** Maximum number of entries in one commit. */
const BATCH_MAX = 100;
/**
 * Maximum number of events that wait for a slow store. An event beyond it is refused, and so is the operation that it
 * would record.
 */
const WAITING_MAX = 10_000;
/** Tries to append. A try fails if another process appended first; a store has far fewer processes than this. */
const TRIES_MAX = 200;

export interface AuditTrailDependencies {
  readonly entries: AuditEntries;
  readonly heads: Heads;
  readonly clock: Clock;
  readonly log: Log;
}

interface QueuedEvent {
  readonly event: AuditEvent;
  readonly done: () => void;
  readonly failed: (error: unknown) => void;
}

/** Counts for the metrics. */
export interface AuditCounts {
  readonly entries: number;
  /** Heads that could not be written. */
  readonly headFailures: number;
}

/** The HTTP layer responds with 503, as for a failing store: an operation that cannot be recorded is refused. */
export class AuditError extends Error {
  readonly code = 'STORE_UNAVAILABLE';
}

export class AuditTrail {
  readonly #dependencies: AuditTrailDependencies;
  #queue: QueuedEvent[] = [];
  #isWriting = false;
  #entries = 0;
  #headFailures = 0;

  constructor(dependencies: AuditTrailDependencies) {
    this.#dependencies = dependencies;
  }

  get counts(): AuditCounts {
    return { entries: this.#entries, headFailures: this.#headFailures };
  }

  /**
   * Resolves when the event is durable.
   * @throws AuditError if its head cannot be written outside the database, or if too many events wait
   * @throws StoreError
   */
  append(event: AuditEvent): Promise<void> {
    if (this.#queue.length >= WAITING_MAX) {
      return Promise.reject(new AuditError('Too many audit entries wait.'));
    }
    return new Promise((done, failed) => {
      this.#queue.push({ event, done, failed });
      void this.#writeWaiting();
    });
  }

  /** Call after the store was restored to an older state, so that the heads of later entries are ignored. */
  async recordRestoration(): Promise<ChainHead> {
    const head = await this.#head();
    await this.#writeHead('RESTORED', { from: head.sequence, to: head.sequence, hash: head.hash });
    return head;
  }

  async #writeWaiting(): Promise<void> {
    if (this.#isWriting) {
      return;
    }
    this.#isWriting = true;
    while (this.#queue.length > 0) {
      const batch = this.#queue.splice(0, BATCH_MAX);
      try {
        await this.#write(batch.map(({ event }) => event));
        for (const { done } of batch) {
          done();
        }
      } catch (error) {
        for (const { failed } of batch) {
          failed(error);
        }
      }
    }
    this.#isWriting = false;
  }

  async #write(events: readonly AuditEvent[]): Promise<void> {
    const { clock, entries, log } = this.#dependencies;
    const keys = events.map(() => entries.newKey());
    for (let tried = 0; tried < TRIES_MAX; tried += 1) {
      const chained = chainEntries(await this.#head(), events, keys, clock.now());
      const range = rangeOf(chained.map(({ entry }) => entry));
      await this.#writeHead('INTENT', range);
      if (await this.#isAdded(chained)) {
        this.#entries += events.length;
        log.info({ sequence: range.to, hash: range.hash }, 'audit head');
        // The entries are durable, so a failure here does not reject their events. The next append writes a head too.
        await this.#writeHead('COMMITTED', range).catch(() => undefined);
        return;
      }
    }
    throw new AuditError('The audit trail could not be appended to: other processes were faster each time.');
  }

  async #head(): Promise<ChainHead> {
    return (await this.#dependencies.entries.head()) ?? GENESIS;
  }

  async #isAdded(chained: readonly NewEntry[]): Promise<boolean> {
    const { entries } = this.#dependencies;
    try {
      return await entries.add(chained);
    } catch (error) {
      const { entry } = chained[0] as NewEntry;
      // A commit in doubt may have succeeded, and adding the entries again would record the event twice.
      const [stored] = isInDoubt(error) ? await entries.after(entry.sequence - 1, 1) : [];
      if (stored === undefined) {
        throw error;
      }
      return stored.key === entry.key;
    }
  }

  async #writeHead(state: HeadState, range: ChainRange): Promise<void> {
    const { clock, heads, log } = this.#dependencies;
    try {
      await heads.write({ ...range, state, time: new Date(clock.now()).toISOString() });
    } catch (error) {
      this.#headFailures += 1;
      log.error({ err: error }, 'the head of the audit trail could not be written: see AUDIT_HEAD_FILE');
      throw new AuditError(`The head of the audit trail could not be written: ${(error as Error).message}`);
    }
  }
}

function chainEntries(
  head: ChainHead,
  events: readonly AuditEvent[],
  keys: readonly number[],
  now: number,
): readonly NewEntry[] {
  let last = head;
  return events.map((event, index) => {
    const entry = nextEntry(last, event, keys[index] as number, event.unmasking?.at ?? now);
    last = entry;
    return { entry, unmasking: event.unmasking, orderKey: event.orderKey };
  });
}

function rangeOf(entries: readonly AuditEntry[]): ChainRange {
  const [first, last] = [entries[0], entries.at(-1)] as [AuditEntry, AuditEntry];
  return { from: first.sequence, to: last.sequence, hash: last.hash };
}

function isInDoubt(error: unknown): boolean {
  return (error as { readonly inDoubt?: boolean }).inDoubt === true;
}
