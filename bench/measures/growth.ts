/** The cost of an authorization and of retrieving an order in a large store, compared with a small one. */
import { authorizeJob } from '../authorize-request.ts';
import { NUMBER } from '../load/job.ts';
import { CONNECTIONS, type Plan } from '../plan.ts';
import { fillOrders } from '../processes/fill.ts';
import { MERCHANT_HEADERS, MERCHANT_PATH } from '../processes/gateway.ts';
import type { World } from '../processes/world.ts';
import type { Measured } from '../report/measured.ts';
import { fixed, whole } from '../report/print.ts';
import { rounded } from '../statistics.ts';
import type { RunningGateway, Workbench } from '../workbench.ts';
import { byTurns, type Contestant, type Standing } from './by-turns.ts';

const FEW_ORDERS = 1_000;
const AUTHORIZE_RATIO_MAX = 1.25;
const RETRIEVE_RATIO_MAX = 1.5;
const MEMORY_RATIO_MAX = 1.1;
const MB = 1_048_576;

export async function measureGrowth(bench: Workbench, plan: Plan): Promise<Measured> {
  const load = bench.load();
  const { world } = await bench.world();
  const small = await filled(bench, world, FEW_ORDERS);
  const large = await filled(bench, world, plan.growthOrders);
  const rounds = { rounds: plan.rounds, warmUpSeconds: plan.warmUpSeconds, seconds: plan.growthSeconds };
  const authorize = (gateway: RunningGateway, name: string): Contestant => ({
    name,
    server: gateway.child,
    job: authorizeJob(gateway.origin),
  });
  const retrieve = (gateway: RunningGateway, name: string, numbers: number): Contestant => ({
    name,
    server: gateway.child,
    job: {
      origin: gateway.origin,
      method: 'GET',
      path: `${MERCHANT_PATH}/order/${NUMBER}`,
      numbers,
      headers: MERCHANT_HEADERS,
      body: '',
      connections: CONNECTIONS,
    },
  });
  const orders = whole(plan.growthOrders);
  const authorizations = await byTurns(
    load,
    [authorize(small, `AUTHORIZE, ${whole(FEW_ORDERS)} stored`), authorize(large, `AUTHORIZE, ${orders} stored`)],
    rounds,
  );
  const retrievals = await byTurns(
    load,
    [
      retrieve(small, `retrieve order, ${whole(FEW_ORDERS)} stored`, FEW_ORDERS),
      retrieve(large, `retrieve order, ${orders} stored`, plan.growthOrders),
    ],
    rounds,
  );
  const [rssSmall, rssLarge] = [await residentMb(small), await residentMb(large)];
  await bench.stopAll();
  return report({ orders, authorizations, retrievals, rssSmall, rssLarge });
}

/** Starts a gateway whose file already has this many orders. */
async function filled(bench: Workbench, world: World, count: number): Promise<RunningGateway> {
  const first = await bench.gateway(world, { collectable: true });
  await bench.load().run({ ...authorizeJob(first.origin), connections: 1, until: { requests: 1 } });
  await first.child.stop();
  fillOrders(first.databaseFile, count);
  return bench.gatewayAt(first, { collectable: true });
}

async function residentMb({ child }: RunningGateway): Promise<number> {
  return (await child.usage({ collect: true })).rssBytes / MB;
}

interface Result {
  readonly orders: string;
  readonly authorizations: readonly Standing[];
  readonly retrievals: readonly Standing[];
  readonly rssSmall: number;
  readonly rssLarge: number;
}

/** The processor time of a request on the large store, as a multiple of that on the small store. Excludes waiting. */
function costRatio([small, large]: readonly Standing[]): number {
  return (large?.median.cpuUs.server ?? Number.NaN) / (small?.median.cpuUs.server ?? Number.NaN);
}

/** The latency of a request on the large store, as a multiple of that on the small store. */
function timeRatio([small, large]: readonly Standing[]): number {
  return (small?.median.perSecond ?? Number.NaN) / (large?.median.perSecond ?? Number.NaN);
}

function report({ orders, authorizations, retrievals, rssSmall, rssLarge }: Result): Measured {
  const row = ({ name, median }: Standing, memory: string) => [
    name,
    whole(median.perSecond),
    fixed(median.p50Ms, 1),
    fixed(median.p99Ms, 1),
    whole(median.cpuUs.server),
    memory,
  ];
  const figures = {
    authorizeCpu: costRatio(authorizations),
    authorizeTime: timeRatio(authorizations),
    retrieveCpu: costRatio(retrievals),
    retrieveTime: timeRatio(retrievals),
    memory: rssLarge / rssSmall,
  };
  const mark = (what: string, value: number, atMost: number) => ({ what, value: rounded(value, 2), unit: '', atMost });
  const memories = [fixed(rssSmall, 1), fixed(rssLarge, 1)];
  return {
    name: 'growth',
    tables: [
      {
        title: `A store of ${orders} orders beside one of ${whole(FEW_ORDERS)}, by turns`,
        head: ['per second', 'median', 'p50 ms', 'p99 ms', 'server µs', 'resident MB at the end'],
        rows: [...authorizations, ...retrievals].map((standing, at) =>
          row(standing, at < 2 ? (memories[at] ?? '') : ''),
        ),
        notes: ['Memory after a forced garbage collection, when all four had their turns.'],
      },
    ],
    marks: [
      mark(
        `processor time of AUTHORIZE, ${orders} orders to ${whole(FEW_ORDERS)}`,
        figures.authorizeCpu,
        AUTHORIZE_RATIO_MAX,
      ),
      mark(`time of AUTHORIZE, ${orders} orders to ${whole(FEW_ORDERS)}`, figures.authorizeTime, AUTHORIZE_RATIO_MAX),
      mark(
        `time of retrieve order, ${orders} orders to ${whole(FEW_ORDERS)}`,
        figures.retrieveTime,
        RETRIEVE_RATIO_MAX,
      ),
      mark(`resident memory, ${orders} orders to ${whole(FEW_ORDERS)}`, figures.memory, MEMORY_RATIO_MAX),
    ],
    data: { orders, authorizations, retrievals, rssSmall, rssLarge, ...figures },
  };
}
