/**
 * The store's engine as one process sees it: the real one, one database for all processes, with latency in both
 * directions. A full disk refuses writes, a lost connection leaves them in doubt, and the process may die before or
 * after the commit.
 */
import * as browserPaymentStatements from '../../src/adapters/store/browser-payments/statements.ts';
import { type Engine, StoreError, type UnitOfWork } from '../../src/adapters/store/engine/engine.ts';
import type { Statement } from '../../src/adapters/store/engine/statement.ts';
import * as refundStatements from '../../src/adapters/store/refund-requests/statements.ts';
import * as reversalStatements from '../../src/adapters/store/reversals/statements.ts';
import * as orderStatements from '../../src/adapters/store/transactions/statements.ts';
import type { SimulatedProcess } from './process.ts';
import type { World } from './world.ts';

const READ_MS_MAX = 3;
const COMMIT_MS_MAX = 8;
/** One in this many commits takes as long as a slow disk. */
const SLOW_ONE_IN = 50;
const SLOW_MS_MAX = 2_000;
/** The time for which a server may continue a request of a disconnected client. */
const DOUBT_MS_MAX = 1_000;
/** Tables for heartbeats, and for the rounds without one. */
const SIGNS_OF_LIFE = ['gateway_process', 'heartbeat_round'];
/** Writes that create no work. The removal of a process does: the others take over its transactions. */
const BEATS: ReadonlySet<string> = new Set(SIGNS_OF_LIFE.map((table) => `update ${table}`));
const BEATS_COUNTED_ONE_IN = 10;
/**
 * Statements that store an intent. If their commit is in doubt, the process looks for the intent at least this often.
 */
const INTENTS: ReadonlySet<string> = new Set(['insertOrder', 'lockOrder']);
const LOOKS_IN_DOUBT = 20;

/** The database and its machine: one for all processes. */
export interface SharedStore {
  readonly engine: Engine;
  /** Writes fail. */
  isFull: boolean;
  /** Called after every commit that may create work. */
  written: () => void;
}

export class SimulatedEngine implements Engine {
  readonly #world: World;
  readonly #process: SimulatedProcess;
  readonly #store: SharedStore;

  constructor(world: World, process: SimulatedProcess, store: SharedStore) {
    this.#world = world;
    this.#process = process;
    this.#store = store;
  }

  async read<P, Row>(statement: Statement<P, Row>, parameters: NoInfer<P>): Promise<Row[]> {
    const rows = await this.#store.engine.read(statement, parameters);
    await this.#turn('after', nameOf(statement), this.#world.chance.below(READ_MS_MAX + 1));
    return rows;
  }

  claim<P, Row>(statement: Statement<P, Row>, parameters: NoInfer<P>): Promise<Row[]> {
    return this.#write(nameOf(statement), () => this.#store.engine.claim(statement, parameters));
  }

  commit(unit: UnitOfWork): Promise<boolean> {
    const first = unit.guard ?? unit.writes[0];
    const name = first === undefined ? 'nothing' : nameOf(first.statement);
    return this.#write(name, () => this.#store.engine.commit(unit));
  }

  async close(): Promise<void> {}

  async #write<Result>(name: string, write: () => Promise<Result>): Promise<Result> {
    const { journal, chance, scheduler } = this.#world;
    await this.#turn('before', name, this.#time());
    if (this.#store.isFull) {
      journal.count(`disk full at ${name}`);
      await this.#process.turn(`after ${name} was refused`, 0);
      throw new StoreError('The disk is full.');
    }
    if (this.#world.strikes('inDoubt', `in doubt at ${name}`)) {
      if (INTENTS.has(name)) {
        this.#process.looksInDoubt = LOOKS_IN_DOUBT;
      }
      journal.step(this.#process.name, `loses its connection at ${name}`);
      scheduler.after(chance.pick([0, 0, chance.below(DOUBT_MS_MAX)]), () => {
        if (chance.oneIn(3)) {
          return;
        }
        journal.count(`durable in doubt at ${name}`);
        void this.#durable(name, write);
      });
      await this.#process.turn(`after ${name} in doubt`, chance.below(DOUBT_MS_MAX));
      throw new StoreError('The connection was lost.', { inDoubt: true });
    }
    const result = await this.#durable(name, write);
    await this.#turn('after', name, this.#time());
    return result;
  }

  async #durable<Result>(name: string, write: () => Promise<Result>): Promise<Result> {
    const result = await this.#world.scheduler.during(write);
    const isChange = Array.isArray(result) ? result.length > 0 : result;
    if (isChange && !BEATS.has(name)) {
      this.#store.written();
    }
    return result;
  }

  /**
   * Heartbeats are most of a process's steps, so they cause few of the crashes: crashes elsewhere are more interesting.
   */
  #turn(when: string, name: string, ms: number): Promise<void> {
    const isCounted =
      !SIGNS_OF_LIFE.some((table) => name.endsWith(table)) || this.#world.chance.oneIn(BEATS_COUNTED_ONE_IN);
    return isCounted ? this.#process.turn(`${when} ${name}`, ms) : this.#process.sleep(ms);
  }

  #time(): number {
    const { chance } = this.#world;
    return chance.below(chance.oneIn(SLOW_ONE_IN) ? SLOW_MS_MAX : COMMIT_MS_MAX);
  }
}

const NAMES = new Map<Statement, string>(
  Object.entries({
    ...orderStatements,
    ...refundStatements,
    ...reversalStatements,
    ...browserPaymentStatements,
  }).map(([name, statement]) => [statement, name]),
);

/** Other statements are named by their verb and table. */
function nameOf(statement: Statement): string {
  const known = NAMES.get(statement);
  if (known !== undefined) {
    return known;
  }
  const { sql } = statement.compile('sqlite');
  const [verb] = sql.split(' ', 1);
  const [, table] = /(?:from|into|update) "(\w+)"/.exec(sql) ?? [];
  const name = `${verb} ${table}`;
  NAMES.set(statement, name);
  return name;
}
