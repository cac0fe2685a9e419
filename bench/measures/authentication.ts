/**
 * Payer authentication: the gateway's processor time for a frictionless authentication compared with the bare server's
 * and with an AUTHORIZE, the memory of challenges in flight, and the card ranges of a scheme. The gateway uses the
 * whole sandbox, and the bare server its directory servers.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Plan } from '../plan.ts';
import { type Child, isListening } from '../processes/child.ts';
import { fetchOnce } from '../processes/fetch-once.ts';
import { HOST, MERCHANT_HEADERS, MERCHANT_PATH } from '../processes/gateway.ts';
import type { Usage } from '../processes/probe.ts';
import type { RangeFigures } from '../processes/ranges.ts';
import type { Measured } from '../report/measured.ts';
import { fixed, whole } from '../report/print.ts';
import { rounded } from '../statistics.ts';
import type { RunningGateway, Workbench } from '../workbench.ts';
import { together, workOf } from './work.ts';

const TIMES_BARE_MAX = 1.2;
const IN_FLIGHT_KB_MAX = 2;
const LOAD_MS_MAX = 2_000;
const LOOK_UP_US_MAX = 10;
const PAUSE_MS_MAX = 20;
const KB = 1_024;
const WARM_UP = 50;
const AT_ONCE = 16;
const SETTLED_SHARE = 0.1;
/** Time for the garbage collection, and for the store to complete its writes. */
const SETTLE_MS = 2_000;
/** The measurements alternate in so many turns, so that other load on the machine affects all equally. */
const TURNS = 4;

/** The card's expiry month decides the ACS's answer: frictionless or challenge. */
const KNOWN = '1';
const CHALLENGED = '7';

export async function measureAuthentication(bench: Workbench, plan: Plan): Promise<Measured> {
  const ranges = await rangeFigures(bench);
  const { gateway } = await bench.sandboxed();
  const bare = await bareServer(bench, gateway);
  await together(1, WARM_UP, () => authorize(gateway));
  await together(1, WARM_UP, () => authenticate(gateway, KNOWN, 'SUCCESS'));
  await together(1, WARM_UP, () => authenticate(bare, KNOWN, 'SUCCESS'));
  const count = Math.ceil(plan.hops / TURNS);
  let [authorizeMs, authenticateMs, bareMs] = [0, 0, 0];
  for (let turn = 0; turn < TURNS; turn += 1) {
    authorizeMs += (await workOf(gateway.child, count, () => authorize(gateway))) / TURNS;
    authenticateMs += (await workOf(gateway.child, count, () => authenticate(gateway, KNOWN, 'SUCCESS'))) / TURNS;
    bareMs += (await workOf(bare.child, count, () => authenticate(bare, KNOWN, 'SUCCESS'))) / TURNS;
  }
  const settled = Math.round(plan.paymentsInFlight * SETTLED_SHARE);
  const challenged = () => authenticate(gateway, CHALLENGED, 'PENDING');
  await together(AT_ONCE, settled, challenged);
  await pause(SETTLE_MS);
  const before = await gateway.child.usage({ collect: true });
  await together(AT_ONCE, plan.paymentsInFlight - settled, challenged);
  await pause(SETTLE_MS);
  const after = await gateway.child.usage({ collect: true });
  await bench.stopAll();
  const held = (usage: Usage) => usage.heapUsedBytes + usage.externalBytes;
  const perChallengeKb = (held(after) - held(before)) / KB / (plan.paymentsInFlight - settled);
  return {
    name: 'authentication',
    tables: [
      {
        title: `${whole(count * TURNS)} payers, one after another, in ${TURNS} turns`,
        head: ['', 'work ms'],
        rows: [
          ['AUTHORIZE', fixed(authorizeMs, 2)],
          ['initiate and authenticate', fixed(authenticateMs, 2)],
          ['the same, bare', fixed(bareMs, 2)],
        ],
        notes: [
          'Work: user and system time of the server, without what it spends while nothing happens.',
          `${fixed(perChallengeKb, 2)} KB of memory for each challenge in flight.`,
        ],
      },
      {
        title: `${whole(ranges.ranges)} card ranges in any order, ${fixed(ranges.megabytes, 0)} MB`,
        head: ['load ms', 'its processor ms', 'look-up µs', 'longest pause ms'],
        rows: [
          [
            fixed(ranges.loadMs, 0),
            fixed(ranges.loadCpuMs, 0),
            fixed(ranges.lookUpUs, 2),
            fixed(ranges.longestPauseMs, 1),
          ],
        ],
        notes: ['The pause: how late a timer of one millisecond fired while the ranges were loaded again.'],
      },
    ],
    marks: [
      {
        what: 'authentication to the bare one, processor time',
        value: rounded(authenticateMs / bareMs, 2),
        unit: '',
        atMost: TIMES_BARE_MAX,
      },
      {
        what: `memory of each of ${whole(plan.paymentsInFlight)} challenges in flight`,
        value: rounded(perChallengeKb, 2),
        unit: ' KB',
        atMost: IN_FLIGHT_KB_MAX,
      },
      { what: 'loading of the ranges', value: rounded(ranges.loadMs, 0), unit: ' ms', atMost: LOAD_MS_MAX },
      { what: 'look-up of a card', value: rounded(ranges.lookUpUs, 2), unit: ' µs', atMost: LOOK_UP_US_MAX },
      {
        what: 'longest pause of a refresh',
        value: rounded(ranges.longestPauseMs, 1),
        unit: ' ms',
        atMost: PAUSE_MS_MAX,
      },
    ],
    data: { authorizeMs, authenticateMs, bareMs, before, after, perChallengeKb, ranges },
  };
}

async function rangeFigures(bench: Workbench): Promise<RangeFigures> {
  const child = bench.start({ name: 'ranges', entry: new URL('../processes/ranges.ts', import.meta.url) });
  const isFigures = (message: unknown): message is RangeFigures =>
    typeof (message as Partial<RangeFigures>).lookUpUs === 'number';
  const figures = await child.message(isFigures, RANGES_MS_MAX);
  await bench.stopAll();
  return figures;
}

/** Time limit for creating the ranges, loading them twice and looking up cards. */
const RANGES_MS_MAX = 60_000;

interface Server {
  readonly origin: string;
  readonly child: Child;
}

async function bareServer(bench: Workbench, { env }: RunningGateway): Promise<Server> {
  const { DATA_DIR = '', SANDBOX_3DS_PORT = '' } = env;
  const entry = new URL('../bare-servers/bare-authentication.ts', import.meta.url);
  const args = [bench.newFolder('bare'), DATA_DIR, SANDBOX_3DS_PORT];
  const child = bench.start({ name: 'bare authentication', entry, args });
  const { port } = await child.message(isListening);
  return { child, origin: `http://${HOST}:${port}` };
}

let orders = 0;

async function authorize(gateway: Server): Promise<void> {
  await put(gateway, newOrder(), { apiOperation: 'AUTHORIZE', order: MONEY, ...card(KNOWN) }, 'SUCCESS');
}

/** INITIATE_AUTHENTICATION and AUTHENTICATE_PAYER. @param result the expected result of AUTHENTICATE_PAYER */
async function authenticate(server: Server, month: string, result: string): Promise<void> {
  const order = newOrder();
  const authentication = { channel: 'PAYER_BROWSER', purpose: 'PAYMENT_TRANSACTION' };
  const { currency } = MONEY;
  const initiation = { apiOperation: 'INITIATE_AUTHENTICATION', authentication, order: { currency }, ...card(month) };
  await put(server, order, initiation, 'SUCCESS');
  const request = { apiOperation: 'AUTHENTICATE_PAYER', ...HOME, device: DEVICE, order: MONEY, ...card(month) };
  await put(server, order, request, result);
}

const MONEY = { amount: '147.50', currency: 'EUR' };
const HOME = { authentication: { redirectResponseUrl: 'https://shop.example/authenticated' } };
const DEVICE = {
  browser: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  browserDetails: {
    acceptHeaders: 'text/html',
    colorDepth: 24,
    javaEnabled: false,
    language: 'en-GB',
    screenHeight: 1_080,
    screenWidth: 1_920,
    timeZone: 0,
  },
  ipAddress: '192.0.2.7',
};

/** A card in a range of the sandbox's directory servers. */
function card(month: string): object {
  return { sourceOfFunds: { type: 'CARD', provided: { card: { number: CARD, expiry: { month, year: '40' } } } } };
}

const CARD = '5123450000000008';

function newOrder(): string {
  orders += 1;
  return `authenticated-${orders}`;
}

/** @throws Error if the result differs */
async function put({ origin }: Server, order: string, body: object, result: string): Promise<void> {
  const { body: answer } = await fetchOnce(`${origin}${MERCHANT_PATH}/order/${order}/transaction/1`, {
    method: 'PUT',
    headers: MERCHANT_HEADERS,
    body: JSON.stringify(body),
  });
  const read = JSON.parse(answer.toString()) as { readonly result?: string };
  if (read.result !== result) {
    throw new Error(`A request of authentication was answered with ${answer}`);
  }
}
