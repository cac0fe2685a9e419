/**
 * The effect of `keys rotate --data` on payments: the p99 latency of AUTHORIZE with and without it, in alternating
 * turns on one gateway, and reads of cards that are re-encrypted meanwhile.
 */
import { authorizeJob } from '../authorize-request.ts';
import { type LoadJob, type LoadResult, NUMBER, RANDOM } from '../load/job.ts';
import { CONNECTIONS, type Plan } from '../plan.ts';
import { fillOrders } from '../processes/fill.ts';
import { MERCHANT_HEADERS, MERCHANT_PATH } from '../processes/gateway.ts';
import { Rotation } from '../processes/rotation.ts';
import { sealCards } from '../processes/sealed-fill.ts';
import type { Measured } from '../report/measured.ts';
import { fixed, whole } from '../report/print.ts';
import { median, rounded } from '../statistics.ts';
import type { RunningGateway, Workbench } from '../workbench.ts';

const P99_RATIO_MAX = 1.3;
/** Connections that read cards, which are encrypted under the old key or the new one. */
const READERS = 2;

/** The number of turns with the rotation for each turn without it, so that the rotation progresses. */
const TURNS_BESIDE = 3;

/** Time without measurement at each change, for checkpoints of the previous turns' write-ahead log. */
const SETTLING_SECONDS = 2;

interface Turns {
  readonly alone: LoadResult[];
  readonly beside: LoadResult[];
  readonly reads: LoadResult[];
}

export async function measureReSealing(bench: Workbench, plan: Plan): Promise<Measured> {
  const { gateway, rows } = await filled(bench, plan.sealedRows);
  const [load, readers] = [bench.load(), bench.load()];
  const authorize = (seconds: number) => load.run({ ...authorizeJob(gateway.origin), until: { seconds } });
  const read = (seconds: number) => readers.tried({ ...capture(gateway, plan.sealedRows), until: { seconds } });
  await authorize(plan.warmUpSeconds);
  const rotation = new Rotation(
    bench.start({
      name: 'rotation',
      entry: new URL('../../src/cli/main.ts', import.meta.url),
      args: ['keys', 'rotate', '--data'],
      env: gateway.env,
    }),
    gateway.databaseFile,
  );
  await rotation.untilStarted();
  const turns: Turns = { alone: [], beside: [], reads: [] };
  while (!rotation.isOver) {
    await rotation.pause();
    await authorize(SETTLING_SECONDS);
    const [alone] = await Promise.all([authorize(plan.reSealingSeconds), read(plan.reSealingSeconds)]);
    rotation.resume();
    turns.alone.push(alone);
    await authorize(SETTLING_SECONDS);
    for (let turn = 0; turn < TURNS_BESIDE && !rotation.isOver; turn += 1) {
      const [beside, reads] = await Promise.all([authorize(plan.reSealingSeconds), read(plan.reSealingSeconds)]);
      turns.reads.push(reads);
      // A turn in which the rotation ended is not counted.
      turns.beside.push(...(rotation.isOver ? [] : [beside]));
    }
  }
  const said = await rotation.ended();
  await bench.stopAll();
  return report({ rows, said, turns, seconds: plan.reSealingSeconds });
}

/** Starts a gateway with this many encrypted cards. */
async function filled(bench: Workbench, count: number): Promise<{ gateway: RunningGateway; rows: number }> {
  const { world } = await bench.world();
  const first = await bench.gateway(world);
  await bench.load().run({ ...authorizeJob(first.origin), connections: 1, until: { requests: 1 } });
  await first.child.stop();
  fillOrders(first.databaseFile, count);
  const rows = await sealCards(first);
  return { gateway: await bench.gatewayAt(first), rows };
}

function capture({ origin }: RunningGateway, numbers: number): Omit<LoadJob, 'until'> {
  return {
    origin,
    method: 'PUT',
    path: `${MERCHANT_PATH}/order/${NUMBER}/transaction/${RANDOM}`,
    numbers,
    headers: MERCHANT_HEADERS,
    body: JSON.stringify({ apiOperation: 'CAPTURE', transaction: { amount: '0.01', currency: 'GBP' } }),
    connections: READERS,
  };
}

interface Result {
  readonly rows: number;
  readonly said: string;
  readonly turns: Turns;
  readonly seconds: number;
}

function report({ rows, said, turns: { alone, beside, reads }, seconds }: Result): Measured {
  const middle = (turns: readonly LoadResult[], pick: (turn: LoadResult) => number) =>
    turns.length === 0 ? Number.NaN : median(turns.map(pick));
  const row = (name: string, turns: readonly LoadResult[]) => [
    name,
    whole(middle(turns, (turn) => turn.answered / turn.seconds)),
    fixed(
      middle(turns, (turn) => turn.p50Ms),
      1,
    ),
    fixed(
      middle(turns, (turn) => turn.p99Ms),
      1,
    ),
    `${turns.length}`,
  ];
  const ratio = middle(beside, ({ p99Ms }) => p99Ms) / middle(alone, ({ p99Ms }) => p99Ms);
  const failed = reads.reduce((sum, turn) => sum + turn.failed, 0);
  const answered = reads.reduce((sum, turn) => sum + turn.answered, 0);
  return {
    name: 're-sealing',
    tables: [
      {
        title: `AUTHORIZE beside the re-sealing of ${whole(rows)} rows; ${CONNECTIONS} connections, ${seconds} s by turns`,
        head: ['per second', 'median', 'p50 ms', 'p99 ms', 'turns'],
        rows: [row('AUTHORIZE alone', alone), row('AUTHORIZE beside it', beside)],
        notes: [said, `${whole(answered)} captures opened a card beside it; ${failed} failed.`],
      },
    ],
    marks: [
      { what: 'p99 of AUTHORIZE beside re-sealing', value: rounded(ratio, 2), unit: '', atMost: P99_RATIO_MAX },
      { what: 'failed reads beside re-sealing', value: failed, unit: '', atMost: 0 },
    ],
    data: { rows, said, alone, beside, ratio, reads: answered, failed },
  };
}
