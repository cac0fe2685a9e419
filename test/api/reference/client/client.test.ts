/** The client that merchants copy, as committed, against a gateway. */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Turnpike, TurnpikeError } from '../../../../docs/turnpike-client.ts';
import { clientText } from '../../../../src/api/reference/client/document.ts';
import { newOrderId, PASSWORD, PUBLIC_HOST, type Rig, startRig } from '../../rest/rig.ts';

let rig: Rig;
let turnpike: Turnpike;
beforeAll(async () => {
  rig = await startRig();
  turnpike = client();
});
afterAll(() => rig.close());

type Fetch = typeof globalThis.fetch;

/** The rig answers to its public host alone, which a plain `fetch` does not send. */
const throughRig: Fetch = async (url, { method = 'GET', headers, body } = {}) => {
  const { pathname } = new URL(String(url));
  const { status, text } = await rig.call(method, pathname, body == null ? undefined : JSON.parse(String(body)), {
    authorization: new Headers(headers).get('authorization'),
  });
  return new Response(text, { status });
};

function client(options: { fetch?: Fetch; password?: string } = {}): Turnpike {
  const origin = `http://${PUBLIC_HOST}`;
  return new Turnpike({ origin, merchantId: 'TESTSHOP', password: PASSWORD, fetch: throughRig, ...options });
}

const card = { number: '5123450000000008', expiry: { month: '1', year: '39' }, securityCode: '100' };
const sale = {
  order: { amount: '10.00', currency: 'EUR' },
  sourceOfFunds: { type: 'CARD', provided: { card } },
} as const;

it('the client is generated from the contract', () => {
  expect(readFileSync('docs/turnpike-client.ts', 'utf8')).toBe(clientText());
});

it('the client is served as committed', async () => {
  const { text, headers } = await rig.call('GET', '/docs/turnpike-client.ts', undefined, { authorization: null });
  expect([text, headers['content-type']]).toEqual([clientText(), 'text/plain; charset=utf-8']);
});

describe('each operation is a method', () => {
  it('authorizes, captures, refunds and retrieves', async () => {
    const orderId = newOrderId();
    const authorized = await turnpike.authorize({ orderId, transactionId: '1' }, sale);
    const captured = await turnpike.capture(
      { orderId, transactionId: '2' },
      { transaction: { amount: '4.00', currency: 'EUR' } },
    );
    const refunded = await turnpike.refund(
      { orderId, transactionId: '3' },
      { transaction: { amount: '1.00', currency: 'EUR' } },
    );
    const order = await turnpike.retrieveOrder({ orderId });
    expect([authorized, captured, refunded].map(({ result }) => result)).toEqual(['SUCCESS', 'SUCCESS', 'SUCCESS']);
    expect([order.totalCapturedAmount, order.totalRefundedAmount]).toEqual([4, 1]);
  });

  it('pays by a session, whose fields need not be repeated', async () => {
    const { session } = await turnpike.createSession();
    await turnpike.updateSession({ sessionId: session.id }, sale);
    const paid = await turnpike.pay({ orderId: newOrderId(), transactionId: '1' }, { session: { id: session.id } });
    expect(paid.result).toBe('SUCCESS');
  });

  it('accepts ids with any characters', async () => {
    const orderId = `${newOrderId()}-ä %b`;
    await turnpike.pay({ orderId, transactionId: '1' }, sale);
    expect((await turnpike.retrieveTransaction({ orderId, transactionId: '1' })).order.id).toBe(orderId);
  });
});

it('compiles only with an operation’s required fields, or with a session that may supply them', () => {
  const address = { orderId: 'O', transactionId: '1' };
  const calls = (one: Turnpike) => {
    // @ts-expect-error nothing
    one.pay(address);
    // @ts-expect-error no amount
    one.pay(address, { order: { currency: 'EUR' } });
    // @ts-expect-error no order
    one.authorize(address, { sourceOfFunds: sale.sourceOfFunds });
    // @ts-expect-error a session without its id
    one.pay(address, { session: {} });
    // @ts-expect-error no card
    one.pay(address, { order: sale.order });
    // @ts-expect-error no means of payment in its group
    one.authorize(address, { order: sale.order, sourceOfFunds: { type: 'CARD' } });
    // @ts-expect-error no currency
    one.verify(address, { sourceOfFunds: sale.sourceOfFunds });
    // @ts-expect-error no card
    one.verify(address, { order: { currency: 'EUR' } });
    // @ts-expect-error no card
    one.initiateAuthentication(address, { order: { currency: 'EUR' } });
    // @ts-expect-error no amount
    one.capture(address);
    // @ts-expect-error no amount
    one.refund(address, { transaction: { currency: 'EUR' } });
    // @ts-expect-error no operation
    one.initiateCheckout({ order: { id: 'O', amount: '1.00', currency: 'EUR' } });
    // @ts-expect-error no type
    one.createToken({ sourceOfFunds: { provided: { card } } });
    // @ts-expect-error no target
    one.void(address, {});
    // @ts-expect-error no amount
    one.authenticatePayer(address, { order: { currency: 'EUR' } });
    one.pay(address, { session: { id: 'SESSION' } });
    one.pay(address, sale);
    one.pay(address, { order: sale.order, sourceOfFunds: { token: '9000000000000001' } });
    one.verify(address, { order: { currency: 'EUR' }, sourceOfFunds: sale.sourceOfFunds });
    one.authenticatePayer(address, { authentication: { purpose: 'ADD_CARD' }, order: { currency: 'EUR' } });
    one.refund(address, { transaction: { amount: '1.00' } });
    one.initiateCheckout({ interaction: { operation: 'NONE' }, order: { id: 'O', currency: 'EUR' } });
    one.createToken({ session: { id: 'SESSION' } });
  };
  expect(calls).toBeTypeOf('function');
});

describe('a refusal', () => {
  it('is thrown with the field at fault', async () => {
    const wrong = { ...sale, order: { amount: '10.00', currency: 'EURO' } };
    const error = await turnpike.pay({ orderId: newOrderId(), transactionId: '1' }, wrong).catch((one) => one);
    expect(error).toBeInstanceOf(TurnpikeError);
    expect(error).toMatchObject({ cause: 'INVALID_REQUEST', field: 'order.currency', status: 400 });
  });

  it('of the password is thrown once, without a retry', async () => {
    let calls = 0;
    const counting: Fetch = (...call) => {
      calls += 1;
      return throughRig(...call);
    };
    const stranger = client({ password: 'wrong', fetch: counting });
    await expect(stranger.retrieveOrder({ orderId: 'x' })).rejects.toMatchObject({ status: 401 });
    expect(calls).toBe(1);
  });
});

describe('a lost answer', () => {
  /** The gateway has executed the call; its answer does not arrive. */
  const losing = (count: number): { readonly fetch: Fetch; readonly calls: () => number } => {
    let calls = 0;
    return {
      calls: () => calls,
      fetch: async (...call) => {
        calls += 1;
        const answer = await throughRig(...call);
        if (calls <= count) {
          throw new TypeError('fetch failed');
        }
        return answer;
      },
    };
  };

  it('to a payment is requested again, and the payer is charged once', async () => {
    const orderId = newOrderId();
    const { fetch, calls } = losing(1);
    const paid = await client({ fetch }).pay({ orderId, transactionId: '1' }, sale);
    const order = await turnpike.retrieveOrder({ orderId });
    expect([calls(), paid.result, order.totalCapturedAmount]).toEqual([2, 'SUCCESS', 10]);
  });

  it('to a call that generates an id is not requested again', async () => {
    const { fetch, calls } = losing(1);
    await expect(client({ fetch }).createSession()).rejects.toThrow('fetch failed');
    expect(calls()).toBe(1);
  });
});
