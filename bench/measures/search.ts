/**
 * Searches for orders in a large index, in this process and without sockets; and AUTHORIZE beside the worker of the
 * index, by turns with a gateway whose worker does nothing.
 */
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { openStore } from '../../src/adapters/store/index.ts';
import { ORDER_SORTS, type OrderFilters, type OrderPosition } from '../../src/core/ports/index.ts';
import { AUTHORIZE_PATH, authorizeBody } from '../authorize-request.ts';
import { CONNECTIONS, type Plan } from '../plan.ts';
import { fillIndex } from '../processes/fill-index.ts';
import { MERCHANT_HEADERS } from '../processes/gateway.ts';
import type { Measured } from '../report/measured.ts';
import { fixed, whole } from '../report/print.ts';
import { rateRatio, sideBySide } from '../report/standings.ts';
import { median, rounded } from '../statistics.ts';
import type { RunningGateway, Workbench } from '../workbench.ts';
import { byTurns, type Contestant } from './by-turns.ts';

const SEARCH_MS_MAX = 100;
const AUTHORIZE_RATIO_MIN = 0.95;
const LIMIT = 100;
/** Searches of each kind, with other values each. */
const SEARCHES = 100;
const P95 = 0.95;

/** Filters by number: each search has other values. */
const KINDS: Readonly<Record<string, (at: number) => OrderFilters>> = {
  'no filter': () => ({}),
  'last four digits': (at) => ({ terms: [[{ kind: 'LAST_FOUR', value: `${at}`.padStart(4, '0') }]] }),
  'e-mail': (at) => ({ terms: [[{ kind: 'EMAIL', value: `hash-${at}` }]] }),
  reference: (at) => ({ terms: [[{ kind: 'REFERENCE', value: `invoice-${at + 1}` }]] }),
  'beginning of the id': (at) => ({ orderId: `filled-${at}` }),
  amount: (at) => ({ currency: 'EUR', amountFrom: BigInt(at * 7), amountTo: BigInt(at * 7) }),
  'range of amounts': (at) => ({ currency: 'EUR', amountFrom: BigInt(at), amountTo: BigInt(at + 20_000) }),
  'rare status': () => ({ status: 'REFUND_REQUESTED' }),
  'frequent status': () => ({ status: 'CAPTURED' }),
  'rare currency': () => ({ currency: 'JPY' }),
  'status and brand': () => ({ status: 'FAILED', brand: 'MASTERCARD' }),
  'brand and last four digits': (at) => ({
    brand: 'VISA',
    terms: [[{ kind: 'LAST_FOUR', value: `${at}`.padStart(4, '0') }]],
  }),
  'nothing that is found': () => ({ brand: 'NONE', status: 'CAPTURED' }),
};

export async function measureSearch(bench: Workbench, plan: Plan): Promise<Measured> {
  const orders = plan.growthOrders;
  const searches = await searchTimes(join(bench.newFolder('index'), 'turnpike.db'), orders);
  const standings = await beside(bench, plan);
  const slowest = Math.max(...searches.map(({ p95 }) => p95));
  const ratio = rateRatio(...standings);
  return {
    name: 'search',
    tables: [
      {
        title: `A page of ${LIMIT} of ${whole(orders)} orders, ms, without sockets`,
        head: ['filter', 'median', 'p95', 'slowest', 'orders of a page'],
        rows: searches.map(({ kind, middle, p95, last, found }) => [
          kind,
          fixed(middle, 1),
          fixed(p95, 1),
          fixed(last, 1),
          fixed(found, 1),
        ]),
        notes: ['Every kind in every order of the list, the first page and the second one.'],
      },
      sideBySide({
        title: `AUTHORIZE beside the worker of the index; ${CONNECTIONS} connections, by turns`,
        measured: standings[0],
        yardsticks: [standings[1]],
        notes: ['The other gateway has the same program, and its worker finds no index.'],
      }),
    ],
    marks: [
      {
        what: `p95 of a search in ${whole(orders)} orders`,
        value: rounded(slowest, 1),
        unit: ' ms',
        atMost: SEARCH_MS_MAX,
      },
      {
        what: 'AUTHORIZE beside the worker of the index',
        value: rounded(ratio, 2),
        unit: '',
        atLeast: AUTHORIZE_RATIO_MIN,
      },
    ],
    data: { orders, searches, standings, ratio },
  };
}

async function searchTimes(file: string, orders: number) {
  const empty = await openStore(`sqlite:${file}`);
  const { key: merchantKey } = await empty.merchants.put({ id: 'SHOP', name: 'Shop' }, 1);
  await empty.close();
  fillIndex(file, merchantKey, orders);
  const store = await openStore(`sqlite:${file}`);
  const measured = [];
  for (const [kind, filtersOf] of Object.entries(KINDS)) {
    const times: number[] = [];
    let found = 0;
    for (let at = 0; at < SEARCHES; at += 1) {
      const sort = ORDER_SORTS[at % ORDER_SORTS.length] ?? 'NEWEST';
      let after: OrderPosition | undefined;
      for (let page = 0; page < 2 && (page === 0 || after !== undefined); page += 1) {
        const began = performance.now();
        const answer = await store.orderIndex.search({
          merchantKey,
          filters: filtersOf(at),
          sort,
          after,
          limit: LIMIT,
        });
        times.push(performance.now() - began);
        found += answer.orders.length;
        after = answer.next;
      }
    }
    times.sort((one, other) => one - other);
    measured.push({
      kind,
      middle: median(times),
      p95: times[Math.floor(times.length * P95)] ?? Number.NaN,
      last: times.at(-1) ?? Number.NaN,
      found: found / times.length,
    });
  }
  await store.close();
  return measured;
}

async function beside(bench: Workbench, plan: Plan) {
  const load = bench.load();
  const { world } = await bench.world();
  const busy = await bench.gateway(world);
  const idle = await bench.gateway(world);
  await idle.child.stop();
  const db = new Database(idle.databaseFile);
  db.exec('drop table order_index_build');
  db.close();
  const without = await bench.gatewayAt(idle);
  const contestant = (name: string, { child, origin }: RunningGateway): Contestant => ({
    name,
    server: child,
    job: {
      origin,
      method: 'PUT',
      path: AUTHORIZE_PATH,
      headers: MERCHANT_HEADERS,
      body: authorizeBody(),
      connections: CONNECTIONS,
    },
  });
  const standings = await byTurns(load, [contestant('with the worker', busy), contestant('without it', without)], {
    rounds: plan.rounds,
    warmUpSeconds: plan.warmUpSeconds,
    seconds: plan.authorizeSeconds,
  });
  await bench.stopAll();
  return standings;
}
