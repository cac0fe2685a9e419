/** The choice of a bank: the payments that it starts, and those that it cancels, with concurrent actions of others. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../src/contract/durations.ts';
import { cancelAtProvider } from '../../../src/core/browser-payments/index.ts';
import { execute } from '../../../src/core/operations/execute.ts';
import type { StartedOpenBanking } from '../../../src/sandbox/open-banking/start-open-banking.ts';
import { type Ground, openGround } from '../ground.ts';
import { FROM, type InitiatedPayment, RETURN_URL } from '../world.ts';
import { BankWorld, initiationOf, openBanks } from './bank-world.ts';

let ground: Ground;
let banks: StartedOpenBanking;
beforeAll(async () => {
  [ground, banks] = await Promise.all([openGround(), openBanks()]);
});
afterAll(async () => {
  expect(banks.banks.validator.violations).toEqual([]);
  await Promise.all([ground.close(), banks.close()]);
});

const states = (world: BankWorld, initiated: InitiatedPayment) =>
  world.ledger(initiated).map(({ bank, state }) => `${bank} ${state}`);
const codeOf = async (world: BankWorld, { key }: InitiatedPayment) =>
  (await world.found(key)).transaction.outcome?.gatewayCode;

async function paid(world: BankWorld): Promise<InitiatedPayment> {
  const initiated = await world.initiate(initiationOf());
  await world.choose(initiated);
  await world.arrive(initiated);
  await world.handleReturn(initiated);
  expect(await codeOf(world, initiated)).toBe('APPROVED');
  return initiated;
}

it('no payment starts before a choice: an abandoned payment reaches no bank', async () => {
  const world = new BankWorld(ground, banks);
  const initiated = await world.initiate(initiationOf());
  await world.goTo(world.now() + 100 * MINUTE_MS);
  expect(await codeOf(world, initiated)).toBe('ABORTED');
  expect(states(world, initiated)).toEqual([]);
});

it('a choice of two banks at once starts one, and cancels the payment at the other', async () => {
  const world = new BankWorld(ground, banks);
  const initiated = await world.initiate(initiationOf());
  await Promise.all([world.choose(initiated, 'nordbank'), world.choose(initiated, 'ruhebank')]);
  const { providerReference } = (await world.found(initiated.key)).payment;
  const [kept] = (providerReference ?? '').split(' ');
  const other = kept === 'nordbank' ? 'ruhebank' : 'nordbank';
  expect(states(world, initiated).sort()).toEqual([`${kept} RCVD`, `${other} CANC`].sort());
});

it('a choice that is pressed five times at once starts one payment at the bank', async () => {
  const world = new BankWorld(ground, banks);
  const initiated = await world.initiate(initiationOf());
  const results = await Promise.all(Array.from({ length: 5 }, () => world.choose(initiated)));
  expect(new Set(results.map(({ kind }) => kind))).toEqual(new Set(['BEGUN']));
  expect(states(world, initiated)).toEqual(['nordbank RCVD']);
});

it('a choice with a lost answer does not redirect, and a repeated one redirects to the same payment', async () => {
  const world = new BankWorld(ground, banks);
  const initiated = await world.initiate(initiationOf());
  world.atBanks.alterOutcome = async () => ({ status: 'NO_ANSWER' });
  expect((await world.choose(initiated)).kind).toBe('UNANSWERED');
  expect((await world.found(initiated.key)).payment.providerReference).toBeNull();
  world.atBanks.alterOutcome = async (_payment, outcome) => outcome;
  expect((await world.choose(initiated)).kind).toBe('BEGUN');
  expect(states(world, initiated)).toEqual(['nordbank RCVD']);
});

it('a choice after a lost answer may be another bank, and the first payment cannot be paid', async () => {
  const world = new BankWorld(ground, banks);
  const initiated = await world.initiate(initiationOf());
  world.atBanks.alterOutcome = async () => ({ status: 'NO_ANSWER' });
  await world.choose(initiated, 'ruhebank');
  world.atBanks.alterOutcome = async (_payment, outcome) => outcome;
  await world.choose(initiated, 'nordbank');
  await world.arrive(initiated);
  await world.handleReturn(initiated);
  expect(await codeOf(world, initiated)).toBe('APPROVED');
  expect(states(world, initiated).sort()).toEqual(['nordbank ACSC', 'ruhebank RCVD']);
});

it('a choice while the payer cancels in another tab ends cancelled, at the bank as well', async () => {
  const world = new BankWorld(ground, banks);
  const initiated = await world.initiate(initiationOf());
  world.atBanks.alterOutcome = async (_payment, outcome) => {
    await cancelAtProvider(world.parts, await world.found(initiated.key), FROM);
    return outcome;
  };
  expect((await world.choose(initiated)).kind).toBe('ENDED');
  expect(await codeOf(world, initiated)).toBe('CANCELLED');
  expect(states(world, initiated)).toEqual(['nordbank CANC']);
});

it('a choice of a payment that has ended starts no payment', async () => {
  const world = new BankWorld(ground, banks);
  const initiated = await world.initiate(initiationOf());
  await cancelAtProvider(world.parts, await world.found(initiated.key), FROM);
  expect((await world.choose(initiated)).kind).toBe('ENDED');
  expect(states(world, initiated)).toEqual([]);
});

it('a choice is accepted twenty times, for any answers of the banks', async () => {
  const world = new BankWorld(ground, banks);
  const initiated = await world.initiate(initiationOf('TEST-FAIL-NOTFOUND'));
  for (let times = 0; times < 20; times += 1) {
    expect((await world.choose(initiated)).kind).toBe('REFUSED');
  }
  expect((await world.choose(initiated)).kind).toBe('UNANSWERED');
});

it('the bank’s app asks the payer only once the payment is stored, and again after a missing answer', async () => {
  const world = new BankWorld(ground, banks);
  const initiated = await world.initiate(initiationOf());
  const typed = { USER_ID: 'anna' };
  banks.banks.faults.set({ mode: 'DROP_REPLY', operation: 'authorisations.start', count: 1 });
  expect((await world.choose(initiated, 'appbank', { typed })).kind).toBe('UNANSWERED');
  const { payment } = await world.found(initiated.key);
  expect(payment.providerReference).toMatch(/^appbank /);
  expect((await world.choose(initiated, 'appbank', { typed })).kind).toBe('BEGUN');
  const [row] = world.ledger(initiated);
  expect(banks.banks.ledger.authorisations.all({ payment_id: row?.id ?? '' })).toHaveLength(1);
});

it('a choice of a bank with a page in place of its app ends at the next query, and another bank can be chosen', async () => {
  const world = new BankWorld(ground, banks, { banks: { nordbank: { approach: 'DECOUPLED' } } });
  const initiated = await world.initiate(initiationOf());
  await world.choose(initiated, 'nordbank', { typed: { USER_ID: 'anna' } });
  expect(states(world, initiated)).toEqual(['nordbank CANC']);
  await world.goTo(world.now() + MINUTE_MS);
  expect(await codeOf(world, initiated)).toBe('CANCELLED');
  const { orderId } = initiated;
  const again = await world.initiate({ ...initiationOf(), orderId, transactionId: '2' });
  expect((await world.choose(again, 'ruhebank')).kind).toBe('BEGUN');
  expect(states(world, initiated)).toEqual(['nordbank CANC', 'ruhebank RCVD']);
});

it('money that arrives after the end is reported, and not refunded automatically', async () => {
  const world = new BankWorld(ground, banks, { profile: { lateBrowserPayments: 'REFUND' } });
  const initiated = await world.initiate(initiationOf());
  await world.choose(initiated, 'nordbank');
  // The bank is unreachable until the payment has timed out here.
  banks.banks.faults.set({ mode: 'UNAVAILABLE', bank: 'nordbank', count: null });
  await world.goTo(world.now() + 100 * MINUTE_MS);
  expect(await codeOf(world, initiated)).toBe('ABORTED');
  banks.banks.faults.set({ mode: 'NONE', count: null });
  await world.arrive(initiated);
  await world.goTo(world.now() + 90 * MINUTE_MS);
  expect((await world.found(initiated.key)).payment.late).toBe('REPORTED');
});

it('a refund is a request, and is made by the operator’s approval alone', async () => {
  const world = new BankWorld(ground, banks);
  const initiated = await paid(world);
  const body = { transaction: { amount: '5.00', currency: 'EUR' } };
  const asked = await world.follow(initiated, 'REFUND', 'R-1', body);
  expect(asked).toMatchObject({
    transaction: { request: { type: 'REFUND_REQUEST' }, outcome: { gatewayCode: 'PENDING' } },
  });
  expect((await world.found(initiated.key)).order.state.totalRefunded).toBe(0n);
  const made = await execute(world.gateway, {
    merchant: await world.merchant(),
    orderId: initiated.orderId,
    transactionId: 'R-2',
    operation: 'REFUND',
    version: 100,
    entryPoint: 'MERCHANT_ADMINISTRATION',
    values: body,
    approved: 'R-1',
  });
  expect(made).toMatchObject({
    transaction: {
      request: { type: 'REFUND' },
      outcome: { gatewayCode: 'APPROVED', provider: { code: 'TRANSFERRED' } },
    },
  });
  expect((await world.found(initiated.key)).order.state.totalRefunded).toBe(500n);
});

it('the payer returns to the return URL that the bank was given', async () => {
  const world = new BankWorld(ground, banks);
  const initiated = await world.initiate(initiationOf());
  await world.choose(initiated);
  const [row] = banks.banks.ledger.payments.all({ id: world.ledger(initiated)[0]?.id ?? '' });
  expect(row?.redirect_uri).toBe(`https://pay.example/return/${initiated.state}`);
  expect(row?.nok_redirect_uri).toBe(`https://pay.example/return/${initiated.state}?cancelled=true`);
  await world.arrive(initiated);
  expect(await world.handleReturn(initiated)).toMatchObject({ found: { payment: { returnUrl: RETURN_URL } } });
});
