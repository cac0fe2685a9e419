/**
 * A payer's request that fails inside the gateway may have moved money, so its page makes no claim about money and
 * links to the page with the payment's outcome.
 */
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  AUTHENTICATION_RETURNS,
  BROWSER_PAYMENT_PAGES,
  EMBEDDED_PAGES,
  PAYER_PAGES,
} from '../../src/http/routing/routes.ts';
import type { PageThread } from '../../src/web/rendering/index.ts';
import { textFor } from '../../src/web/text/index.ts';
import type { PageOrder } from '../../src/web/views/index.ts';
import { type Reply, type Rig, startRig } from '../api/rest/rig.ts';
import { hands } from '../checkout/hands.ts';
import { keptPages } from '../support/kept-pages.ts';

/** The pages that fail: all, or all except error pages. */
let failing: 'all' | 'payers' | undefined;

async function failingPages(): Promise<PageThread> {
  const thread = await keptPages();
  return {
    ...thread,
    async renderer() {
      const real = await thread.renderer();
      const guarded = (make: (order: PageOrder) => Promise<Buffer>) => async (order: PageOrder) => {
        const isProblem = 'page' in order && order.page === 'problem';
        if (failing === 'all' || (failing === 'payers' && !isProblem)) {
          throw new Error('A file of the page is gone.');
        }
        return make(order);
      };
      return { ...real, render: guarded(real.render), packed: guarded(real.packed) };
    },
  };
}

let rig: Rig;
const { checkout, submit } = hands(() => rig);
beforeAll(async () => {
  rig = await startRig({}, 1, 'info', { pages: await failingPages() });
});
afterAll(() => rig.close());
afterEach(() => {
  failing = undefined;
});

const SESSION = `SESSION${'0'.repeat(24)}`;
const HANDLE = 'h'.repeat(24);
const STATE = `1-zzzzzzzz-${'A'.repeat(22)}`;
const AUTHENTICATION_STATE = `1-${'A'.repeat(22)}`;
const BUSY = textFor('en').problem.busy.text;

const get = (path: string) => rig.call('GET', path, undefined, { authorization: null });
const post = (path: string) =>
  rig.call('POST', path, 'cres=e30&PaReq=a&TermUrl=https://shop.example/&MD=m', {
    authorization: null,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'http://localhost:8080' },
  });

function expectTruth({ status, text, headers }: Reply, address: string, isLed: boolean): void {
  expect(status).toBeGreaterThanOrEqual(500);
  expect(text).not.toMatch(/took no money|was charged/i);
  expect(text).not.toContain(BUSY);
  expect(text).toContain('do not pay again yet');
  expect(text).toContain(`href="${address}"`);
  expect(headers.refresh).toBe(isLed ? `5; url=${address}` : undefined);
}

describe('after a payment', () => {
  it.each(['payers', 'all'] as const)('while %s pages fail, leads from every page to the outcome', async (which) => {
    const { id, order } = await checkout();
    const paid = await submit(id);
    expect(paid.status).toBe(303);
    failing = which;
    expectTruth(await get(`/checkout/done/${id}`), `/checkout/pay/${id}`, true);
    expectTruth(await get(`/checkout/pay/${id}`), `/checkout/pay/${id}`, false);
    expectTruth(await get(`/checkout/embedded/done/${id}`), `/checkout/embedded/pay/${id}`, true);
    expect((await rig.api('GET', `/order/${order}`)).json.status).toBe('CAPTURED');
    failing = undefined;
    expect((await get(`/checkout/pay/${id}`)).status).toBe(200);
  });
});

describe('the error page of a payment', () => {
  const codeIn = (text: string) => /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(text)?.[0];
  const cross = (path: string) =>
    rig.call('POST', path, 'method=card', {
      authorization: null,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', Origin: 'https://evil.example' },
    });

  it('shows the payment’s own support code, and the log line of the request has both codes', async () => {
    const { id } = await checkout();
    await submit(id);
    const page = (await get(`/checkout/pay/${id}`)).text.replace(/<style[\s\S]*?<\/style>/g, '');
    const code = codeIn(page.slice(page.indexOf('Support code'))) ?? 'none';
    const status = /href="(\/checkout\/status\/[^"]*)"/.exec(page)?.[1] ?? 'none';
    for (const which of ['payers', 'all'] as const) {
      failing = which;
      for (const path of [`/checkout/done/${id}`, `/checkout/pay/${id}`, `/checkout/embedded/pay/${id}`, status]) {
        const { text, status: answered } = await get(path);
        expect([answered, codeIn(text.slice(text.lastIndexOf('quote this code')))], path).toEqual([500, code]);
      }
    }
    failing = undefined;
    const refused = await cross(`/checkout/pay/${id}`);
    expect([refused.status, refused.text.includes(code)]).toEqual([403, true]);
    const lines = rig.logged.map((line) => JSON.parse(line)).filter(({ paymentCode }) => paymentCode === code);
    const failed = lines.filter(({ msg }) => msg === 'request failed' || msg === 'request refused');
    expect(failed).toHaveLength(9);
    for (const line of failed) {
      expect(line).toMatchObject({ paymentCode: code, supportCode: expect.stringMatching(/^[0-9a-z]{12}$/) });
    }
  });

  it('shows the code of the request before the first attempt', async () => {
    const { id } = await checkout();
    const { text } = await cross(`/checkout/pay/${id}`);
    expect(text.slice(text.lastIndexOf('quote this code'))).toMatch(/[0-9a-z]{12}/);
    expect(codeIn(text.slice(text.lastIndexOf('quote this code')))).toBeUndefined();
  });
});

/** Every address of a payer with a payment, and the address that shows its outcome. */
const PAYMENT_ADDRESSES: readonly (readonly [string, string, string])[] = [
  ...PAYER_PAGES.pay.map((url) => ['GET', url, PAYER_PAGES.pay[0]] as const),
  ...PAYER_PAGES.pay.map((url) => ['POST', url, PAYER_PAGES.pay[0]] as const),
  ['GET', PAYER_PAGES.done, PAYER_PAGES.pay[0]],
  ['GET', PAYER_PAGES.cancel, PAYER_PAGES.pay[0]],
  ['POST', PAYER_PAGES.cancel, PAYER_PAGES.pay[0]],
  ['POST', PAYER_PAGES.withdraw, PAYER_PAGES.pay[0]],
  ['GET', EMBEDDED_PAGES.pay, EMBEDDED_PAGES.pay],
  ['POST', EMBEDDED_PAGES.pay, EMBEDDED_PAGES.pay],
  ['GET', EMBEDDED_PAGES.done, EMBEDDED_PAGES.pay],
  ['GET', EMBEDDED_PAGES.cancel, EMBEDDED_PAGES.pay],
  ['GET', BROWSER_PAYMENT_PAGES.redirect, BROWSER_PAYMENT_PAGES.status],
  ['GET', BROWSER_PAYMENT_PAGES.status, BROWSER_PAYMENT_PAGES.status],
  ['POST', BROWSER_PAYMENT_PAGES.cancel, BROWSER_PAYMENT_PAGES.status],
  ['GET', BROWSER_PAYMENT_PAGES.handleReturn, BROWSER_PAYMENT_PAGES.hold],
  ['POST', BROWSER_PAYMENT_PAGES.handleReturn, BROWSER_PAYMENT_PAGES.hold],
  ['GET', BROWSER_PAYMENT_PAGES.hold, BROWSER_PAYMENT_PAGES.hold],
  ['GET', BROWSER_PAYMENT_PAGES.choice, BROWSER_PAYMENT_PAGES.choice],
  ['POST', BROWSER_PAYMENT_PAGES.choice, BROWSER_PAYMENT_PAGES.choice],
  ['GET', AUTHENTICATION_RETURNS.challenge, AUTHENTICATION_RETURNS.challenge],
  ['POST', AUTHENTICATION_RETURNS.challenge, AUTHENTICATION_RETURNS.challenge],
];

describe('while the store fails', () => {
  const TABLES = ['session', 'session_alias', 'browser_payment', 'payer_authentication', 'payment_transaction'];
  beforeAll(async () => {
    for (const table of TABLES) {
      await rig.change(`ALTER TABLE ${table} RENAME TO ${table}_away`);
    }
  });
  afterAll(async () => {
    for (const table of TABLES) {
      await rig.change(`ALTER TABLE ${table}_away RENAME TO ${table}`);
    }
  });
  const filled = (pattern: string) =>
    pattern.replace(':session', SESSION).replace(':handle', HANDLE).replace(':state', stateOf(pattern));
  const stateOf = (pattern: string) => (pattern.includes('/authentication/') ? AUTHENTICATION_STATE : STATE);

  it.each(PAYMENT_ADDRESSES)('%s %s leads to %s', async (method, url, outcome) => {
    const path = filled(url);
    const reply = method === 'GET' ? await get(path) : await post(path);
    expectTruth(reply, filled(outcome), method !== 'GET' || path !== filled(outcome));
  });
});
