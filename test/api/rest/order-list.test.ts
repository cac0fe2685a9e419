/** `GET …/order`: a merchant finds its orders by filters, over the whole gateway. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { OPERATIONS } from '../../../src/contract/operations.ts';
import { breaches } from './operations/answers.ts';
import { amount, cardPayment, restOrder } from './operations/order.ts';
import { basic, type CallOptions, newOrderId, PASSWORD, type Rig, startRig, withCard } from './rig.ts';

const STRANGER = 'STRANGER';
const PATIENTLY = { timeout: 30_000, interval: 100 };

let rig: Rig;
let paid: string;
let declined: string;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant({ id: STRANGER, name: 'Another shop' });
  const order = restOrder(rig);
  await order.done(
    'AUTHORIZE',
    '1',
    cardPayment({
      ...withCard({ nameOnCard: 'ADA LOVELACE' }),
      customer: { email: 'Ada@Example.com' },
      order: { amount: '12.00', currency: 'EUR', reference: 'Invoice 7' },
    }),
  );
  await order.done('CAPTURE', '2', amount('5.00'));
  paid = order.id;
  const other = restOrder(rig);
  await other.put('PAY', '1', cardPayment(withCard({ expiry: { month: '5', year: '22' } })));
  declined = other.id;
  await vi.waitFor(async () => expect((await found('')).sort()).toEqual([paid, declined].sort()), PATIENTLY);
  await vi.waitFor(async () => expect(await found('status=PARTIALLY_CAPTURED')).toEqual([paid]), PATIENTLY);
  // The first build of the index ends after its first entries.
  await vi.waitFor(async () => expect((await ask('')).json.index.complete).toBe(true), PATIENTLY);
});
afterAll(() => rig.close());

const ask = (query: string, options: CallOptions = {}) => rig.api('GET', `/order?${query}`, undefined, options);
const found = async (query: string): Promise<string[]> =>
  (await ask(query)).json.order.map(({ id }: { id: string }) => id);

describe('a list of orders', () => {
  it('shows each order as its last change left it, and how old the list is', async () => {
    await vi.waitFor(async () => expect((await ask('')).json.index).toEqual({ age: 1, complete: true }), PATIENTLY);
    const reply = await ask('status=PARTIALLY_CAPTURED');
    expect(breaches(OPERATIONS.RETRIEVE_ORDERS.answer, reply.json, 100)).toEqual([]);
    expect(reply.json).toMatchObject({
      result: 'SUCCESS',
      index: { complete: true },
      order: [
        {
          id: paid,
          amount: 12,
          currency: 'EUR',
          totalAuthorizedAmount: 12,
          totalCapturedAmount: 5,
          totalRefundedAmount: 0,
          method: 'CARD',
          brand: 'MASTERCARD',
          reference: 'Invoice 7',
          payerSteps: 'PAID',
        },
      ],
    });
  });

  it.each([
    ['reference=invoice%20%207', 'the merchant’s reference'],
    ['email=ada@example.com', 'the address'],
    ['customerName=ada%20%20lovelace', 'the name on the card'],
    ['customerName=Ada%20Lovelace&email=ada@example.com&lastFour=0008&reference=Invoice%207', 'all terms at once'],
    ['currency=EUR&amountFrom=12&amountTo=12.00&status=PARTIALLY_CAPTURED', 'the amount'],
    ['method=CARD&brand=MASTERCARD&lastFour=0008&status=PARTIALLY_CAPTURED', 'the card'],
    ['createdFrom=2020-01-01T00:00:00Z&status=PARTIALLY_CAPTURED', 'the time'],
  ])('finds an order by %s: %s', async (query) => {
    expect(await found(query)).toEqual([paid]);
  });

  it('finds an order by its id’s beginning, and by its support code', async () => {
    expect(await found(`orderId=${declined.slice(0, -1)}&status=FAILED`)).toEqual([declined]);
    const [shown] = (await ask('status=FAILED')).json.order;
    expect(await found(`supportCode=${shown.supportCode.toLowerCase()}`)).toEqual([declined]);
    expect(shown.gatewayCode).toBe(
      (await rig.api('GET', `/order/${declined}`)).json.transaction[0].response.gatewayCode,
    );
  });

  it('is read a part at a time, and each order comes once', async () => {
    const { json: first } = await ask('limit=1&sort=OLDEST');
    const { json: second } = await ask(`limit=1&sort=OLDEST&cursor=${first.nextCursor}`);
    expect([...first.order, ...second.order].map(({ id }) => id)).toEqual([paid, declined]);
    expect(second.nextCursor).toBeUndefined();
  });

  it.each([
    ['amountFrom=1', 'currency'],
    ['currency=EUR&amountFrom=1.234', 'amountFrom'],
    ['currency=EUR&amountFrom=2&amountTo=1', 'amountTo'],
    ['createdFrom=2026-01-02T00:00:00Z&createdTo=2026-01-01T00:00:00Z', 'createdTo'],
    ['updatedFrom=yesterday', 'updatedFrom'],
    ['limit=101', 'limit'],
    ['sort=AMOUNT', 'sort'],
    ['status=PAID', 'status'],
    ['cursor=abc', 'cursor'],
    ['supportCode=123456789', 'supportCode'],
    ['lastFour=12', 'lastFour'],
    ['customerName=%C2%A0', 'customerName'],
    ['brand=VISA&brand=AMEX', 'brand'],
    ['staus=FAILED', 'staus'],
  ])('refuses %s, and names %s', async (query, field) => {
    const { status, json } = await ask(query);
    expect([status, json.error?.field]).toEqual([400, field]);
  });

  it('has the merchant’s own orders only, whatever cursor and support code say', async () => {
    const stranger = { merchant: STRANGER, authorization: basic(STRANGER, PASSWORD) };
    expect((await ask('', stranger)).json.order).toEqual([]);
    const { json } = await ask('limit=1');
    expect((await ask(`cursor=${json.nextCursor}`, stranger)).json.error.field).toBe('cursor');
    const [{ supportCode }] = json.order;
    expect((await ask(`supportCode=${supportCode}`, stranger)).json.order).toEqual([]);
    expect((await ask(`orderId=${newOrderId()}`)).json.order).toEqual([]);
  });

  it('refuses a cursor of another order of the list', async () => {
    const { json } = await ask('limit=1&sort=OLDEST');
    expect((await ask(`limit=1&cursor=${json.nextCursor}`)).json.error.field).toBe('cursor');
  });
});
