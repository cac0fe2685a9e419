/** Searches for orders in a large index, in this process and without sockets; and pages of the console over it. */
import { openStore } from '../../src/adapters/store/index.ts';
import { ORDER_SORTS, type OrderFilters, type OrderPosition } from '../../src/core/ports/index.ts';
import type { Plan } from '../plan.ts';
import { fillIndex } from '../processes/fill-index.ts';
import { gatewayPlace } from '../processes/gateway.ts';
import type { Measured } from '../report/measured.ts';
import { fixed, whole } from '../report/print.ts';
import { median, rounded } from '../statistics.ts';
import type { Workbench } from '../workbench.ts';
import { CONSOLE_TOKEN, consolePages } from './console-pages.ts';
import type { EngineUnderTest } from './engines.ts';

const SEARCH_MS_MAX = 100;
const PAGE_MS_MAX = 60;
const PAGE_BYTES_MAX = 40_960;
const LIMIT = 100;
/** Searches of each kind, with other values each. */
const SEARCHES = 100;
const P95 = 0.95;

const MERCHANT = 'BENCHSHOP';

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

export async function measureSearch(bench: Workbench, plan: Plan, engine: EngineUnderTest): Promise<Measured> {
  const orders = plan.growthOrders;
  const { databaseUrl, close } = await engine.open(bench);
  const { world } = await bench.world();
  const place = await gatewayPlace(bench.newFolder('index'), world);
  const url = databaseUrl ?? `sqlite:${place.databaseFile}`;
  const filledIn = await filled(url, orders);
  const searches = await searchTimes(url, filledIn);
  const env = { ...place.env, SANDBOX_CONSOLE_TOKEN: CONSOLE_TOKEN };
  const gateway = await bench.gatewayAt({ ...place, env }, databaseUrl === undefined ? {} : { databaseUrl });
  const pages = await consolePages(gateway, MERCHANT);
  await bench.stopAll();
  await close();
  const name = databaseUrl === undefined ? 'search' : 'search-postgres';
  const about = `${whole(orders)} orders, ${databaseUrl === undefined ? 'SQLite' : 'PostgreSQL'}`;
  const mark = (what: string, value: number, unit: string, atMost: number) => ({ what, value, unit, atMost });
  const most = (values: readonly number[]) => rounded(Math.max(...values), 1);
  return {
    name,
    tables: [
      {
        title: `A page of ${LIMIT} of ${about}, ms, without sockets`,
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
      {
        title: `Pages of the console over ${about}, one request after another`,
        head: ['page', 'ms, median', 'p95', 'server µs', 'bytes, compressed'],
        rows: pages.map(({ page, middle, p95, cpuUs, bytes }) => [
          page,
          fixed(middle, 1),
          fixed(p95, 1),
          whole(cpuUs),
          whole(bytes),
        ]),
        notes: ['Milliseconds from the request to the end of the answer.'],
      },
    ],
    marks: [
      mark(`p95 of a search in ${about}`, most(searches.map(({ p95 }) => p95)), ' ms', SEARCH_MS_MAX),
      mark(`median of the console's pages over ${about}`, most(pages.map(({ middle }) => middle)), ' ms', PAGE_MS_MAX),
      mark('bytes of the largest', most(pages.map(({ bytes }) => bytes)), '', PAGE_BYTES_MAX),
    ],
    data: { orders, searches, pages },
  };
}

/** @returns the key of the merchant that has the orders */
async function filled(url: string, orders: number): Promise<number> {
  const empty = await openStore(url);
  const { key } = await empty.merchants.put({ id: MERCHANT, name: 'Bench Shop' }, 1);
  await empty.close();
  await fillIndex(url, key, orders);
  return key;
}

async function searchTimes(url: string, merchantKey: number) {
  const store = await openStore(url);
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
