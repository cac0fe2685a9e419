/**
 * Keeps the gateway's processes running: one that died is started again a while later, each looks at what is due, and
 * beats.
 */
import type { Waiting } from './database.ts';
import { isExpected, type RunningGateway, type Surroundings, startGateway } from './gateway.ts';
import { SimulatedProcess } from './process.ts';
import type { World } from './world.ts';

/** Well below the days for which a history rests. */
const QUIET_LOOK_MS_MAX = 3_600_000;
/** From a death to the next start. */
const RESTART_MS = [50, 5_000] as const;
/** Twice what the program waits, which costs a history half as much. */
const CHECK_INTERVAL_MS = 1_000;
/**
 * As the program does it; and where nobody else is there to see it, as often as it takes for the process to trust in
 * itself.
 */
const HEARTBEAT_INTERVAL_MS = 2_000;
const LONELY_BEAT_EVERY_MS = 8_000;
/**
 * So long after the last sign of work every process that is dead is buried, and every doubt is looked at; who is alone
 * has neither.
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
  /** Whoever still wants something of the gateway. */
  #guests = 0;
  #quietSince = 0;
  /** Undefined: something was written since. */
  #waiting: Waiting | undefined;
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

  /** Of those that take requests, one at random. */
  any(): RunningGateway | undefined {
    const running = [...this.#running];
    return running.length === 0 ? undefined : this.#world.chance.pick(running);
  }

  /** Also those that do not take requests yet. */
  get processes(): SimulatedProcess[] {
    return [...this.#processes];
  }

  /** Somebody's business with the gateway: until it is done the history is not over. */
  async serve(business: Promise<void>): Promise<void> {
    this.#guests += 1;
    await business;
    this.#guests -= 1;
    this.#quietSince = this.#world.now();
  }

  get guests(): number {
    return this.#guests;
  }

  /** Nobody has wanted anything for so long. */
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
    void this.#beats(running);
    void this.#looks(running);
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
    this.#lookWhenDue(running);
  }

  /**
   * A look that finds nothing changes nothing, so it is left out; but a process that has doubts of its own looks for
   * what it left.
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
   * Once all is quiet nothing but what is due, and what is written then, makes a process look. What is due and waits
   * for something else is looked at ever more seldom, as nobody waits for the history any more.
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
