/** An order's whole life, step by step: the answers, the retrieval, and the acquirer's ledger. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Reply, type Rig, startRig, withCard } from '../rig.ts';
import { LIVES } from './lives.ts';
import { amount, cardPayment, type RestOrder, restOrder, target, totalsIn } from './order.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

describe.each(Object.entries(LIVES))('an order that is %s', (_life, steps) => {
  it('is the same in each answer, in retrieval, and in the acquirer’s ledger', async () => {
    const order = restOrder(rig);
    const answers: Reply[] = [];
    for (const [index, { operation, body, type, amount: text, totals, ledger }] of steps.entries()) {
      const id = `${index + 1}`;
      const reply = await order.done(operation, id, body);
      answers.push(reply);
      expectAnswer(reply, { order, id, type, text });
      const [status, authorized, captured, refunded] = totals;
      expect(totalsIn(reply), `${id} ${operation}`).toEqual({ status, authorized, captured, refunded });
      expect(totalsIn(await order.get())).toEqual({ status, authorized, captured, refunded });
      expect(order.ledger()).toEqual(ledger);
    }
    for (const [index, { operation, body }] of steps.entries()) {
      const again = await order.put(operation, `${index + 1}`, body);
      expect([again.status, again.text]).toEqual([201, answers[index]?.text]);
    }
    expect(order.ledger()).toEqual(steps.at(-1)?.ledger);
    const { json } = await order.get();
    expect(json).toMatchObject({
      id: order.id,
      merchant: 'TESTSHOP',
      amount: 12,
      currency: 'EUR',
      reference: 'R-1',
      description: 'Tea',
      result: 'SUCCESS',
      creationTime: answers[0]?.json.order.creationTime,
      lastUpdatedTime: answers.at(-1)?.json.order.lastUpdatedTime,
      sourceOfFunds: answers.at(-1)?.json.sourceOfFunds,
    });
    expect(json.transaction.map(({ transaction }: { transaction: { id: string } }) => transaction.id)).toEqual(
      steps.map((_, index) => `${index + 1}`),
    );
    for (const [index, { json: answer }] of answers.entries()) {
      const { order: then, ...shown } = json.transaction[index];
      const { order: _now, ...answered } = answer;
      expect(shown).toEqual(answered);
      expect(totalsIn({ text: JSON.stringify(then), json: then } as Reply).status).toBe(json.status);
    }
  });
});

function expectAnswer(
  { json, text }: Reply,
  wanted: { readonly order: RestOrder; readonly id: string; readonly type: string; readonly text: string },
): void {
  expect(json).toMatchObject({
    merchant: 'TESTSHOP',
    gatewayEntryPoint: 'WEB_SERVICES_API',
    version: '100',
    timeOfRecord: expect.stringMatching(/Z$/),
    timeOfLastUpdate: expect.stringMatching(/Z$/),
    order: {
      id: wanted.order.id,
      amount: wanted.type === 'VERIFICATION' ? 0 : 12,
      currency: 'EUR',
      reference: 'R-1',
      description: 'Tea',
    },
    response: {
      gatewayCode: expect.any(String),
      acquirerCode: expect.any(String),
      acquirerMessage: expect.any(String),
    },
    risk: { response: { gatewayCode: 'NOT_CHECKED' } },
    sourceOfFunds: {
      type: 'CARD',
      provided: { card: { brand: 'MASTERCARD', scheme: 'MASTERCARD', number: '512345xxxxxx0008' } },
    },
    transaction: {
      id: wanted.id,
      type: wanted.type,
      currency: 'EUR',
      receipt: expect.stringMatching(/^\d{12}$/),
      authenticationStatus: expect.any(String),
    },
  });
  expect(text).toContain(`"transaction":{`);
  expect(text.slice(text.indexOf('"transaction":{'))).toContain(`"amount":${wanted.text},`);
}

it('a refund’s answer has the order’s lines beside the order, and its amount', async () => {
  const order = restOrder(rig);
  const item = [{ name: 'Tea', quantity: '3', unitPrice: '4.00', sku: 'T' }];
  await order.done('PAY', '1', cardPayment({ order: { amount: '12.00', currency: 'EUR', item, itemAmount: '12.00' } }));
  const { json, text } = await order.done('REFUND', '2', amount('5.00'));
  expect(json.item).toEqual([{ name: 'Tea', quantity: 3, unitPrice: 4, sku: 'T' }]);
  expect(json.order).toMatchObject({ amount: 12, item: json.item });
  expect(text).toContain('"unitPrice":4');
});

it('the answers, the capture and the ledger agree on an issuer’s own code', async () => {
  const order = restOrder(rig);
  await order.done('AUTHORIZE', '1', cardPayment(withCard({ expiry: { month: '3', year: '39' } })));
  const referral = await order.done('REFERRAL', '2', { transaction: { authorizationCode: 'A1B2C3' } });
  expect(referral.json.transaction.authorizationCode).toBe('A1B2C3');
  const capture = await order.done('CAPTURE', '3', amount('12'));
  expect(capture.json.transaction.authorizationCode).toBe('A1B2C3');
});

it('a void’s answer names the voided transaction', async () => {
  const order = restOrder(rig);
  await order.done('PAY', '1', cardPayment());
  const { json } = await order.done('VOID', '2', target('1', { reference: 'T-2' }));
  expect(json.transaction).toMatchObject({ targetTransactionId: '1', reference: 'T-2', type: 'VOID_PAYMENT' });
  expect(json.result).toBe('SUCCESS');
});

it.each([
  ['JPY', '1200', '500', '500'],
  ['KWD', '12.345', '0.005', '0.005'],
])('in %s amounts have its decimal places, and no others', async (currency, whole, part, shown) => {
  const order = restOrder(rig);
  await order.done('AUTHORIZE', '1', cardPayment({ order: { amount: whole, currency } }));
  const { text } = await order.done('CAPTURE', '2', { transaction: { amount: part, currency } });
  expect(text.slice(text.indexOf('"transaction":{'))).toContain(`"amount":${shown},`);
  const { json } = await order.refused('CAPTURE', '3', {
    transaction: { amount: `${part}${part.includes('.') ? '' : '.'}1` },
  });
  expect(json.error.field).toBe('transaction.amount');
});
