/**
 * One gateway process with four stores, each on a PostgreSQL server of its own with a synchronous standby. First each
 * standby takes few bytes a second, so that commits wait for it: the rate of one store, and of all four, with the same
 * number of requests in flight. Then the standbys are fast, and the server of one store is killed under an even pace:
 * the latency of the other stores before and after.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { authorizeJob } from '../authorize-request.ts';
import type { LoadGenerator } from '../load/generator.ts';
import { CONNECTIONS, type Plan } from '../plan.ts';
import { SlowCluster } from '../processes/slow-cluster.ts';
import { addMerchant, operate, untilServed } from '../processes/store-set.ts';
import type { Measured } from '../report/measured.ts';
import { fixed, whole } from '../report/print.ts';
import { median, rounded } from '../statistics.ts';
import type { RunningGateway, Workbench } from '../workbench.ts';

/** The merchant of each store. The first one is in the first store; the server of the last one is killed. */
const MERCHANTS = ['SHOP1', 'SHOP2', 'SHOP3', 'SHOP4'] as const;
const BYTES_PER_SECOND = 300_000;
const RATE_RATIO_MIN = 3.5;
const P99_RATIO_MAX = 1.2;
/** The pace of each store, which leaves the machine time. */
const PACE = 20;
/** The share of a turn after which the server is killed. */
const KILLED_AFTER = 0.2;

interface Rates {
  readonly one: number;
  readonly four: number;
  /** The bytes of the log of the server for one payment. */
  readonly bytes: number;
}

interface Latencies {
  readonly beforeMs: number;
  readonly afterMs: number;
  /** Answers to merchants of the killed store that are no success. */
  readonly failed: number;
}

export async function measureStoresApart(bench: Workbench, plan: Plan): Promise<Measured> {
  const clusters: SlowCluster[] = [];
  try {
    for (const _ of MERCHANTS) {
      clusters.push(await SlowCluster.start(bench));
    }
    const gateway = await gatewayOn(bench, clusters);
    const load = bench.load();
    const rates = await ratesOf(load, gateway, clusters, plan);
    const latencies = await latenciesOf(load, gateway, clusters, plan);
    return report(plan, rates, latencies);
  } finally {
    await bench.stopAll();
    await Promise.all(clusters.map((cluster) => cluster.close()));
  }
}

async function gatewayOn(bench: Workbench, [first, ...further]: readonly SlowCluster[]): Promise<RunningGateway> {
  const { world } = await bench.world();
  const databaseUrl = first?.url as string;
  const gateway = await bench.gateway(world, { databaseUrl });
  const env = { ...gateway.env, DATABASE_URL: databaseUrl };
  await addMerchant(env, MERCHANTS[0]);
  for (const [index, { url }] of further.entries()) {
    const merchant = MERCHANTS[index + 1] as string;
    const name = `of-${merchant.toLowerCase()}`;
    await operate(env, 'store', 'add', name, '--url', url);
    await addMerchant(env, merchant, name);
  }
  for (const merchant of MERCHANTS) {
    await untilServed(gateway, merchant);
  }
  return gateway;
}

async function ratesOf(
  load: LoadGenerator,
  { origin }: RunningGateway,
  clusters: readonly SlowCluster[],
  { storeRounds, storeSeconds, warmUpSeconds }: Plan,
): Promise<Rates[]> {
  const run = async (merchants: readonly string[], seconds: number) => {
    const connections = CONNECTIONS / merchants.length;
    const results = await Promise.all(
      merchants.map((merchant) => load.run({ ...authorizeJob(origin, merchant), connections, until: { seconds } })),
    );
    return results.reduce((sum, { answered, seconds: took }) => sum + answered / took, 0);
  };
  await run(MERCHANTS, warmUpSeconds);
  for (const cluster of clusters) {
    cluster.slowDown(BYTES_PER_SECOND);
  }
  // The first turns end what was written fast.
  await run(MERCHANTS, warmUpSeconds);
  const rates: Rates[] = [];
  for (let round = 0; round < storeRounds; round += 1) {
    const before = (await clusters[0]?.written()) ?? 0;
    const one = await run(MERCHANTS.slice(0, 1), storeSeconds);
    const bytes = (((await clusters[0]?.written()) ?? 0) - before) / (one * storeSeconds);
    rates.push({ one, four: await run(MERCHANTS, storeSeconds), bytes });
  }
  for (const cluster of clusters) {
    cluster.slowDown(0);
  }
  return rates;
}

async function latenciesOf(
  load: LoadGenerator,
  gateway: RunningGateway,
  clusters: readonly SlowCluster[],
  { storeRounds, storeSeconds }: Plan,
): Promise<Latencies[]> {
  const killed = clusters.at(-1) as SlowCluster;
  const run = async () => {
    const results = await Promise.all(
      MERCHANTS.map((merchant) =>
        load.tried({
          ...authorizeJob(gateway.origin, merchant),
          perSecond: PACE,
          until: { seconds: 2 * storeSeconds },
        }),
      ),
    );
    const others = results.slice(0, -1);
    if (others.some(({ failed }) => failed > 0)) {
      throw new Error('A request to another store failed.');
    }
    return { p99Ms: median(others.map(({ p99Ms }) => p99Ms)), failed: results.at(-1)?.failed ?? 0 };
  };
  await run();
  const latencies: Latencies[] = [];
  for (let round = 0; round < storeRounds; round += 1) {
    const before = await run();
    const running = run();
    await pause(KILLED_AFTER * 2 * storeSeconds * 1_000);
    await killed.kill();
    const after = await running;
    latencies.push({ beforeMs: before.p99Ms, afterMs: after.p99Ms, failed: after.failed });
    await killed.resume();
    await untilServed(gateway, MERCHANTS[MERCHANTS.length - 1] as string);
  }
  return latencies;
}

function report(
  { storeRounds, storeSeconds }: Plan,
  rates: readonly Rates[],
  latencies: readonly Latencies[],
): Measured {
  const ratios = rates.map(({ one, four }) => four / one);
  const p99 = median(latencies.map(({ afterMs }) => afterMs)) / median(latencies.map(({ beforeMs }) => beforeMs));
  return {
    name: 'stores-apart',
    tables: [
      {
        title: `Four stores with slow synchronous standbys; ${CONNECTIONS} connections in all, ${storeRounds} rounds of ${storeSeconds} s`,
        head: ['AUTHORIZE a second', ...rates.map((_, index) => `round ${index + 1}`), 'median'],
        rows: [
          ['one store', ...rates.map(({ one }) => whole(one)), whole(median(rates.map(({ one }) => one)))],
          ['four stores', ...rates.map(({ four }) => whole(four)), whole(median(rates.map(({ four }) => four)))],
          ['ratio', ...ratios.map((ratio) => fixed(ratio, 2)), fixed(median(ratios), 2)],
        ],
        notes: [
          `Each standby gets ${whole(BYTES_PER_SECOND)} bytes of the log a second; a payment has ${whole(median(rates.map(({ bytes }) => bytes)))}.`,
        ],
      },
      {
        title: `The server of one of four stores is killed; ${PACE} AUTHORIZE a second to each store`,
        head: ['p99 of the others, ms', ...latencies.map((_, index) => `round ${index + 1}`), 'median'],
        rows: [
          [
            'before',
            ...latencies.map(({ beforeMs }) => fixed(beforeMs, 1)),
            fixed(median(latencies.map(({ beforeMs }) => beforeMs)), 1),
          ],
          [
            'killed',
            ...latencies.map(({ afterMs }) => fixed(afterMs, 1)),
            fixed(median(latencies.map(({ afterMs }) => afterMs)), 1),
          ],
          ['refused of the killed one', ...latencies.map(({ failed }) => whole(failed))],
        ],
        notes: [],
      },
    ],
    marks: [
      {
        what: 'rate of four stores with slow standbys to one',
        value: rounded(median(ratios), 2),
        unit: '',
        atLeast: RATE_RATIO_MIN,
      },
      {
        what: 'p99 of the other stores when one is killed, to before',
        value: rounded(p99, 2),
        unit: '',
        atMost: P99_RATIO_MAX,
      },
    ],
    data: { rates, latencies },
  };
}
