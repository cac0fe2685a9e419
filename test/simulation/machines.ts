/**
 * Keeps the gateway's processes running: restarts dead ones after a while, runs their due workers, and sends
 * heartbeats.
 */
import type { Waiting } from './database.ts';
import { isExpected, type RunningGateway, type Surroundings, startGateway } from './gateway.ts';
import { SimulatedProcess } from './process.ts';
import type { World } from './world.ts';

/** Well below the days for which a history rests. */
const QUIET_LOOK_MS_MAX = 3_600_000;
/** The delay from a death to the next start. */
const RESTART_MS = [50, 5_000] as const;
/** Twice the program's interval, which halves the cost of a history. */
const CHECK_INTERVAL_MS = 1_000;
/** The program's interval; a single process beats only as often as its lease requires. */
const HEARTBEAT_INTERVAL_MS = 2_000;
const LONELY_BEAT_EVERY_MS = 8_000;
/**
 * This long after the last sign of work every dead process is evicted, and every doubtful commit is checked; a single
 * process has neither.
 */
const AFTERMATH_MS = 45_000;
const LONELY_AFTERMATH_MS = 2_000;

const KINDS = ['recovery', 'reversals', 'followUps', 'payments', 'refunds'] as const satisfies (keyof Waiting)[];

function isDue(at: number | null, now: number): boolean {
  return at !== null && at <= now;
}

export class Machines {
  readonly #world: World;
  readonly #around: Surroundings;
  readonly #whatWaits: () => Waiting;
  readonly #running = new Set<RunningGateway>();
  readonly #processes = new Set<SimulatedProcess>();
  #lives = 0;
  /** Clients with unfinished business. */
  #clients = 0;
  /** Those of them who are not away. */
  #guests = 0;
  #quietSince = 0;
  /** Undefined if the store was written since. */
  #waiting: Waiting | undefined;
  readonly #attended = new Set<RunningGateway>();
  readonly #lookAt = new Map<RunningGateway, number>();

  constructor(world: World, around: Surroundings, whatWaits: () => Waiting) {
    this.#world = world;
    this.#around = around;
    this.#whatWaits = whatWaits;
    around.store.written = () => this.#lookSoon();
  }

  start(): void {
    for (let machine = 1; machine <= this.#world.drawn.processes; machine += 1) {
      this.#start(machine);
    }
  }

  /** A random process that takes requests. */
  any(): RunningGateway | undefined {
    const running = [...this.#running];
    return running.length === 0 ? undefined : this.#world.chance.pick(running);
  }

  /** Including those that do not take requests yet. */
  get processes(): SimulatedProcess[] {
    return [...this.#processes];
  }

  /** A client's business with the gateway: the history continues until it is done. */
  async serve(business: Promise<void>): Promise<void> {
    this.#clients += 1;
    this.#guests += 1;
    await business;
    this.#clients -= 1;
    this.#leave();
  }

  get clients(): number {
    return this.#clients;
  }

  /** A client with unfinished business calls nobody for this long. The machines may become quiet. */
  async away(ms: number): Promise<void> {
    this.#leave();
    await this.#world.scheduler.sleep(ms);
    this.#guests += 1;
    for (const running of this.#running) {
      void this.#attend(running);
    }
  }

  #leave(): void {
    this.#guests -= 1;
    this.#quietSince = this.#world.now();
  }

  /** Whether there was no client for this long. */
  isLeftAloneFor(ms: number): boolean {
    return this.#guests === 0 && this.#world.now() > this.#quietSince + ms;
  }

  get #isQuiet(): boolean {
    return this.isLeftAloneFor(this.#world.drawn.processes === 1 ? LONELY_AFTERMATH_MS : AFTERMATH_MS);
  }

  #start(machine: number): void {
    this.#lives += 1;
    const process = new SimulatedProcess(this.#world, `process ${machine}.${this.#lives}`, (dead) => {
      this.#processes.delete(dead);
      for (const one of this.#running) {
        if (one.process === dead) {
          this.#running.delete(one);
        }
      }
      this.#world.scheduler.after(this.#world.chance.between(...RESTART_MS), () => this.#start(machine));
    });
    this.#processes.add(process);
    this.#world.journal.step(process.name, 'starts');
    startGateway(this.#world, process, this.#around).then(
      (running) => this.#takesRequests(running),
      (error: unknown) => {
        if (!isExpected(error)) {
          this.#world.journal.problem(`a start failed: ${(error as Error).stack}`);
        }
        this.#world.journal.count('start failed');
        process.end();
      },
    );
  }

  #takesRequests(running: RunningGateway): void {
    this.#world.journal.step(running.process.name, 'takes requests');
    this.#running.add(running);
    void this.#attend(running);
  }

  /** Until it is quiet. */
  async #attend(running: RunningGateway): Promise<void> {
    if (this.#attended.has(running)) {
      return;
    }
    this.#attended.add(running);
    await Promise.all([this.#beats(running), this.#looks(running)]);
    this.#attended.delete(running);
    this.#lookWhenDue(running);
  }

  async #beats(running: RunningGateway): Promise<void> {
    const pause = this.#world.drawn.processes === 1 ? LONELY_BEAT_EVERY_MS : HEARTBEAT_INTERVAL_MS;
    while (!this.#isQuiet) {
      await running.process.sleep(pause);
      await running.beat();
    }
  }

  async #looks(running: RunningGateway): Promise<void> {
    while (!this.#isQuiet) {
      await running.process.sleep(CHECK_INTERVAL_MS);
      this.#wake(running);
    }
  }

  /**
   * Workers without due work are not run, since they would change nothing; a process with doubtful commits of its own
   * still checks them.
   */
  #wake({ process, workers }: RunningGateway): void {
    this.#waiting ??= this.#whatWaits();
    const now = process.clock.now();
    for (const kind of KINDS) {
      if (isDue(this.#waiting[kind], now)) {
        workers[kind].wake();
      }
    }
    if (process.looksInDoubt === 0) {
      return;
    }
    process.looksInDoubt -= 1;
    workers.recovery.wake();
  }

  /**
   * Once all clients are done, workers run only for due work and for new writes. Work that is due but must wait is
   * checked ever more rarely, since no client is waiting.
   */
  #lookWhenDue(running: RunningGateway, overdueMs = CHECK_INTERVAL_MS): void {
    this.#waiting ??= this.#whatWaits();
    const now = running.process.clock.now();
    const pauses = KINDS.map((kind) => this.#waiting?.[kind])
      .filter((at) => at != null)
      .map((at) => (at > now ? at - now : overdueMs));
    if (running.process.looksInDoubt > 0) {
      pauses.push(CHECK_INTERVAL_MS);
    }
    if (pauses.length > 0) {
      this.#lookAfter(running, Math.min(...pauses), Math.min(2 * overdueMs, QUIET_LOOK_MS_MAX));
    }
  }

  #lookSoon(): void {
    this.#waiting = undefined;
    if (this.#isQuiet) {
      for (const running of this.#running) {
        this.#lookWhenDue(running);
      }
    }
  }

  #lookAfter(running: RunningGateway, ms: number, overdueMs: number): void {
    const at = this.#world.now() + ms;
    if (at >= (this.#lookAt.get(running) ?? Number.POSITIVE_INFINITY)) {
      return;
    }
    this.#lookAt.set(running, at);
    this.#world.scheduler.at(at, async () => {
      if (this.#lookAt.get(running) !== at || !running.process.isAlive) {
        return;
      }
      this.#lookAt.delete(running);
      await running.beat();
      this.#wake(running);
      this.#lookWhenDue(running, overdueMs);
    });
  }
}
