/**
 * F20. A merchant is moved between two stores while its shops pay at two gateway processes, there and back: new
 * payments wait and are made, none is lost and the acquirer's ledger has none twice. Then again, with a command that is
 * killed at a random moment and called again, and with a gateway that is killed. The same with the processes of
 * `turnpike serve` behind one port, which are replaced during the move. `TURNPIKE_FAULT_MOVES` sets the number of moves
 * of each kind.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, expect, it } from 'vitest';
import { onPostgres } from '../support/database-place.ts';
import type { Merchant } from '../support/merchant.ts';
import { movedIn, startMove } from '../support/move-command.ts';
import { seededRandom } from '../support/random.ts';
import { type Stack, type StackOptions, startStack } from '../support/stack.ts';
import { type Load, startLoad } from './load.ts';
import { counting, report, rounds } from './report.ts';
import { loadedStores } from './stores.ts';
import { judge, NO_FLAWS } from './verdict.ts';

const MOVES = rounds('MOVES', 1);
/** SQLite has one process. */
const GATEWAYS: readonly { readonly name: string; readonly options: StackOptions }[] = onPostgres()
  ? [
      { name: '2 processes', options: { processes: 2 } },
      { name: '2 processes behind one port', options: { served: 2 } },
    ]
  : [{ name: '1 process behind a port', options: { served: 1 } }];
const CLIENTS = 3;
/** So that the load leaves time for everything else on a small machine. */
const ACQUIRER_DELAY_MS = 150;
/** Payments before each move, so that it has rows. */
const ANSWERS_BEFORE = 50;
/** A move takes about ten seconds. */
const KILL_AFTER_MS_MAX = 9_000;
/** The longest time for which a request is held. */
const HELD_SECONDS = 5;
const MOVE_MS_MAX = 120_000;
const MERCHANT = 'STORE-2';

const random = seededRandom(process.env.TURNPIKE_FAULT_SEED);

let stack: Stack | undefined;
afterEach(async () => {
  // The processes behind a port outlive a kill of the one that has it.
  await stack?.gateway.stop();
  await stack?.close();
});

const move = (at: Stack, to: string) => movedIn(startMove(at, MERCHANT, to), MERCHANT, to);

interface Measured {
  readonly sent: number;
  readonly refused: number;
  readonly slowestMs: number;
}

/** The requests that began while the work was done. */
async function measured(load: Load, work: () => Promise<unknown>): Promise<Measured> {
  const before = load.attempts.length;
  await work();
  await load.more(CLIENTS);
  const attempts = load.attempts.slice(before);
  return {
    sent: attempts.reduce((sum, { tries }) => sum + tries, 0),
    refused: attempts.reduce((sum, { refusals }) => sum + refusals.length, 0),
    slowestMs: Math.max(...attempts.map(({ answer }) => answer?.tookMs ?? 0)),
  };
}

/** Kills the command at a random moment, and calls it until it ends. */
async function moveWithKill(at: Stack, to: string): Promise<void> {
  const { child, ended } = startMove(at, MERCHANT, to);
  await pause(random.between(0, KILL_AFTER_MS_MAX));
  child.kill('SIGKILL');
  await ended;
  const again = await startMove(at, MERCHANT, to).ended;
  const isDone = again.code === 0 || again.said.includes('already');
  expect([isDone, again.said]).toEqual([true, again.said]);
}

/** Kills a gateway at a random moment of the move and starts it again, or replaces those behind one port. */
async function moveWithoutGateway(at: Stack, to: string, { served, processes = 1 }: StackOptions): Promise<void> {
  const { ended } = startMove(at, MERCHANT, to);
  await pause(random.between(0, KILL_AFTER_MS_MAX));
  const service = at.gateways[random.between(0, processes)]?.service ?? at.gateway;
  if (served === undefined) {
    await service.kill();
    await service.start();
  } else if (served > 1) {
    service.signal('SIGHUP');
  } else {
    // It is started again by the process that has the port.
    process.kill(servedProcess(at), 'SIGKILL');
  }
  const { code, said } = await ended;
  // A transaction of the process that was killed is under way until another one has recovered it.
  if (code !== 0) {
    expect(said).toMatch(/under way/);
    await move(at, to);
  }
}

/** The last gateway process that was started behind the port. */
function servedProcess({ gateway }: Stack): number {
  const lines = gateway.output().split('\n');
  const last = lines.findLast((line) => line.includes('"gateway is listening"')) ?? '{}';
  return (JSON.parse(last) as { readonly pid: number }).pid;
}

it.each(GATEWAYS)(
  'by $name, a merchant is moved under load: its new payments wait, none is lost or doubled, also if the command or a gateway is killed',
  async ({ name, options }) => {
    stack = await startStack(options);
    const at = stack;
    await at.acquirer.misbehave({ mode: 'DELAY', delayMs: ACQUIRER_DELAY_MS });
    const [, second] = await loadedStores(at, 2);
    const merchants = second?.merchants as readonly Merchant[];
    await Promise.all(merchants.map((merchant) => merchant.introduce()));
    const load = startLoad(merchants, { clients: CLIENTS, random });
    const calm: Measured[] = [];
    const waits: string[] = [];
    for (let round = 0; round < MOVES; round += 1) {
      for (const to of ['first', 'store-2']) {
        await load.more(ANSWERS_BEFORE);
        calm.push(await measured(load, async () => waits.push(await move(at, to))));
      }
      await load.more(ANSWERS_BEFORE);
      await moveWithKill(at, 'first');
      await load.more(ANSWERS_BEFORE);
      await moveWithoutGateway(at, 'store-2', options);
    }
    await load.end();
    const { flaws, facts } = await judge(load.attempts, { ...at, merchant: merchants[0] as Merchant });
    const sum = (of: (one: Measured) => number) => calm.reduce((total, one) => total + of(one), 0);
    const slowestMs = Math.round(Math.max(...calm.map((one) => one.slowestMs)));
    report('F20 moved merchants', [
      counting(4 * MOVES, 'move'),
      `seed ${random.seed}`,
      name,
      `new payments waited for ${waits.join(' s, ')} s`,
      `${sum(({ refused }) => refused)} of ${sum(({ sent }) => sent)} requests refused in the moves without a kill`,
      `the slowest answer of these ${slowestMs} ms`,
      ...facts,
    ]);
    expect(flaws).toEqual(NO_FLAWS);
    if (waits.every((seconds) => Number(seconds) < HELD_SECONDS)) {
      expect(sum(({ refused }) => refused)).toBeLessThanOrEqual(sum(({ sent }) => sent) / 100);
    }
  },
  (4 * MOVES + 2) * MOVE_MS_MAX,
);
