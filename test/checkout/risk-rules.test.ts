/** The page of a payer when risk rules reject or hold the payment: an ordinary decline, and an ordinary success. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { cardForm, GOOD, hands, wordsOf } from './hands.ts';

const PROFILE = { id: 'TESTSHOP', name: 'Example Shop' };
const LISTED = cardForm('01/39', { number: '5111111111111118' });
/** The sandbox's acquirer declines this card for insufficient funds. */
const POOR = cardForm('02/39');
let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({
    ...PROFILE,
    risk: {
      rules: [
        { id: 'listed', when: { bins: ['5111'] }, recommendation: 'REJECT' },
        { id: 'dear', when: { amount: { currency: 'EUR', above: '500' } }, recommendation: 'REVIEW' },
      ],
    },
  });
  // The merchant is reloaded after a second at most.
  await vi.waitFor(async () => expect((await paidWith(LISTED)).code).toBe('BLOCKED'), {
    timeout: 30_000,
    interval: 50,
  });
});
afterAll(() => rig.close());

const { browse, checkout, submit } = hands(() => rig);

async function paidWith(card: Record<string, string>) {
  const { id, order } = await checkout();
  const { cookie } = await submit(id, card);
  const page = await browse(`/checkout/pay/${id}`, { Cookie: cookie });
  const { json } = await rig.api('GET', `/order/${order}`);
  return { id, cookie, page, code: json.transaction[0].response.gatewayCode as string };
}

it('a rejected payment has the same text as a decline by the issuer', async () => {
  const [blocked, refused] = [await paidWith(LISTED), await paidWith(POOR)];
  expect([blocked.code, refused.code]).toEqual(['BLOCKED', 'INSUFFICIENT_FUNDS']);
  const words = ({ page, id }: typeof blocked) =>
    wordsOf(page)
      .replaceAll(id, '')
      .replace(/order-\d+/g, '');
  expect(words(blocked)).toBe(words(refused));
  expect(blocked.page.text).not.toMatch(/blocked|risk|rule|listed/i);
});

it('a rejected payment uses up an attempt', async () => {
  const { id, cookie } = await paidWith(LISTED);
  const kinds = [];
  for (let attempt = 0; attempt < 5; attempt += 1) {
    await submit(id, LISTED, cookie);
    const { text } = await browse(`/checkout/pay/${id}`, { Cookie: cookie });
    kinds.push(/data-kind="(\w+)"/.exec(text)?.[1]);
  }
  expect(kinds.at(-1)).toBe('exhausted');
});

it('a held payment is shown as paid, without mention of a review', async () => {
  const { id, order } = await checkout({ order: { amount: '612.00' } });
  const { cookie } = await submit(id, GOOD);
  const page = await browse(`/checkout/done/${id}`, { Cookie: cookie });
  expect(page.status).toBe(200);
  expect(wordsOf(page).replace('Keep this link to check again later', '')).not.toMatch(/review|check/i);
  const { json } = await rig.api('GET', `/order/${order}`);
  expect(json).toMatchObject({ status: 'CAPTURED', risk: { response: { gatewayCode: 'REVIEW_REQUIRED' } } });
});
