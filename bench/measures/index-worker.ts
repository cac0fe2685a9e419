/**
 * AUTHORIZE beside the worker of the index of orders: in its daily work, and while it makes the whole index again. By
 * turns with a gateway whose worker does nothing.
 */
import Database from 'better-sqlite3';
import { openStore } from '../../src/adapters/store/index.ts';
import { authorizeJob } from '../authorize-request.ts';
import { CONNECTIONS, type Plan } from '../plan.ts';
import { fillOrders } from '../processes/fill.ts';
import type { World } from '../processes/world.ts';
import type { Measured } from '../report/measured.ts';
import { whole } from '../report/print.ts';
import { p99Ratio, rateRatio, sideBySide } from '../report/standings.ts';
import { rounded } from '../statistics.ts';
import type { RunningGateway, Workbench } from '../workbench.ts';
import { byTurns, type Contestant } from './by-turns.ts';

const AUTHORIZE_RATIO_MIN = 0.95;
const P99_RATIO_MAX = 1.3;

export async function measureIndexWorker(bench: Workbench, plan: Plan): Promise<Measured> {
  const daily = await beside(bench, plan, async () => undefined);
  const rebuilding = await beside(bench, plan, async (url) => {
    const store = await openStore(url);
    await store.orderIndex.rebuild();
    await store.close();
  });
  const orders = whole(plan.growthOrders);
  const notes = ['The other gateway has the same program and the same orders, and its worker finds no index.'];
  return {
    name: 'index-worker',
    tables: [
      sideBySide({
        title: `AUTHORIZE beside the worker of the index; ${CONNECTIONS} connections, by turns`,
        measured: daily.standings[0],
        yardsticks: [daily.standings[1]],
        notes,
      }),
      sideBySide({
        title: `AUTHORIZE beside a build of the index of ${orders} orders; ${CONNECTIONS} connections, by turns`,
        measured: rebuilding.standings[0],
        yardsticks: [rebuilding.standings[1]],
        notes: [...notes, `${whole(rebuilding.built)} of them were in the new index at the end.`],
      }),
    ],
    marks: [
      {
        what: 'AUTHORIZE beside the worker of the index',
        value: rounded(rateRatio(...daily.standings), 2),
        unit: '',
        atLeast: AUTHORIZE_RATIO_MIN,
      },
      {
        what: `p99 of AUTHORIZE beside a build of the index of ${orders} orders`,
        value: rounded(p99Ratio(...rebuilding.standings), 2),
        unit: '',
        atMost: P99_RATIO_MAX,
      },
    ],
    data: { orders: plan.growthOrders, daily, rebuilding },
  };
}

/** @param prepare changes the store of the gateway whose worker works, while it is stopped */
async function beside(bench: Workbench, plan: Plan, prepare: (url: string) => Promise<void>) {
  const load = bench.load();
  const { world } = await bench.world();
  const stopped = [
    await filled(bench, world, plan.growthOrders),
    await filled(bench, world, plan.growthOrders),
  ] as const;
  await prepare(`sqlite:${stopped[0].databaseFile}`);
  const db = new Database(stopped[1].databaseFile);
  db.exec('drop table order_index_build');
  db.close();
  const [busy, idle] = [await bench.gatewayAt(stopped[0]), await bench.gatewayAt(stopped[1])];
  const standings = await byTurns(load, [contestant('with the worker', busy), contestant('without it', idle)], {
    rounds: plan.rounds,
    warmUpSeconds: plan.warmUpSeconds,
    seconds: plan.authorizeSeconds,
  });
  await bench.stopAll();
  return { standings, built: ordersOfLastBuild(busy.databaseFile) };
}

/** @returns a stopped gateway whose store has this many orders */
async function filled(bench: Workbench, world: World, count: number): Promise<RunningGateway> {
  const gateway = await bench.gateway(world);
  await bench.load().run({ ...authorizeJob(gateway.origin), connections: 1, until: { requests: 1 } });
  await gateway.child.stop();
  fillOrders(gateway.databaseFile, count);
  return gateway;
}

function ordersOfLastBuild(file: string): number {
  const db = new Database(file, { readonly: true });
  const count = 'select count(*) from order_index where generation = (select max(generation) from order_index)';
  const built = db.prepare<[], number>(count).pluck().get();
  db.close();
  return built ?? 0;
}

function contestant(name: string, gateway: RunningGateway): Contestant {
  return { name, server: gateway.child, job: authorizeJob(gateway.origin) };
}
