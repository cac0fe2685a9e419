/**
 * The gateway processes of `turnpike serve`, which accept connections from the same sockets. A process that ends is
 * replaced; a restart replaces one after another, each once its successor is ready.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type GatewayEnd, type GatewayPlace, GatewayProcess } from './gateway-process.ts';
import type { Sockets } from './sockets.ts';

export interface GroupTimes {
  /** The delay before the second successor of a process that ended by an error. It doubles with each further one. */
  readonly delayMsMin: number;
  readonly delayMsMax: number;
  /** A process that was ready for this long ends the row. */
  readonly steadyMs: number;
  /** The time in which the successor of a process must be ready. */
  readonly readyMsMax: number;
}

/** Readiness needs the acquirers' sign-ons and the card ranges. A start beside a busy database takes seconds. */
const TIMES: GroupTimes = { delayMsMin: 1_000, delayMsMax: 60_000, steadyMs: 60_000, readyMsMax: 60_000 };

/** Where no process listens and this many ended in a row, further ones would end likewise. */
const FAILURES_MAX = 5;

export interface GroupParts extends Pick<GatewayPlace, 'program' | 'stdout' | 'stderr'> {
  readonly sockets: Sockets;
  /** The number of processes. */
  readonly processes: number;
  readonly log: Logger;
  /** Overrides for tests. */
  readonly times?: Partial<GroupTimes>;
}

/** The place of a process and of its successors, which have the same socket. */
interface Slot {
  readonly index: number;
  /** The process. Undefined between its end and the start of the next one. */
  current: GatewayProcess | undefined;
  /** The number of processes in a row that ended by an error. */
  failures: number;
}

export class ProcessGroup {
  /** Resolves when the group has given up: nothing listens, and what is started ends. */
  readonly failed: Promise<void>;
  readonly #fail: () => void;
  readonly #parts: GroupParts;
  readonly #times: GroupTimes;
  readonly #slots: Slot[];
  /** All processes that run, also those that leave or are not ready yet. */
  readonly #running = new Set<GatewayProcess>();
  readonly #stopping = new AbortController();

  constructor(parts: GroupParts) {
    this.#parts = parts;
    this.#times = { ...TIMES, ...parts.times };
    this.#slots = Array.from({ length: parts.processes }, (_, index) => ({ index, current: undefined, failures: 0 }));
    const failed = Promise.withResolvers<void>();
    this.failed = failed.promise;
    this.#fail = failed.resolve;
  }

  /**
   * Starts one process, which may migrate the database, and the others once it listens.
   *
   * @returns false if that process ended before, and has said why
   */
  async start(): Promise<boolean> {
    const [first, ...others] = this.#slots as [Slot, ...Slot[]];
    const one = this.#begin(first);
    first.current = one;
    const isListening = await Promise.race([one.listening.then(() => true), one.ended.then(() => false)]);
    if (!isListening) {
      return this.#stopping.signal.aborted;
    }
    this.#watch(first, one);
    for (const slot of this.#stopping.signal.aborted ? [] : others) {
      this.#fill(slot);
    }
    return true;
  }

  /** Lets all processes complete their requests and end. @returns whether all did */
  async stop(): Promise<boolean> {
    this.#stopping.abort();
    const pids = [...this.#running].flatMap(({ pid }) => pid ?? []);
    const ends = await Promise.all([...this.#running].map((one) => one.stop({ way: 'TOGETHER', pids })));
    return ends.every(({ isClean }) => isClean);
  }

  /**
   * Replaces each process once its successor is ready. A successor that ends or does not become ready ends the restart,
   * and the processes that were not replaced yet go on.
   */
  async restart(): Promise<void> {
    const { log, processes } = this.#parts;
    log.info({ processes }, 'replacing the gateway processes one after another');
    for (const slot of this.#slots) {
      const next = this.#begin(slot);
      const problem = await this.#problemOf(next);
      if (this.#stopping.signal.aborted) {
        return;
      }
      if (problem !== undefined) {
        log.error({ child: next.pid, reason: problem }, 'a new gateway process is not ready: the others go on');
        await next.stop({ way: 'REPLACED' });
        return;
      }
      const before = slot.current;
      slot.current = next;
      this.#watch(slot, next);
      log.info({ child: next.pid, replaced: before?.pid }, 'a new gateway process is ready');
      await before?.stop({ way: 'REPLACED' });
    }
    log.info({ processes }, 'all gateway processes were replaced');
  }

  /** Resolves when the process is ready, or with the reason why it is not in time. */
  async #problemOf(one: GatewayProcess): Promise<string | undefined> {
    const { readyMsMax } = this.#times;
    const ending = new AbortController();
    const signal = AbortSignal.any([ending.signal, this.#stopping.signal]);
    const late = sleep(readyMsMax, `it is not ready after ${readyMsMax / 1_000} s`, { signal }).catch(() => undefined);
    const problem = await Promise.race([one.ready.then(() => undefined), one.ended.then(({ reason }) => reason), late]);
    ending.abort();
    return problem;
  }

  #begin({ index }: Slot): GatewayProcess {
    const { sockets, ...parts } = this.#parts;
    const one = new GatewayProcess({
      ...parts,
      listener: sockets.listenerOf(index),
      adminListener: sockets.adminListener,
      listensWhenReady: this.#isAnyListening(),
      collect: (asker) => this.#collect(asker),
    });
    this.#running.add(one);
    void one.ended.then(() => this.#running.delete(one));
    return one;
  }

  /** Returns the metrics of the processes that listen, besides the one that asks. */
  async #collect(asker: GatewayProcess): Promise<readonly string[]> {
    const others = [...this.#running].filter((one) => one !== asker && one.isListening);
    const pages = await Promise.all(others.map((one) => one.report()));
    return pages.filter((page) => page !== undefined);
  }

  #isAnyListening(): boolean {
    return [...this.#running].some(({ isListening }) => isListening);
  }

  #fill(slot: Slot): void {
    const one = this.#begin(slot);
    slot.current = one;
    this.#watch(slot, one);
  }

  #watch(slot: Slot, one: GatewayProcess): void {
    void one.ended.then(async (end) => {
      if (this.#stopping.signal.aborted || slot.current !== one) {
        return;
      }
      slot.current = undefined;
      await this.#replace(slot, one, end);
    });
  }

  async #replace(slot: Slot, one: GatewayProcess, { reason, isClean }: GatewayEnd): Promise<void> {
    const { log, sockets } = this.#parts;
    // The operator stopped it alone, or it ended to read a restored store anew.
    const wasStopped = isClean && one.hasListened;
    const wasSteady = one.readyAt !== undefined && performance.now() - one.readyAt >= this.#times.steadyMs;
    slot.failures = wasStopped ? 0 : wasSteady ? 1 : slot.failures + 1;
    if (slot.failures >= FAILURES_MAX && !this.#isAnyListening()) {
      log.fatal({ child: one.pid, reason }, 'no gateway process can be started, stopping');
      this.#fail();
      return;
    }
    const nextMs = this.#delayMs(slot.failures);
    log[wasStopped ? 'info' : 'error']({ child: one.pid, reason, nextMs }, 'a gateway process ended and is replaced');
    if (nextMs > 0) {
      sockets.drop(slot.index);
    }
    await sleep(nextMs, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    if (!this.#stopping.signal.aborted && slot.current === undefined) {
      this.#fill(slot);
    }
  }

  /** The first successor starts at once, because connections wait in the socket for it. */
  #delayMs(failures: number): number {
    const { delayMsMin, delayMsMax } = this.#times;
    return failures < 2 ? 0 : Math.min(delayMsMin * 2 ** (failures - 2), delayMsMax);
  }
}
