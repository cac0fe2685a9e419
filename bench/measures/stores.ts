/**
 * One gateway process with several stores: the processor time of an AUTHORIZE with one, two and four of them, with the
 * same number of requests in flight in all, on SQLite and on schemas of one PostgreSQL; then look-ups of a merchant's
 * store. Two equal processes differ by more than a tenth, so one process serves all turns: the stores that a turn
 * leaves out sleep.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { GATEWAY_ENVIRONMENT, GATEWAY_NODE_OPTIONS } from '../../src/start/node-options.mjs';
import { authorizeJob } from '../authorize-request.ts';
import type { LoadGenerator } from '../load/generator.ts';
import { CONNECTIONS, type Plan } from '../plan.ts';
import type { Child } from '../processes/child.ts';
import { DatabaseServer } from '../processes/database-server.ts';
import { fetchOnce } from '../processes/fetch-once.ts';
import { type GatewayPlace, gatewayPlace, gatewayReady, PROBE } from '../processes/gateway.ts';
import { addMerchant, operate, untilServed } from '../processes/store-set.ts';
import type { Measured } from '../report/measured.ts';
import { fixed, whole } from '../report/print.ts';
import { median, rounded } from '../statistics.ts';
import type { Workbench } from '../workbench.ts';

const SLEEPY = new URL('../processes/sleepy-gateway.ts', import.meta.url);
const COUNTS = [1, 2, 4] as const;
type Count = (typeof COUNTS)[number];
const RATIO_MAX = 1.05;
const DATABASE = 'gateway';
/** The merchant of each store. The first one is in the first store. */
const MERCHANTS = ['SHOP1', 'SHOP2', 'SHOP3', 'SHOP4'] as const;
const IDLE_MS = 1_000;
const POLL_MS = 100;

interface Turn {
  readonly perSecond: number;
  readonly p99Ms: number;
  /** Processor time of one request, microseconds. */
  readonly gatewayUs: number;
  readonly databaseUs: number;
}

interface Standing extends Turn {
  readonly count: Count;
  readonly turns: readonly Turn[];
}

export async function measureStores(bench: Workbench, plan: Plan, engine: 'PostgreSQL' | 'SQLite'): Promise<Measured> {
  const server = engine === 'SQLite' ? undefined : await DatabaseServer.start(bench);
  try {
    const standings = await standingsOf(bench, plan, server);
    const [one] = standings as [Standing];
    const of = ({ gatewayUs, databaseUs }: Turn) => gatewayUs + databaseUs;
    return {
      name: server === undefined ? 'stores-sqlite' : 'stores-postgres',
      tables: [
        {
          title: `AUTHORIZE by one gateway with several stores on ${engine}; ${CONNECTIONS} connections in all, ${plan.storeRounds} rounds of ${plan.storeSeconds} s by turns`,
          head: ['stores', 'per second', 'p99 ms', 'gateway µs', 'to one', 'database µs', 'both to one'],
          rows: standings.map((standing) => [
            `${standing.count}`,
            whole(standing.perSecond),
            fixed(standing.p99Ms, 1),
            whole(standing.gatewayUs),
            fixed(standing.gatewayUs / one.gatewayUs, 2),
            whole(standing.databaseUs),
            fixed(of(standing) / of(one), 2),
          ]),
          notes: ['µs: user and system time for one request, of the gateway and of all processes of PostgreSQL.'],
        },
      ],
      marks: standings.slice(1).map((standing) => ({
        what: `processor time of AUTHORIZE on ${engine}, ${standing.count} stores to one`,
        value: rounded(of(standing) / of(one), 2),
        unit: '',
        atMost: RATIO_MAX,
      })),
      data: { standings },
    };
  } finally {
    await bench.stopAll();
    await server?.close();
  }
}

async function standingsOf(bench: Workbench, plan: Plan, server: DatabaseServer | undefined): Promise<Standing[]> {
  const { place, child } = await gatewayOf(bench, server);
  const load = bench.load();
  // The code of a first turn would still be compiled.
  await turnOf(load, place, child, server, { count: 4, seconds: plan.warmUpSeconds });
  const turns = new Map<Count, Turn[]>(COUNTS.map((count) => [count, []]));
  for (let round = 0; round < plan.storeRounds; round += 1) {
    // Back and forth: a machine that becomes slower or faster meanwhile affects all alike.
    for (const count of round % 2 === 0 ? COUNTS : COUNTS.toReversed()) {
      turns.get(count)?.push(await turnOf(load, place, child, server, { count, seconds: plan.storeSeconds }));
    }
  }
  return COUNTS.map((count) => {
    const all = turns.get(count) ?? [];
    const middle = (pick: (turn: Turn) => number) => median(all.map(pick));
    return {
      count,
      turns: all,
      perSecond: middle((turn) => turn.perSecond),
      p99Ms: middle((turn) => turn.p99Ms),
      gatewayUs: middle((turn) => turn.gatewayUs),
      databaseUs: middle((turn) => turn.databaseUs),
    };
  });
}

/** A gateway with three further stores, each with a merchant. */
async function gatewayOf(
  bench: Workbench,
  server: DatabaseServer | undefined,
): Promise<{ readonly place: GatewayPlace; readonly child: Child }> {
  const { world } = await bench.world();
  const url = await server?.create(DATABASE);
  const { env, ...rest } = await gatewayPlace(bench.newFolder('data'), world);
  const place = { ...rest, env: { ...env, ...(url !== undefined && { DATABASE_URL: url }) } };
  const child = bench.start({
    name: 'gateway',
    entry: SLEEPY,
    args: [`${IDLE_MS}`],
    nodeArgs: [...GATEWAY_NODE_OPTIONS, '--import', PROBE],
    env: { ...place.env, ...GATEWAY_ENVIRONMENT },
  });
  await gatewayReady(place);
  const [first, ...further] = MERCHANTS;
  await addMerchant(place.env, first);
  for (const merchant of further) {
    const name = `of-${merchant.toLowerCase()}`;
    const address =
      url === undefined ? ['--url', `sqlite:${place.databaseFile}-${name}`] : ['--url', url, '--schema', name];
    await operate(place.env, 'store', 'add', name, ...address);
    await addMerchant(place.env, merchant, name);
  }
  for (const merchant of MERCHANTS) {
    await untilServed(place, merchant);
  }
  return { place, child };
}

async function turnOf(
  load: LoadGenerator,
  place: GatewayPlace,
  child: Child,
  server: DatabaseServer | undefined,
  { count, seconds }: { readonly count: Count; readonly seconds: number },
): Promise<Turn> {
  await untilOpen(load, place, count);
  const cpu = async () => ({ gateway: (await child.usage()).cpuUs, database: server?.cpuUs() ?? 0 });
  const before = await cpu();
  const results = await loadAll(load, place, count, { seconds });
  const after = await cpu();
  const answered = results.reduce((sum, result) => sum + result.answered, 0);
  return {
    perSecond: answered / Math.max(...results.map((result) => result.seconds)),
    p99Ms: Math.max(...results.map(({ p99Ms }) => p99Ms)),
    gatewayUs: (after.gateway - before.gateway) / answered,
    databaseUs: (after.database - before.database) / answered,
  };
}

/** Each store gets the same share of the connections. */
function loadAll(
  load: LoadGenerator,
  { origin }: GatewayPlace,
  count: Count,
  until: { readonly seconds: number } | { readonly requests: number },
) {
  const connections = CONNECTIONS / count;
  return Promise.all(
    MERCHANTS.slice(0, count).map((merchant) => load.run({ ...authorizeJob(origin, merchant), connections, until })),
  );
}

/** Resolves when the stores of the turn have compiled their statements, and all others sleep. */
async function untilOpen(load: LoadGenerator, place: GatewayPlace, count: Count): Promise<void> {
  for (;;) {
    await loadAll(load, place, count, { requests: 1_000 });
    const metrics = (await fetchOnce(`${place.origin}/metrics`)).body.toString();
    const open = Number(/^turnpike_stores\{state="open"\} (\d+)$/m.exec(metrics)?.[1]);
    if (open === count - 1) {
      return;
    }
    await pause(POLL_MS);
  }
}
