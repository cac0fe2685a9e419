/**
 * Shops that authenticate each payer before they charge, and repeat each request until it is answered. The gateway's
 * final state of each authentication is compared with the sandbox's directory servers and ACS, and its payments with
 * the acquirer's ledger.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { vi } from 'vitest';
import type { AuthenticationEntry } from '../../src/sandbox/three-ds/ledger/entries.ts';
import { submit } from '../core/payer-authentication/rig.ts';
import { type AnswerBody, type Merchant, newOrderId, type RestAnswer } from '../support/merchant.ts';
import type { SeededRandom } from '../support/random.ts';
import { bookByOrder } from './acquirer-book.ts';
import { type Attempt, answerOf, inBatches, isTaken } from './load.ts';
import { createPatience } from './patience.ts';
import { counting, grouped } from './report.ts';
import { compare } from './verdict.ts';

const SHOPS = 8;
const AGAIN_MS = 200;
/** A request that is still repeated when so many others of these shops were answered has been passed over. */
const OTHERS_MIN = 500;
/** The processes have restarted by then, on a loaded machine. */
const MORE_MS_MAX = 60_000;
/** Time for recovery and reversals before the ledgers must agree. */
const AGREEMENT_MS_MAX = 60_000;

/** Expiry months by which the sandbox's ACS decides: frictionless or challenge. */
const MONTHS = { frictionless: '1', challenged: '7' } as const;

const source = (month: string) => ({
  sourceOfFunds: { type: 'CARD', provided: { card: { number: '5123450000000008', expiry: { month, year: '40' } } } },
});
const MONEY = { amount: '10.00', currency: 'EUR' };
const DEVICE = {
  browser: 'Mozilla/5.0',
  browserDetails: {
    ...{ acceptHeaders: '512', colorDepth: 24, javaEnabled: false, javaScriptEnabled: true },
    ...{ language: 'en', screenHeight: 640, screenWidth: 480, timeZone: 0 },
  },
  ipAddress: '192.0.2.1',
};

const bodies = (month: string) => ({
  initiate: {
    apiOperation: 'INITIATE_AUTHENTICATION',
    authentication: { channel: 'PAYER_BROWSER', purpose: 'PAYMENT_TRANSACTION' },
    order: { currency: MONEY.currency },
    ...source(month),
  },
  authenticate: {
    apiOperation: 'AUTHENTICATE_PAYER',
    authentication: { redirectResponseUrl: 'https://shop.example/home' },
    device: DEVICE,
    order: MONEY,
    ...source(month),
  },
  pay: { apiOperation: 'PAY', authentication: { transactionId: 'a' }, order: MONEY, ...source(month) },
});

/** The fields that these shops read of authentication answers. */
interface Answer extends Omit<AnswerBody, 'transaction'> {
  readonly transaction?: { readonly authenticationStatus?: string };
  readonly authentication?: {
    readonly '3ds2'?: { readonly transactionStatus?: string; readonly '3dsServerTransactionId'?: string };
    readonly redirect?: { readonly customizedHtml?: { readonly '3ds2'?: { acsUrl?: string; cReq?: string } } };
  };
}

const answerIn = ({ body }: RestAnswer): Answer => body as unknown as Answer;
const statusOf = (answer: RestAnswer): string => answerIn(answer).transaction?.authenticationStatus ?? '';
const OPEN: ReadonlySet<string> = new Set(['', 'AUTHENTICATION_AVAILABLE', 'AUTHENTICATION_PENDING']);
const isEnded = (answer: RestAnswer) => !OPEN.has(statusOf(answer));
/** A newly started process has not loaded the card ranges yet. */
const TAKES_NO_PART = 'AUTHENTICATION_NOT_SUPPORTED';

interface Sold {
  readonly orderId: string;
  readonly payment: Attempt;
  /** The answer to another payment with the same authentication. */
  readonly again: RestAnswer | undefined;
}

/** Violations by name, each with the affected orders. */
export interface AuthenticationFlaws {
  /** The shop got no answer, or its payer no final result. */
  readonly unanswered: readonly string[];
  /** The bank was asked more than once. */
  readonly askedTwice: readonly string[];
  /**
   * The gateway's result differs from the bank's, or is unknown although the gateway acknowledged the bank's result.
   */
  readonly bankApart: readonly string[];
  /** Paid without a successful authentication. */
  readonly unauthenticated: readonly string[];
  /** Another payment with the same authentication was approved. */
  readonly usedTwice: readonly string[];
  /** The gateway's order differs from the acquirer's ledger. */
  readonly acquirerApart: readonly string[];
}

export const NO_AUTHENTICATION_FLAWS: AuthenticationFlaws = {
  unanswered: [],
  askedTwice: [],
  bankApart: [],
  unauthenticated: [],
  usedTwice: [],
  acquirerApart: [],
};

export interface AuthenticatingShops {
  /** Resolves when this many more operations are answered. */
  more(count: number): Promise<void>;
  /** Starts no more orders. Resolves when every shop has its answers. */
  end(): Promise<void>;
  judge(): Promise<{ readonly flaws: AuthenticationFlaws; readonly facts: readonly string[] }>;
}

export interface Surroundings {
  /** One for each gateway process. */
  readonly merchants: readonly Merchant[];
  readonly shopOrigin: string;
  readonly ledgerFile: string;
  readonly random: SeededRandom;
}

export function startAuthenticatingShops({
  merchants,
  shopOrigin,
  ledgerFile,
  random,
}: Surroundings): AuthenticatingShops {
  const sold: Sold[] = [];
  let isOver = false;
  const patience = createPatience(OTHERS_MIN);
  let operations = 0;
  let repeats = 0;
  let challenges = 0;

  /** Tries one process after the other. @returns undefined if there was no answer in time */
  async function ask(method: string, path: string, body?: object): Promise<RestAnswer | undefined> {
    const mayWait = patience.begin();
    for (let turn = random.between(0, merchants.length); mayWait(); turn += 1) {
      const merchant = merchants[turn % merchants.length] as Merchant;
      const answer = await merchant.call(method, path, body).catch(() => undefined);
      if (answer !== undefined && isTaken(answer)) {
        if (method === 'PUT') {
          // Reads are repeated until a payer has a result: to count them would end the wait that repeats them.
          operations += 1;
          patience.answered();
        }
        return answer;
      }
      repeats += 1;
      await pause(AGAIN_MS);
    }
    return undefined;
  }

  /** The payer opens the challenge, passes it and returns, as far as a gateway process answers. */
  async function passChallenge(acsUrl: string, creq: string): Promise<string> {
    challenges += 1;
    const { acsTransID } = JSON.parse(Buffer.from(creq, 'base64url').toString()) as { acsTransID: string };
    const page = await submit(acsUrl, { creq });
    const [, code = ''] = /<strong>(\d{6})<\/strong>/.exec(page.html) ?? [];
    const home = await submit(`${acsUrl}/${acsTransID}`, { choice: 'SUBMIT', code });
    await submit(home.action, { ...home.fields }).catch(() => undefined);
    return acsTransID;
  }

  async function ended(path: string, acsTransID: string | undefined): Promise<RestAnswer | undefined> {
    const mayWait = patience.begin();
    while (mayWait()) {
      const answer = await ask('GET', path);
      if (answer !== undefined && isEnded(answer)) {
        return answer;
      }
      if (acsTransID !== undefined) {
        // No process received the result: the directory server sends it again.
        await fetch(`${shopOrigin}/three-ds/transactions/${acsTransID}/results`, { method: 'POST' });
      }
      await pause(AGAIN_MS);
    }
    return undefined;
  }

  async function sell(): Promise<void> {
    const orderId = newOrderId();
    const at = (id: string) => `/order/${orderId}/transaction/${id}`;
    const body = bodies(random.between(0, 2) === 0 ? MONTHS.frictionless : MONTHS.challenged);
    const payment: Attempt = { orderId, transactionId: '1', operation: 'PAY', tries: 1, refusals: [] };
    await ask('PUT', at('a'), body.initiate);
    const asked = await ask('PUT', at('a'), body.authenticate);
    const { acsUrl, cReq } = (asked && answerIn(asked).authentication)?.redirect?.customizedHtml?.['3ds2'] ?? {};
    const acsTransID = acsUrl === undefined || cReq === undefined ? undefined : await passChallenge(acsUrl, cReq);
    let again: RestAnswer | undefined;
    if (asked !== undefined && (await ended(at('a'), acsTransID)) !== undefined) {
      const paid = await ask('PUT', at('1'), body.pay);
      if (paid !== undefined) {
        payment.answer = answerOf(paid, 0);
      }
      again = await ask('PUT', at('2'), body.pay);
    }
    sold.push({ orderId, payment, again });
  }

  async function shop(): Promise<void> {
    do {
      await sell();
    } while (!isOver);
  }

  async function banksEntries(): Promise<Map<string, AuthenticationEntry[]>> {
    const entries = (await (await fetch(`${shopOrigin}/three-ds/ledger`)).json()) as AuthenticationEntry[];
    return Map.groupBy(entries, ({ threeDSServerTransID }) => threeDSServerTransID);
  }

  async function flawsOf(some: readonly Sold[]): Promise<[string, (keyof AuthenticationFlaws)[]][]> {
    const [banks, book] = [await banksEntries(), bookByOrder(ledgerFile)];
    return inBatches(some, async ({ orderId, payment, again }) => {
      const answer = await ask('GET', `/order/${orderId}/transaction/a`);
      const order = (await ask('GET', `/order/${orderId}`))?.body;
      const said = answer && answerIn(answer).authentication?.['3ds2'];
      const status = answer && statusOf(answer);
      const entries = banks.get(said?.['3dsServerTransactionId'] ?? '') ?? [];
      const isPaid = order?.transaction?.some((one) => one.transaction.type === 'PAYMENT' && one.result === 'SUCCESS');
      const flaws: Readonly<Record<keyof AuthenticationFlaws, boolean>> = {
        unanswered: answer === undefined || !isEnded(answer) || again === undefined,
        askedTwice: entries.length > 1,
        bankApart: isApart(said?.transactionStatus, entries[0]),
        unauthenticated: isPaid === true && status !== 'AUTHENTICATION_SUCCESSFUL' && status !== TAKES_NO_PART,
        usedTwice: again !== undefined && again.status < 400,
        acquirerApart: compare([payment], order, book.get(orderId) ?? []).length > 0,
      };
      const found = Object.keys(flaws).filter((name) => flaws[name as keyof AuthenticationFlaws]);
      return [orderId, found as (keyof AuthenticationFlaws)[]];
    });
  }

  /** Waits until the card ranges are loaded. */
  async function begins(): Promise<void> {
    let initiated: RestAnswer | undefined;
    do {
      const path = `/order/${newOrderId()}/transaction/a`;
      initiated = await ask('PUT', path, bodies(MONTHS.challenged).initiate);
    } while (initiated !== undefined && statusOf(initiated) === TAKES_NO_PART && (await pause(AGAIN_MS, true)));
  }

  const running = begins().then(() => Promise.all(Array.from({ length: SHOPS }, shop)));
  return {
    async more(count) {
      const wanted = operations + count;
      await vi.waitUntil(() => operations >= wanted, { interval: 1, timeout: MORE_MS_MAX });
    },
    async end() {
      isOver = true;
      patience.end();
      await running;
    },
    async judge() {
      const until = performance.now() + AGREEMENT_MS_MAX;
      let left = sold;
      let apart: [string, (keyof AuthenticationFlaws)[]][] = [];
      do {
        const flawsByOrder = await flawsOf(left);
        apart = flawsByOrder.filter(([, flaws]) => flaws.length > 0);
        left = sold.filter(({ orderId }) => apart.some(([one]) => one === orderId));
      } while (left.length > 0 && performance.now() < until && (await pause(AGAIN_MS, true)));
      const of = (name: keyof AuthenticationFlaws) =>
        apart.filter(([, flaws]) => flaws.includes(name)).map(([orderId]) => orderId);
      const flaws: AuthenticationFlaws = {
        unanswered: of('unanswered'),
        askedTwice: of('askedTwice'),
        bankApart: of('bankApart'),
        unauthenticated: of('unauthenticated'),
        usedTwice: of('usedTwice'),
        acquirerApart: of('acquirerApart'),
      };
      const approved = sold.filter(({ payment }) => payment.answer?.result === 'SUCCESS').length;
      const facts = [
        `${counting(sold.length, 'payer')} authenticated (${grouped(challenges)} challenged, ${grouped(approved)} paid, ` +
          `${grouped(repeats)} requests sent again)`,
        ...Object.entries(flaws).map(([name, orders]) => `${orders.length} ${name}`),
      ];
      return { flaws, facts };
    },
  };
}

/** @param said transStatus of the gateway @param entry the directory server's and the ACS's */
function isApart(said: string | undefined, entry: AuthenticationEntry | undefined): boolean {
  if (said === 'U') {
    // An unknown result is fine unless the bank got an acknowledgement from the gateway.
    return entry?.results.includes('ANSWERED') === true;
  }
  return said !== entry?.transStatus;
}
