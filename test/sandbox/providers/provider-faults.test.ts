/** Each fault of a provider's server and of its callbacks, as a gateway encounters it. */
import { describe, expect, it } from 'vitest';
import { createJsonClient } from '../../../src/adapters/http-json.ts';
import { demoProvider } from '../../../src/adapters/providers/demo/demo-protocol.ts';
import {
  approved,
  asked,
  becomes,
  claimOf,
  entriesOf,
  movementOn,
  paymentFor,
  type Rig,
  rigWith,
  SECRET,
  saidIn,
  startPayment,
  stateOf,
  visit,
} from './rig.ts';

const ID = 'demoWallet';

/** This many payments are started at the same time. */
const GROUP = 20;

describe('the server', () => {
  it.each(['REFUSE', 'DROP_REQUEST'] as const)('%s gives no answer, and has no effect', async (mode) => {
    const { wallet, gateway, sandbox } = await rigWith();
    sandbox.setFaults(ID, { mode });
    expect(await wallet.create(paymentFor(gateway))).toEqual({ status: 'NO_ANSWER' });
    expect(sandbox.ledger(ID)).toEqual([]);
  });

  it.each(['DROP_REPLY', 'GARBAGE'] as const)('%s gives no answer, and has one effect', async (mode) => {
    const { wallet, gateway, ...rest } = await rigWith();
    const payment = paymentFor(gateway);
    rest.sandbox.setFaults(ID, { mode, count: 1 });
    expect(await wallet.create(payment)).toEqual({ status: 'NO_ANSWER' });
    expect(entriesOf(rest)).toEqual(['PAYMENT 12.00 OPEN']);
    await visit(await startPayment(wallet, payment), { choice: 'APPROVE' });
    const refund = movementOn(payment);
    rest.sandbox.setFaults(ID, { mode, count: 1 });
    expect(await wallet.move(refund)).toEqual({ status: 'NO_ANSWER' });
    expect(await wallet.move(refund)).toMatchObject({ reply: { gatewayCode: 'APPROVED' } });
    expect(entriesOf(rest)).toEqual(['PAYMENT 12.00 APPROVED', 'REFUND 12.00 APPROVED']);
  });

  it('DELAY answers late, perhaps too late', async () => {
    const { wallet, gateway, ...rest } = await rigWith();
    const origin = rest.sandbox.origin;
    const hasty = demoProvider(ID, { origin, secret: SECRET }, createJsonClient({ answerMsMax: 1_500 }));
    const payment = paymentFor(gateway);
    rest.sandbox.setFaults(ID, { mode: 'DELAY', delayMs: 60_000, count: 1 });
    expect(await hasty.create(payment)).toEqual({ status: 'NO_ANSWER' });
    expect(entriesOf(rest)).toEqual(['PAYMENT 12.00 OPEN']);
    rest.sandbox.setFaults(ID, { mode: 'DELAY', delayMs: 50, count: 1 });
    expect(await wallet.create(payment)).toMatchObject({ status: 'CREATED' });
  });

  it('OTHER_MONEY changes the amount in states and callbacks, and not in the ledger', async () => {
    const { wallet, gateway, ...rest } = await rigWith();
    rest.sandbox.setFaults(ID, { mode: 'OTHER_MONEY' });
    const payment = await approved(wallet, gateway);
    const money = { amount: 1201n, currency: 'EUR', orderId: payment.orderId };
    expect(await wallet.state(asked(payment.reference))).toMatchObject({ status: 'DECIDED', money });
    await becomes(() => gateway.callbacks.length, 1);
    expect((await claimOf(wallet, gateway.callbacks[0]!))?.money).toEqual(money);
    expect(entriesOf(rest)).toEqual(['PAYMENT 12.00 APPROVED']);
    rest.sandbox.setFaults(ID, { mode: 'NONE' });
    expect(await wallet.state(asked(payment.reference))).toMatchObject({ money: { amount: 1200n } });
  });

  it('misbehaves as often as it is set to, without an effect on the other provider', async () => {
    const { wallet, bank, gateway, sandbox } = await rigWith();
    sandbox.setFaults(ID, { mode: 'REFUSE', count: 2 });
    const payment = paymentFor(gateway);
    expect((await bank.create(payment)).status).toBe('CREATED');
    const statuses = [];
    for (let n = 0; n < 3; n += 1) {
      statuses.push((await wallet.create(payment)).status);
    }
    expect(statuses).toEqual(['NO_ANSWER', 'NO_ANSWER', 'CREATED']);
  });

  it('closes while answers are held back', async () => {
    const { gateway, sandbox } = await rigWith();
    const client = createJsonClient({ answerMsMax: 600_000 });
    const patient = demoProvider(ID, { origin: sandbox.origin, secret: SECRET }, client);
    sandbox.setFaults(ID, { mode: 'DELAY', delayMs: 600_000 });
    const held = patient.create(paymentFor(gateway));
    await becomes(() => sandbox.ledger(ID).length, 1);
    await sandbox.close();
    expect(await held).toEqual({ status: 'NO_ANSWER' });
  });
});

/** A payment decided after the fault: its callback comes after all that were due before. */
async function marked({ wallet, gateway, sandbox }: Pick<Rig, 'wallet' | 'gateway' | 'sandbox'>): Promise<string> {
  sandbox.setFaults(ID, { mode: 'NONE' });
  const { reference } = await approved(wallet, gateway);
  await becomes(() => gateway.calledBack().at(-1), reference);
  return reference;
}

describe('callbacks', () => {
  it('are sent once for each decision, without waiting for the payer', async () => {
    const rig = await rigWith({ speed: 1_000 });
    const { wallet, gateway } = rig;
    const payment = paymentFor(gateway, { orderReference: 'TEST-FAIL-THEN-SUCCESS' });
    await startPayment(wallet, payment);
    await becomes(() => gateway.calledBack(), [payment.reference, payment.reference]);
    const says = await saidIn(wallet, gateway.callbacks);
    expect(says).toEqual(['DECLINED', 'APPROVED']);
    const marker = await marked(rig);
    expect(gateway.calledBack()).toEqual([payment.reference, payment.reference, marker]);
    expect(gateway.visits).toEqual([]);
  });

  it('report an agreement too, so that the payment of a payer who does not return can be confirmed', async () => {
    const { wallet, gateway } = await rigWith();
    await approved(wallet, gateway, { confirmation: 'CONFIRM_AT_MERCHANT' });
    await becomes(() => saidIn(wallet, gateway.callbacks), ['AGREED']);
  });

  it.each([
    ['NEVER', 0],
    ['TWICE', 2],
    ['FIFTY', 50],
  ] as const)('of mode %s arrive %i times', async (mode, copies) => {
    const rig = await rigWith();
    rig.sandbox.setFaults(ID, { mode });
    const { reference } = await approved(rig.wallet, rig.gateway);
    await becomes(() => rig.gateway.calledBack().length, copies);
    const marker = await marked(rig);
    expect(rig.gateway.calledBack()).toEqual([...Array(copies).fill(reference), marker]);
    expect(new Set(rig.gateway.callbacks.slice(0, copies).map(({ body }) => body.toString())).size).toBe(
      Math.min(copies, 1),
    );
  });

  it('of mode FORGED_CALLBACK are signed with another key, and are sent again when refused', async () => {
    const { wallet, gateway, sandbox } = await rigWith();
    const believed = async () => (await saidIn(wallet, gateway.callbacks)).map((said) => said !== undefined);
    gateway.status = 403;
    sandbox.setFaults(ID, { mode: 'FORGED_CALLBACK', count: 1 });
    await approved(wallet, gateway);
    await becomes(() => gateway.callbacks.length > 0, true);
    gateway.status = 204;
    await becomes(async () => (await believed()).slice(0, 2), [false, true]);
  });

  it('of mode BEFORE_RETURN delay the payer’s return until one is acknowledged', async () => {
    const { wallet, gateway, sandbox } = await rigWith();
    sandbox.setFaults(ID, { mode: 'BEFORE_RETURN' });
    gateway.status = 503;
    const page = await startPayment(wallet, paymentFor(gateway));
    const sentOn = visit(page, { choice: 'APPROVE' });
    await becomes(() => gateway.callbacks.length, 1);
    gateway.status = 204;
    expect((await sentOn).status).toBe(303);
    expect(gateway.callbacks.length).toBeGreaterThan(1);
  });

  it('of mode BEFORE_RETURN delay the return for a bank’s late result too, but not where none will come', async () => {
    const { bank, gateway, sandbox } = await rigWith({ speed: 20 });
    sandbox.setFaults('demoBank', { mode: 'BEFORE_RETURN' });
    const page = await startPayment(bank, paymentFor(gateway));
    await visit(page, { choice: 'APPROVE', bank: '10020030' });
    expect(gateway.callbacks).toHaveLength(1);
    const pending = await startPayment(bank, paymentFor(gateway, { orderReference: 'TEST-PENDING' }));
    expect((await visit(pending)).status).toBe(303);
  });

  it('of mode AFTER_RETURN are not sent before the payer is redirected', async () => {
    const { wallet, gateway, sandbox } = await rigWith({ speed: 1_000 });
    sandbox.setFaults(ID, { mode: 'AFTER_RETURN' });
    const held = paymentFor(gateway, { orderReference: 'TEST-SUCCESS-INIT' });
    const page = await startPayment(wallet, held);
    await becomes(() => stateOf(wallet, held), 'DECIDED APPROVED');
    const other = await approved(wallet, gateway);
    await becomes(() => gateway.calledBack(), [other.reference]);
    await visit(page);
    await becomes(() => gateway.calledBack(), [other.reference, held.reference]);
  });

  it('of mode AFTER_RETURN with a delay count it from the return', async () => {
    const rig = await rigWith({ speed: 1_000 });
    rig.sandbox.setFaults(ID, { mode: 'AFTER_RETURN' });
    const held = paymentFor(rig.gateway, { orderReference: 'TEST-SUCCESS-INIT' });
    const page = await startPayment(rig.wallet, held);
    await becomes(() => stateOf(rig.wallet, held), 'DECIDED APPROVED');
    rig.sandbox.setFaults(ID, { mode: 'AFTER_RETURN', delayMs: 600_000 });
    // The second visit is answered after the first one was over.
    await visit(page);
    await visit(page);
    const marker = await marked(rig);
    expect(rig.gateway.calledBack()).toEqual([marker]);
  });

  it('come late where a delay is set', async () => {
    const { wallet, gateway, sandbox } = await rigWith();
    sandbox.setFaults(ID, { mode: 'TWICE', delayMs: 600_000 });
    await approved(wallet, gateway);
    sandbox.setFaults(ID, { mode: 'NONE' });
    const prompt = await approved(wallet, gateway);
    await becomes(() => gateway.calledBack(), [prompt.reference]);
  });

  it('without an acknowledgement are sent again', async () => {
    const { wallet, gateway } = await rigWith();
    gateway.status = 500;
    const { reference } = await approved(wallet, gateway);
    await becomes(() => gateway.calledBack().length > 1, true);
    gateway.status = 200;
    const before = gateway.calledBack().length;
    await becomes(() => gateway.calledBack().slice(before), [reference]);
  });

  it('that are answered with a redirect are not acknowledged', async () => {
    const { wallet, gateway } = await rigWith();
    gateway.status = 302;
    await approved(wallet, gateway);
    await becomes(() => gateway.calledBack().length > 1, true);
    expect(gateway.visits).toEqual([]);
  });

  it('fail independently of answers', async () => {
    const rig = await rigWith();
    rig.sandbox.setFaults(ID, { mode: 'TWICE' });
    const payment = await approved(rig.wallet, rig.gateway);
    await becomes(() => rig.gateway.calledBack().length, 2);
    rig.sandbox.setFaults(ID, { mode: 'REFUSE', count: 1 });
    expect((await rig.wallet.state(asked(payment.reference))).status).toBe('NO_ANSWER');
    await approved(rig.wallet, rig.gateway);
    await becomes(() => rig.gateway.calledBack().length, 4);
  });
});

it('a gateway that was down gets hundreds of callbacks when it is up, one for each decision', async () => {
  const { wallet, gateway, sandbox } = await rigWith({ speed: 1_000 });
  gateway.status = 503;
  const payments = Array.from({ length: 300 }, () => paymentFor(gateway, { orderReference: 'TEST-SUCCESS-INIT' }));
  // In groups: all at once would wait for each other longer than the adapter waits for an answer.
  for (let first = 0; first < payments.length; first += GROUP) {
    await Promise.all(payments.slice(first, first + GROUP).map((payment) => startPayment(wallet, payment)));
  }
  await becomes(() => sandbox.ledger(ID).every(({ state }) => state === 'APPROVED'), true);
  const before = gateway.callbacks.length;
  gateway.status = 204;
  await becomes(() => new Set(gateway.calledBack().slice(before)).size, payments.length);
});
