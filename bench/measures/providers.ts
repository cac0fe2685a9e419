/**
 * Payments by a provider of the sandbox: the gateway's processor time for the payer's redirect and return, compared
 * with a bare redirect, and the memory of payments in flight. The gateway uses the whole sandbox, which validates every
 * message and is not measured.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Plan } from '../plan.ts';
import { isListening } from '../processes/child.ts';
import { fetchOnce } from '../processes/fetch-once.ts';
import { HOST, MERCHANT_HEADERS, MERCHANT_PATH } from '../processes/gateway.ts';
import type { Measured } from '../report/measured.ts';
import { fixed, whole } from '../report/print.ts';
import { rounded } from '../statistics.ts';
import type { RunningGateway, Workbench } from '../workbench.ts';
import type { Payers, Way } from './payers.ts';
import { isHome, RETURN_URL, type Walked, waitOn } from './walk.ts';
import { together, workOf } from './work.ts';

const HOP_WORK_MS_MAX = 3;
const IN_FLIGHT_KB_MAX = 1;
const KB = 1_024;
/** The number of payments before the measurement, in which code is compiled and tokens are fetched. */
const WARM_UP = 20;
/**
 * Concurrent payments. A payment by a bank waits for several answers in sequence: fewer would leave the gateway idle.
 */
const AT_ONCE = 16;
/** The share of payments before the first reading, in which heap and caches grow to their working size. */
const SETTLED_SHARE = 0.1;
/** Covers the queries of the provider that the gateway sends after five and after fifteen seconds. */
const QUERIES_MS = 20_000;
/**
 * A batch of running queries takes megabytes, whatever the number of payments. The minimum of so many readings is
 * without such a batch.
 */
const READINGS = 10;

export async function measureProvider(bench: Workbench, plan: Plan, way: Way): Promise<Measured> {
  const bare = bench.start({ name: 'bare redirect', entry: new URL('../processes/bare-redirect.ts', import.meta.url) });
  const { port } = await bare.message(isListening);
  const bareMs = await workOf(bare, plan.hops, async () => {
    await fetchOnce(`http://${HOST}:${port}/`);
  });
  const figures = await measureWay(bench, plan, way);
  await bench.stopAll();
  const added = ({ ms, requests }: Leg) => rounded(ms - bareMs * requests, 3);
  const { to, home, called, perPaymentKb } = figures;
  const eachHop = (leg: Leg) => rounded(added(leg) / leg.requests, 3);
  const row = (name: string, leg: Leg) => [
    name,
    fixed(leg.requests, 1),
    ...[leg.ms, added(leg), eachHop(leg)].map((ms) => fixed(ms, 2)),
  ];
  return {
    name: way.name,
    tables: [
      {
        title: `${whole(plan.hops)} payments by ${way.name}, one after another`,
        head: ['', 'hops', 'work ms', 'added ms', 'each hop'],
        rows: [row('there', to), row('home', home), ...(called ? [row('home, and its calls', called)] : [])],
        notes: [
          `Work: user and system time of the gateway, without what it spends while nothing happens; added: less that of bare redirects, ${fixed(bareMs, 2)} ms each.`,
          'A hop is a request of the payer’s browser: a redirect or a page. There: from where the merchant sends the payer, until the payer is at the provider or sees the code.',
          'Home: from the provider’s way back, until the payer is sent to the shop, with what is asked of the provider.',
          ...(called ? ['Its calls: each is verified, and one more question to the provider.'] : []),
          `${fixed(perPaymentKb, 2)} KB of memory for each payment in flight.`,
        ],
      },
    ],
    marks: [
      { what: `${way.name}: work added by each hop there`, value: eachHop(to), unit: ' ms', atMost: HOP_WORK_MS_MAX },
      { what: `${way.name}: work added by each hop home`, value: eachHop(home), unit: ' ms', atMost: HOP_WORK_MS_MAX },
      {
        what: `${way.name}: memory of each of ${whole(plan.paymentsInFlight)} payments in flight`,
        value: rounded(perPaymentKb, 2),
        unit: ' KB',
        atMost: IN_FLIGHT_KB_MAX,
      },
    ],
    data: { bareMs, ...figures },
  };
}

interface Leg {
  /** Processor time of the gateway for one payer. */
  readonly ms: number;
  /** Requests of the payer's browser to the gateway. */
  readonly requests: number;
}

interface Figures {
  readonly to: Leg;
  readonly home: Leg;
  /** The payer's return while the provider also calls the gateway; absent if the provider makes no calls. */
  readonly called?: Leg;
  readonly perPaymentKb: number;
}

async function measureWay(bench: Workbench, plan: Plan, way: Way): Promise<Figures> {
  const { gateway, payers } = await bench.sandboxed();
  await travel(gateway, way, payers, WARM_UP);
  const called = way.faults === undefined ? undefined : await travel(gateway, way, payers, plan.hops);
  if (way.faults !== undefined) {
    await silence(`${payers.sandbox}${way.faults}`);
  }
  const { to, home } = await travel(gateway, way, payers, plan.hops);
  const settled = Math.round(plan.paymentsInFlight * SETTLED_SHARE);
  await begin(gateway, way, settled);
  const before = await leastHeld(gateway);
  await begin(gateway, way, plan.paymentsInFlight - settled);
  const after = await leastHeld(gateway);
  const perPaymentKb = (after - before) / KB / (plan.paymentsInFlight - settled);
  return { to, home, ...(called && { called: called.home }), perPaymentKb };
}

/** Each payer goes to the provider, agrees, and returns. */
async function travel(
  { child, origin }: RunningGateway,
  way: Way,
  payers: Payers,
  count: number,
): Promise<{ readonly to: Leg; readonly home: Leg }> {
  const addresses = await initiated({ origin }, way, count);
  const pages: Walked[] = [];
  let requests = 0;
  const toMs = await workOf(child, addresses.length, async (index) => {
    const there = await way.go(addresses[index] ?? '', origin);
    pages.push(there);
    requests += there.requests;
  });
  const to = { ms: toMs, requests: requests / addresses.length };
  requests = 0;
  const homeMs = await workOf(child, addresses.length, async (index) => {
    const back = await way.agree(pages[index] as Walked, payers);
    const end = await waitOn(back, origin);
    if (!isHome(end)) {
      throw new Error(`A payer of ${way.name} ended at ${end.at}`);
    }
    requests += end.requests;
  });
  return { to, home: { ms: homeMs, requests: requests / addresses.length } };
}

/** Stops the provider's calls to the gateway. */
async function silence(faults: string): Promise<void> {
  const { ok, status } = await fetch(faults, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ mode: 'NEVER' }),
  });
  if (!ok) {
    throw new Error(`The provider was not silenced: ${status}`);
  }
}

/** @returns bytes, after a garbage collection, while payments in flight are queried */
async function leastHeld({ child }: RunningGateway): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let reading = 0; reading < READINGS; reading += 1) {
    await pause(QUERIES_MS / READINGS);
    const { heapUsedBytes, externalBytes } = await child.usage({ collect: true });
    least = Math.min(least, heapUsedBytes + externalBytes);
  }
  return least;
}

/** Starts payments whose payers stay at the provider. */
function begin(gateway: RunningGateway, way: Way, count: number): Promise<void> {
  return together(AT_ONCE, count, async () => {
    const [address = ''] = await initiated(gateway, way, 1);
    await way.go(address, gateway.origin);
  });
}

let orders = 0;

/** @returns each payer's redirect address */
async function initiated({ origin }: Pick<RunningGateway, 'origin'>, way: Way, count: number): Promise<string[]> {
  const urls: string[] = [];
  for (let index = 0; index < count; index += 1) {
    orders += 1;
    const { body } = await fetchOnce(`${origin}${MERCHANT_PATH}/order/way-${orders}/transaction/1`, {
      method: 'PUT',
      headers: MERCHANT_HEADERS,
      body: JSON.stringify({
        apiOperation: 'INITIATE_BROWSER_PAYMENT',
        browserPayment: {
          operation: 'PAY',
          returnUrl: RETURN_URL,
          [way.group]: { paymentConfirmation: 'CONFIRM_AT_PROVIDER' },
        },
        order: { amount: '147.50', currency: way.currency },
        sourceOfFunds: { type: way.type },
      }),
    });
    const { browserPayment } = JSON.parse(body.toString()) as { browserPayment?: { redirectUrl?: string } };
    if (browserPayment?.redirectUrl === undefined) {
      throw new Error(`An initiation was answered with ${body}`);
    }
    urls.push(browserPayment.redirectUrl);
  }
  return urls;
}
