/**
 * The two redirects of a browser payment compared with bare redirects, and the memory of payments in flight. Each
 * redirect is the first one of its payment, so the gateway stores an event. On the return it also queries the
 * provider's server. The gateway's processor time is compared with that of a server of the same framework that only
 * redirects.
 */
import { RANDOM } from '../load/job.ts';
import { CONNECTIONS, type Plan } from '../plan.ts';
import { isListening } from '../processes/child.ts';
import { fetchOnce } from '../processes/fetch-once.ts';
import { HOST, MERCHANT_HEADERS, MERCHANT_PATH } from '../processes/gateway.ts';
import type { Usage } from '../processes/probe.ts';
import type { Measured } from '../report/measured.ts';
import { fixed, whole } from '../report/print.ts';
import { median, rounded } from '../statistics.ts';
import type { RunningGateway, Workbench } from '../workbench.ts';

const HOP_WORK_MS_MAX = 3;
const IN_FLIGHT_KB_MAX = 1;
const KB = 1_024;
/** The share of payments before the first reading, in which heap and caches grow to their working size. */
const SETTLED_SHARE = 0.1;
/** Covers the queries of the provider that the gateway sends after five and after fifteen seconds. */
const QUERIES_MS = 20_000;

export async function measureBrowserPayments(bench: Workbench, plan: Plan): Promise<Measured> {
  const load = bench.load();
  const { world } = await bench.world();
  const gateway = await bench.gateway(world, { collectable: true });
  const bare = bench.start({ name: 'bare redirect', entry: new URL('../processes/bare-redirect.ts', import.meta.url) });
  const { port } = await bare.message(isListening);

  const bareHop = await hops(bare, Array<string>(plan.hops).fill(`http://${HOST}:${port}/`));
  const redirects = await initiated(gateway, plan.hops);
  const redirect = await hops(gateway.child, redirects);
  const handleReturn = await hops(gateway.child, await returns(redirect.locations));

  const job = {
    origin: gateway.origin,
    method: 'PUT',
    path: `${MERCHANT_PATH}/order/${RANDOM}/transaction/1`,
    headers: MERCHANT_HEADERS,
    body: initiation('TEST-PENDING'),
    connections: CONNECTIONS,
  } as const;
  const settled = Math.round(plan.paymentsInFlight * SETTLED_SHARE);
  await load.run({ ...job, until: { requests: settled } });
  await afterQueries();
  const before = await gateway.child.usage({ collect: true });
  await load.run({ ...job, until: { requests: plan.paymentsInFlight - settled } });
  await afterQueries();
  const after = await gateway.child.usage({ collect: true });
  await bench.stopAll();

  const held = (usage: Usage) => usage.heapUsedBytes + usage.externalBytes;
  const perPaymentKb = (held(after) - held(before)) / KB / (plan.paymentsInFlight - settled);
  const added = (hop: Hops) => rounded(hop.workMs - bareHop.workMs, 3);
  const row = (name: string, hop: Hops) => [name, fixed(hop.workMs, 3), fixed(added(hop), 3), fixed(hop.p50Ms, 2)];
  return {
    name: 'browser payments',
    tables: [
      {
        title: `Hops of ${whole(plan.hops)} browser payments, one after another`,
        head: ['', 'work ms', 'added ms', 'p50 ms'],
        rows: [row('bare redirect', bareHop), row('to the provider', redirect), row('back from it', handleReturn)],
        notes: [
          'Work: user and system time of the server for one hop. The way back asks the provider’s server as well.',
        ],
      },
      {
        title: 'Memory of payments in flight, after a forced garbage collection, MB',
        head: ['payments', 'heap used', 'buffers', 'resident'],
        rows: [memoryRow(settled, before), memoryRow(plan.paymentsInFlight, after)],
        notes: [`${fixed(perPaymentKb, 2)} KB for each payment more, while all of them are queried.`],
      },
    ],
    marks: [
      { what: 'work added by the hop to the provider', value: added(redirect), unit: ' ms', atMost: HOP_WORK_MS_MAX },
      { what: 'work added by the hop back', value: added(handleReturn), unit: ' ms', atMost: HOP_WORK_MS_MAX },
      {
        what: `memory of each of ${whole(plan.paymentsInFlight)} payments in flight`,
        value: rounded(perPaymentKb, 2),
        unit: ' KB',
        atMost: IN_FLIGHT_KB_MAX,
      },
    ],
    data: { bareHop, redirect, handleReturn, before, after, perPaymentKb },
  };
}

interface Hops {
  /** Processor time of the server for one redirect. */
  readonly workMs: number;
  readonly p50Ms: number;
  readonly locations: readonly string[];
}

/** @throws Error when an answer is no redirect */
async function hops(server: { usage(): Promise<Usage> }, urls: readonly string[]): Promise<Hops> {
  const before = await server.usage();
  const taken: number[] = [];
  const locations: string[] = [];
  for (const url of urls) {
    const start = performance.now();
    const { status, headers } = await fetchOnce(url);
    taken.push(performance.now() - start);
    if (status !== 303 || headers.location === undefined) {
      throw new Error(`A hop was answered with ${status}.`);
    }
    locations.push(headers.location);
  }
  const after = await server.usage();
  return { workMs: (after.cpuUs - before.cpuUs) / 1_000 / urls.length, p50Ms: median(taken), locations };
}

/** @returns each payer's redirect address */
async function initiated({ origin }: RunningGateway, count: number): Promise<string[]> {
  const urls: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const { body } = await fetchOnce(`${origin}${MERCHANT_PATH}/order/hop-${index}/transaction/1`, {
      method: 'PUT',
      headers: MERCHANT_HEADERS,
      body: initiation('TEST-SUCCEED'),
    });
    const { browserPayment } = JSON.parse(body.toString()) as { browserPayment?: { redirectUrl?: string } };
    if (browserPayment?.redirectUrl === undefined) {
      throw new Error(`An initiation was answered with ${body}`);
    }
    urls.push(browserPayment.redirectUrl);
  }
  return urls;
}

/** Visits the provider's pages. The provider decides the payment at once, and redirects the payer back. */
async function returns(pages: readonly string[]): Promise<string[]> {
  const urls: string[] = [];
  for (const page of pages) {
    const { headers } = await fetchOnce(page);
    if (headers.location === undefined) {
      throw new Error('The provider did not send the payer back.');
    }
    urls.push(headers.location);
  }
  return urls;
}

function initiation(reference: string): string {
  return JSON.stringify({
    apiOperation: 'INITIATE_BROWSER_PAYMENT',
    browserPayment: {
      operation: 'PAY',
      returnUrl: 'https://shop.example/return',
      demoWallet: { paymentConfirmation: 'CONFIRM_AT_PROVIDER' },
    },
    order: { amount: '147.50', currency: 'GBP', reference },
    sourceOfFunds: { type: 'DEMO_WALLET' },
  });
}

function afterQueries(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, QUERIES_MS));
}

function memoryRow(payments: number, { heapUsedBytes, externalBytes, rssBytes }: Usage): string[] {
  return [whole(payments), ...[heapUsedBytes, externalBytes, rssBytes].map((bytes) => fixed(bytes / KB / KB, 1))];
}
