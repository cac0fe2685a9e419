/** A session keeps its card for as long as a decoupled authentication may take, and no longer. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '../../../../src/contract/durations.ts';
import { answerInBankApp } from '../../../../src/sandbox/three-ds/acs/challenge.ts';
import { startWorld, type World } from '../../../api/rest/payer-authentication/world.ts';
import { AT_LENGTH, describeAtLength, isFirst, itAtLength } from '../../../support/at-length.ts';
import { cardForm, giftCard, hands, wordsOf } from '../../hands.ts';
import { openBookshop } from './bookshop.ts';

const BY_ITSELF = cardForm('12/40');

let world: World;
let passedMs = 0;
beforeAll(async () => {
  world = await startWorld();
  await openBookshop(world, { decoupledMinutes: 7 * 24 * 60 }, { permissions: { partPayment: true } });
});
afterAll(() => world.close());

const { checkout, browse, form, post } = hands(() => world.rig);

async function submit(id: string, fields: Record<string, string>, known?: string) {
  const { hidden, action, cookie } = await form(id, known);
  return { ...(await post(action, { ...hidden, ...fields }, { Cookie: cookie, Origin: world.origin })), cookie };
}

function later(ms: number): void {
  passedMs += ms;
  world.rig.later(ms);
  world.threeDS.threeDS.setAhead(passedMs);
}

function answerApp(isAgreed: boolean): void {
  const { threeDS } = world.threeDS;
  const row = threeDS.ledger.transactions.all({ state: 'DECOUPLED' }).at(-1);
  if (row === undefined) {
    throw new Error('The app waits for nobody.');
  }
  threeDS.change((work) => answerInBankApp(work, row, isAgreed));
}

const states = (order: string) => world.rig.host.ledger({ order }).map(({ state }) => state);
const paid = (order: string) => expect.poll(() => states(order), { timeout: 20_000 }).toEqual(['APPROVED']);

/** Waits for the bank's answer and all its consequences. */
const settled = () =>
  expect
    .poll(() => world.rig.rows('select wake_at from payer_authentication order by key desc limit 1'), {
      timeout: 20_000,
    })
    .toEqual([{ wake_at: null }]);

const link = (endsInMs = DAY_MS) => ({
  checkoutMode: 'PAYMENT_LINK',
  paymentLink: { expiryDateTime: new Date(Date.now() + passedMs + endsInMs).toISOString() },
});

/** Minutes from now until the newest session ends. */
async function minutesLeft(): Promise<number> {
  const [row] = await world.rig.rows('select expires_at from session order by key desc limit 1');
  return (Number(row?.expires_at) - Date.now() - passedMs) / MINUTE_MS;
}

it('a decoupled authentication pays days after the session would have ended, and then deletes the card with the session', async () => {
  const { id, order } = await checkout({ interaction: { timeout: 600 } });
  expect((await submit(id, BY_ITSELF)).status).toBe(303);
  expect(wordsOf(await browse(`/checkout/pay/${id}`))).toContain('Your bank contacts you');
  expect(await minutesLeft()).toBeGreaterThan(7 * 24 * 60);
  later(6 * DAY_MS);
  expect(wordsOf(await browse(`/checkout/pay/${id}`))).toContain('Your bank contacts you');
  answerApp(true);
  await paid(order);
  expect(await minutesLeft()).toBeLessThanOrEqual(10);
});

itAtLength(
  [
    ['that ends meanwhile', link],
    ['without an expiry, and without a visitor', () => ({ checkoutMode: 'PAYMENT_LINK' })],
  ],
  isFirst,
)('a payment link %s shows where its payment is, and is paid by the payer who started', async (_which, more) => {
  const { id, order } = await checkout(more());
  await submit(id, BY_ITSELF);
  const made = () => world.rig.rows('select key from session order by key desc limit 1');
  const before = await made();
  later(2 * DAY_MS);
  expect(wordsOf(await browse(`/checkout/pay/${id}`))).toContain('Your bank contacts you');
  expect(await made()).toEqual(before);
  answerApp(true);
  await paid(order);
  await expect
    .poll(async () => wordsOf(await browse(`/checkout/pay/${id}`)), { timeout: 20_000 })
    .toContain("You've already paid.");
});

describeAtLength(
  [
    ['a payment link', link],
    ['a checkout', () => ({})],
  ],
  isFirst,
)('of %s that is at the bank', (_which, more) => {
  it.each([
    ['changes the amount', () => ({ order: { amount: '5.00' } }), 'The order has changed', '€5.00'],
    ['ends the page', () => ({ paymentLink: link(-MINUTE_MS).paymentLink }), 'This payment has timed out', ''],
  ])('a decoupled authentication charges nothing once the merchant %s', async (_what, change, title, amount) => {
    const unseen = await checkout(more());
    await submit(unseen.id, BY_ITSELF);
    await world.rig.api('PUT', `/session/${unseen.id}`, change());
    answerApp(true);
    await settled();
    expect(states(unseen.order)).toEqual([]);

    const { id, order } = await checkout(more());
    const { cookie } = await submit(id, BY_ITSELF);
    const asking = await browse(`/checkout/pay/${id}`, { Cookie: cookie });
    expect(wordsOf(asking)).toContain('Your bank contacts you');
    const [status = ''] = /\/checkout\/status\/[^"]+/.exec(asking.text) ?? [];
    expect(wordsOf(await browse(status))).toContain('Your bank asks you to confirm');
    await world.rig.api('PUT', `/session/${id}`, change());
    expect(wordsOf(await browse(status))).not.toContain('Your bank asks you to confirm');
    const page = wordsOf(await browse(`/checkout/pay/${id}`, { Cookie: cookie }));
    expect(page).toContain(title);
    expect(page).toContain(amount);
    answerApp(true);
    await settled();
    expect(states(order)).toEqual([]);
  });
});

it('an ordinary challenge stores the card no longer than usual', AT_LENGTH, async () => {
  const { id } = await checkout();
  await submit(id, cardForm('07/40'));
  expect(wordsOf(await browse(`/checkout/pay/${id}`))).toContain('Your bank asks you to confirm');
  expect(await minutesLeft()).toBeLessThanOrEqual(31);
});

it('a gift card that is given back while the bank authenticates the rest ends the authentication', async () => {
  const { id, order } = await checkout({ order: { amount: '250.00' } });
  const { cookie } = await submit(id, giftCard('10'));
  await submit(id, BY_ITSELF, cookie);
  const look = async () => wordsOf(await browse(`/checkout/pay/${id}`, { Cookie: cookie }));
  expect(await look()).toContain('Confirm with your bank that you want to pay €150.00');
  later(31 * MINUTE_MS);
  const seen: string[] = [];
  const sentence = async () => {
    seen.push(await look());
    return seen.at(-1);
  };
  await expect
    .poll(sentence, { timeout: 20_000 })
    .toMatch(/The gift card is not used .*€100\.00 on it is (being released|free again)\./);
  expect(seen.join()).not.toContain('you want to pay €250.00');
  answerApp(true);
  await settled();
  await expect.poll(() => states(order)).toEqual(['DECLINED', 'REVERSED']);
});

it('a payer who returns from the bank too late continues on the page, with another card', AT_LENGTH, async () => {
  const { id, order } = await checkout();
  const { cookie } = await submit(id, cardForm('07/40'));
  later(40 * MINUTE_MS);
  const ended = await browse(`/checkout/pay/${id}`, { Cookie: cookie });
  expect(wordsOf(ended)).toContain('You can still complete it here.');
  expect(ended.text).toContain('name="renew"');
  await post(`/checkout/pay/${id}`, { renew: '1' }, { Cookie: cookie, Origin: world.origin });
  expect(wordsOf(await browse(`/checkout/pay/${id}`, { Cookie: cookie }))).toContain('Enter your details again');
  await submit(id, cardForm('01/40'));
  expect(states(order)).toEqual(['APPROVED']);
});

it("a refusal in the bank's app costs an attempt, and the session continues as usual", AT_LENGTH, async () => {
  const { id, order } = await checkout();
  await submit(id, BY_ITSELF);
  answerApp(false);
  await expect
    .poll(async () => wordsOf(await browse(`/checkout/pay/${id}`)), { timeout: 20_000 })
    .toContain('You can try 2 more times.');
  expect(states(order)).toEqual([]);
  expect(await minutesLeft()).toBeLessThanOrEqual(31);
});
