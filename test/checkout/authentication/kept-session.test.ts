/** A card waits for its bank as long as the bank may take, and no longer. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { answerInApp } from '../../../src/sandbox/three-ds/acs/challenge.ts';
import { ENROLLED, startWorld, type World } from '../../rest/payer-authentication/world.ts';
import { cardForm, hands, wordsOf } from '../hands.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const BY_ITSELF = cardForm('12/40');

let world: World;
let passedMs = 0;
beforeAll(async () => {
  world = await startWorld();
  await world.rig.merchant({
    id: 'TESTSHOP',
    name: 'Harbour Lane Books',
    payerAuthentication: { ...ENROLLED, decoupledMinutes: 7 * 24 * 60 },
  });
  const { id } = await checkout();
  // A running gateway sees the profile within a second.
  const seen = async () => expect(wordsOf(await browse(`/checkout/pay/${id}`))).toContain('Pay Harbour Lane Books');
  await vi.waitFor(seen, { timeout: 10_000 });
});
afterAll(() => world.close());

const { checkout, browse, form, post } = hands(() => world.rig);

async function submit(id: string, fields: Record<string, string>) {
  const { hidden, action, cookie } = await form(id);
  return post(action, { ...hidden, ...fields }, { Cookie: cookie, Origin: world.origin });
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
  threeDS.change((work) => answerInApp(work, row, isAgreed));
}

const states = (order: string) => world.rig.host.ledger({ order }).map(({ state }) => state);
const paid = (order: string) => expect.poll(() => states(order), { timeout: 20_000 }).toEqual(['APPROVED']);

/** Minutes from now until the newest session ends. */
async function minutesLeft(): Promise<number> {
  const [row] = await world.rig.rows('select expires_at from session order by key desc limit 1');
  return (Number(row?.expires_at) - Date.now() - passedMs) / MINUTE_MS;
}

it('days after its session would have ended a payment is made, and its card goes with the session then', async () => {
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

it('a payment link that ends meanwhile takes nobody new, and is paid by who has begun', async () => {
  const expiryDateTime = new Date(Date.now() + passedMs + DAY_MS).toISOString();
  const { id, order } = await checkout({ checkoutMode: 'PAYMENT_LINK', paymentLink: { expiryDateTime } });
  await submit(id, BY_ITSELF);
  later(2 * DAY_MS);
  expect(wordsOf(await browse(`/checkout/pay/${id}`))).toContain('This payment has timed out');
  answerApp(true);
  await paid(order);
  await expect
    .poll(async () => wordsOf(await browse(`/checkout/pay/${id}`)), { timeout: 20_000 })
    .toContain('You do not need to pay again.');
});

it('a bank that asks on a page keeps no card longer than any', async () => {
  const { id } = await checkout();
  await submit(id, cardForm('07/40'));
  expect(wordsOf(await browse(`/checkout/pay/${id}`))).toContain('Your bank asks you to confirm');
  expect(await minutesLeft()).toBeLessThanOrEqual(31);
});

it('a refusal in the app costs an attempt, and the session is as any other', async () => {
  const { id, order } = await checkout();
  await submit(id, BY_ITSELF);
  answerApp(false);
  await expect
    .poll(async () => wordsOf(await browse(`/checkout/pay/${id}`)), { timeout: 20_000 })
    .toContain('You can try 2 more times.');
  expect(states(order)).toEqual([]);
  expect(await minutesLeft()).toBeLessThanOrEqual(31);
});
