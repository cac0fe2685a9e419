/** Card testing on payment pages: the number of attempts that reach the acquirer's ledger, and the pages' texts. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { luhn } from '../../src/contract/card-rules.ts';
import { type CallOptions, type Rig, startRig } from '../api/rest/rig.ts';
import { AT_LENGTH } from '../support/at-length.ts';
import { cardForm, giftCard, hands, wordsOf } from './hands.ts';

const SHOP = 'TESTED';
const WATCHFUL = 'WATCHFUL';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ TRUSTED_PROXIES: '127.0.0.1' });
  // Suspected bots are challenged in other tests: here every request up to a limit is sent at once.
  await rig.merchant({ id: SHOP, name: 'Tested', limits: { challenges: false } });
  await rig.merchant({ id: WATCHFUL, name: 'Watchful' });
});
afterAll(() => rig.close());

const of = (merchant: string) => (): Rig =>
  Object.assign(Object.create(rig) as Rig, {
    api: (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
      rig.api(method, path, body, { merchant, ...options }),
  });
const { checkout, browse, form, post, submit } = hands(of(SHOP));
const watchful = hands(of(WATCHFUL));

function numberOf(bin: string, index: number): string {
  const body = bin + String(index).padStart(9, '0');
  return [...'0123456789'].map((check) => body + check).find(luhn)!;
}

const declined = (number: string) => cardForm('05/39', { number });
const reached = (orders: readonly string[]) => orders.flatMap((order) => rig.host.ledger({ order })).length;

describe('a bot that tests cards on a payment page', () => {
  it('is limited to three attempts of a thousand, from any number of addresses', async () => {
    const { id, order } = await checkout({ interaction: { retryAttemptCount: 10 } });
    let last = await form(id);
    for (let index = 0; index < 1_000; index += 1) {
      const headers = { Cookie: last.cookie, 'X-Forwarded-For': `203.0.113.${index % 200}` };
      await post(last.action, { ...last.hidden, ...declined(numberOf('400000', index)) }, headers);
      if (index < 10) {
        last = await form(id, last.cookie);
      }
    }
    console.log(`1,000 cards from 200 addresses on one page: ${reached([order])} reached the acquirer`);
    expect(reached([order])).toBe(3);
    expect((await browse(`/checkout/pay/${id}`)).text).not.toContain('name="number"');
  });

  it('is limited to ten attempts with one card, on any number of pages', async () => {
    const number = numberOf('400001', 1);
    const orders: string[] = [];
    for (let index = 0; index < 100; index += 1) {
      const { id, order } = await checkout();
      await submit(id, declined(number));
      orders.push(order);
    }
    console.log(`one card × 100, a page each: ${reached(orders)} reached the acquirer`);
    expect(reached(orders)).toBe(10);
  });

  it('is limited to thirty cards of one range, on any number of pages', AT_LENGTH, async () => {
    const orders: string[] = [];
    for (let index = 0; index < 500; index += 1) {
      const { id, order } = await checkout();
      await submit(id, declined(numberOf('400002', index)));
      orders.push(order);
    }
    console.log(`500 cards of one range, a page each: ${reached(orders)} reached the acquirer`);
    expect(reached(orders)).toBe(30);
  });
});

describe('a bot without script, at a merchant with the default limits', () => {
  it('is limited to half of a range’s declines at its own pace, and then blocked', AT_LENGTH, async () => {
    const orders: string[] = [];
    for (let index = 0; index < 500; index += 1) {
      const { id, order } = await watchful.checkout();
      const { action, hidden } = await watchful.form(id);
      const headers = { 'X-Forwarded-For': `203.0.113.${index % 200}` };
      await watchful.post(action, { ...hidden, ...declined(numberOf('400003', index)) }, headers);
      orders.push(order);
    }
    const { text } = await rig.call('GET', '/metrics');
    // The range's rule applies first, then the merchant's: all of its payments are declined by then.
    const rules = [...text.matchAll(/^turnpike_suspicious_payments_total\{rule="(?:bin|merchant)"\} (\d+)$/gm)];
    const challenged = rules.reduce((sum, [, count]) => sum + Number(count), 0);
    console.log(
      `500 cards of one range from 200 addresses: ${challenged} had to wait, ${reached(orders)} reached the acquirer`,
    );
    expect(challenged).toBe(485);
    expect(reached(orders)).toBeLessThanOrEqual(30);
    expect(reached(orders)).toBeGreaterThanOrEqual(15);
  });
});

describe('before the last try and at the end', () => {
  const CODE_WRONG = '06/39';
  const NO_FUNDS = '02/39';
  const DECLINED = '05/39';

  it.each([1, 2])('a page shows the same text for every decline after %d of two attempts', async (declines) => {
    const said: string[] = [];
    for (const [index, expiry] of [CODE_WRONG, NO_FUNDS, DECLINED].entries()) {
      const { id, order } = await checkout({ interaction: { retryAttemptCount: 2 } });
      for (let count = 0; count < declines; count += 1) {
        await submit(id, cardForm(expiry, { number: numberOf(`40001${declines}`, 10 * index + count) }));
      }
      said.push(wordsOf(await browse(`/checkout/pay/${id}`)).replaceAll(order, ''));
    }
    expect(said[0]).toContain('was declined');
    expect(new Set(said).size).toBe(1);
  });

  it('a page stops showing whether a gift card’s PIN is wrong', async () => {
    const { id } = await checkout({ interaction: { retryAttemptCount: 2 } });
    const { cookie } = await submit(id, giftCard('50', { pin: '0000' }));
    expect(wordsOf(await browse(`/checkout/pay/${id}`, { Cookie: cookie }))).not.toMatch(/its number and PIN/);
  });
});
