/** Payments by an agreement, from the payer's first to merchant-initiated ones, against the sandbox's bank. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { newOrderId } from '../rig.ts';
import { cardUntil, FRICTIONLESS, MONEY, startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const AGREEMENT = {
  id: 'PLAN-1',
  type: 'INSTALLMENT',
  amountVariability: 'FIXED',
  expiryDate: '2030-06-30',
  minimumDaysBetweenPayments: '30',
  numberOfPayments: '6',
};
const authenticationOf = (channel: string) => ({ channel, purpose: 'PAYMENT_TRANSACTION' });

function newestAreq(): unknown {
  const heard = world.threeDS.threeDS.ledger.messages.all({}).findLast(({ type }) => type === 'AReq');
  return JSON.parse(heard?.message ?? '{}');
}

it("merchant-initiated payments are authenticated without a payer, with the agreement's terms", async () => {
  const first = await world.authenticated(FRICTIONLESS, { agreement: AGREEMENT });
  const agreement = { purchaseInstalData: '6', recurringExpiry: '20300630', recurringFrequency: '30' };
  expect(newestAreq()).toMatchObject({ threeDSRequestorAuthenticationInd: '03', ...agreement });
  const paid = await world.put(first.order, '1', {
    apiOperation: 'PAY',
    agreement: AGREEMENT,
    authentication: { transactionId: 'a' },
    order: MONEY,
    ...FRICTIONLESS,
  });
  expect([paid.json.result, paid.json.sourceOfFunds.provided.card.storedOnFile]).toEqual(['SUCCESS', 'TO_BE_STORED']);
  expect(paid.json.agreement).toEqual({ ...AGREEMENT, type: 'INSTALLMENT' });

  const order = newOrderId();
  const common = { agreement: { id: 'PLAN-1' }, order: MONEY, ...FRICTIONLESS };
  const authentication = authenticationOf('MERCHANT_REQUESTED');
  const initiated = await world.put(order, 'a', { apiOperation: 'INITIATE_AUTHENTICATION', authentication, ...common });
  // Pages look for the script; this one does not submit.
  expect([initiated.status, initiated.text.includes('<form')]).toEqual([201, false]);
  const asked = await world.put(order, 'a', { apiOperation: 'AUTHENTICATE_PAYER', authentication, ...common });
  expect([asked.status, asked.json.result, asked.json.order.authenticationStatus]).toEqual([
    ...[201, 'SUCCESS', 'AUTHENTICATION_SUCCESSFUL'],
  ]);
  expect(asked.json.authentication.redirect).toBeUndefined();
  expect(newestAreq()).toMatchObject({ deviceChannel: '03', threeRIInd: '02', ...agreement });
  const following = await world.put(order, '1', {
    apiOperation: 'PAY',
    authentication: { transactionId: 'a' },
    transaction: { source: 'MERCHANT' },
    ...common,
  });
  expect([following.json.result, following.json.sourceOfFunds.provided.card.storedOnFile]).toEqual([
    ...['SUCCESS', 'STORED'],
  ]);
});

it('a payment that its bank wants authenticated is soft-declined, with that reason', async () => {
  const agreement = { ...AGREEMENT, id: 'PLAN-2' };
  const pay = (card: object, more: object) =>
    world.put(newOrderId(), '1', { apiOperation: 'PAY', agreement, order: MONEY, ...card, ...more });
  expect((await pay(FRICTIONLESS, {})).json.result).toBe('SUCCESS');
  const later = cardUntil('11');
  later.sourceOfFunds.provided.card.expiry.year = '38';
  const { json } = await pay(later, { transaction: { source: 'MERCHANT' } });
  expect([json.result, json.transaction.authenticationStatus]).toEqual(['FAILURE', 'AUTHENTICATION_REQUIRED']);
});
