/** A transfer that the payer's bank has accepted and may still reject: no page and no answer reports it as paid. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { statusPage } from '../../../src/checkout/return/status-page.ts';
import { DAY_MS, MINUTE_MS } from '../../../src/contract/durations.ts';
import { conclude } from '../../../src/core/browser-payments/conclude.ts';
import { chargedBack } from '../../../src/core/order/chargebacks.ts';
import { orderResult } from '../../../src/core/order/order.ts';
import { orderStatus } from '../../../src/core/order/order-status.ts';
import type { StartedOpenBanking } from '../../../src/sandbox/open-banking/start-open-banking.ts';
import { matchLocale } from '../../../src/web/text/index.ts';
import { type Ground, openGround } from '../ground.ts';
import { type InitiatedPayment, ORIGIN } from '../world.ts';
import { BankWorld, initiationOf, openBanks } from './bank-world.ts';

let ground: Ground;
let banks: StartedOpenBanking;
beforeAll(async () => {
  [ground, banks] = await Promise.all([openGround(), openBanks()]);
});
afterAll(() => Promise.all([ground.close(), banks.close()]));

/** Sets the status at the bank from now on. */
async function say(world: BankWorld, initiated: InitiatedPayment, status: string): Promise<void> {
  const id = world.ledger(initiated)[0]!.id;
  const answer = await fetch(`${banks.control}/payments/${id}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ status }),
  });
  expect(answer.status).toBe(200);
}

async function accepted(): Promise<{ world: BankWorld; initiated: InitiatedPayment }> {
  const world = new BankWorld(ground, banks);
  const initiated = await world.initiate(initiationOf('an order'));
  await world.choose(initiated);
  await say(world, initiated, 'ACSP');
  await world.handleReturn(initiated);
  return { world, initiated };
}

async function views(world: BankWorld, { key, handle }: InitiatedPayment) {
  const { state } = (await world.found(key)).order;
  const dependencies = { ...world.parts, sandbox: false, publicOrigin: ORIGIN, matchLocale };
  const answer = await statusPage(dependencies, handle, { accepted: [] });
  const [row] = await ground.query('select count(*) as n from notification where transaction_key = ?', key);
  return {
    order: `${orderStatus(state)} ${orderResult(state)}`,
    page: 'page' in answer ? answer.page.outcome : undefined,
    isWatched: 'page' in answer && answer.page.eventsUrl !== undefined,
    notifications: Number(row?.n),
  };
}

const ACCEPTED = { order: 'INITIATED PENDING', page: { kind: 'accepted' }, isWatched: true, notifications: 0 };

it('an accepted transfer is pending for the shop, and accepted for its payer, also while the bank is silent', async () => {
  const { world, initiated } = await accepted();
  expect(await views(world, initiated)).toEqual(ACCEPTED);
  world.pass(MINUTE_MS);
  banks.banks.faults.set({ mode: 'DROP_REPLY', operation: 'payments.status', count: 3 });
  expect(await views(world, initiated)).toEqual(ACCEPTED);
  banks.banks.faults.set({ mode: 'NONE' });
});

it('a transfer rejected later is declined on the page, in the order and in a notification', async () => {
  const { world, initiated } = await accepted();
  await say(world, initiated, 'RJCT');
  await world.goTo(world.now() + MINUTE_MS);
  expect(await views(world, initiated)).toEqual({
    order: 'FAILED FAILURE',
    page: { kind: 'notCharged', reason: 'declined' },
    isWatched: false,
    notifications: 1,
  });
});

const PAID = { kind: 'made', money: { paid: { value: '12.00', currency: 'EUR', exponent: 2 } } };

it('an accepted transfer is paid once it is settled, as the notification says', async () => {
  const { world, initiated } = await accepted();
  await say(world, initiated, 'ACSC');
  await world.goTo(world.now() + MINUTE_MS);
  expect(await views(world, initiated)).toEqual({
    order: 'CAPTURED SUCCESS',
    page: PAID,
    isWatched: false,
    notifications: 1,
  });
});

it('an accepted transfer is paid after seven days at a bank that never reports a settlement', async () => {
  const { world, initiated } = await accepted();
  await world.goTo(world.now() + 6 * DAY_MS);
  expect(await views(world, initiated)).toEqual(ACCEPTED);
  await world.goTo(world.now() + DAY_MS);
  const { state } = (await world.found(initiated.key)).order;
  expect(orderStatus(state)).toBe('CAPTURED');
});

/** The bank reports a rejection of a transfer that it had settled, twice. */
async function rejectedAfterAll(world: BankWorld, initiated: InitiatedPayment) {
  const { order } = await world.found(initiated.key);
  const money = { amount: 1200n, currency: 'EUR', orderId: order.orderId };
  const reply = { gatewayCode: 'DECLINED', code: 'RJCT', message: '' } as const;
  for (const reason of ['CALLBACK', 'SCHEDULE'] as const) {
    await conclude(world.parts, initiated.key, { status: 'DECIDED', money, reply }, reason);
  }
  return (await world.found(initiated.key)).order.state;
}

it('a paid transfer that is rejected later is booked as a chargeback, once, and the merchant is notified', async () => {
  const { world, initiated } = await accepted();
  await say(world, initiated, 'ACSC');
  await world.goTo(world.now() + MINUTE_MS);
  const state = await rejectedAfterAll(world, initiated);
  expect(chargedBack(state)).toBe(1200n);
  expect(state.movements.map(({ type, amount, result }) => `${type} ${amount} ${result}`)).toEqual([
    'PAYMENT 1200 SUCCESS',
    'CHARGEBACK 1200 SUCCESS',
  ]);
  const rows = await ground.query(
    'select transaction_key as k from notification where order_key = ?',
    (await world.found(initiated.key)).order.key,
  );
  expect(rows).toHaveLength(2);
  expect((await views(world, initiated)).page).toMatchObject({ money: { chargedBack: { value: '12.00' } } });
});
