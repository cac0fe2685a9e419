/** Every operation can return every gateway code, with its result, and moves money only on success. */
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { GATEWAY_CODES, type GatewayCode, type Result } from '../../../../src/contract/gateway-codes.ts';
import { type Rig, startRig } from '../rig.ts';
import { amount, cardPayment, type RestOrder, restOrder, startOrder, target, totalsIn } from './order.ts';

// A payer waits twenty seconds for the acquirer; the tests use less. It is far longer than any answer here takes on a
// busy machine: a later one would have another code than the forced one.
const link = { requestTimeoutMs: 2_000 };

const SPEED = 1_000;
let rig: Rig;
beforeAll(async () => {
  rig = await startRig({}, SPEED, 'trace', { link });
});
afterAll(() => rig.close());

const CODES = Object.entries(GATEWAY_CODES) as [GatewayCode, Result][];
const forced = (code: string) => `.FAIL_${code}`;
const authorized = () => startOrder(rig, 'AUTHORIZE');
const paid = () => startOrder(rig, 'PAY');

interface Case {
  readonly operation: string;
  readonly begin: () => Promise<RestOrder>;
  readonly body: (reference: string) => object;
  /** The order before it, and after a success. */
  readonly before: object;
  readonly after: object;
  /** An advice that times out at the acquirer is answered by it, so it is not reversed. */
  readonly isAdvice: boolean;
}

const paying = (reference: string) => cardPayment({ transaction: { reference } });
const NOTHING = { status: 'FAILED', authorized: '0.00', captured: '0.00', refunded: '0.00' };
const HELD = { status: 'AUTHORIZED', authorized: '12.00', captured: '0.00', refunded: '0.00' };
const TAKEN = { status: 'CAPTURED', authorized: '12.00', captured: '12.00', refunded: '0.00' };

const CASES: readonly Case[] = [
  {
    operation: 'AUTHORIZE',
    begin: async () => restOrder(rig),
    body: paying,
    before: NOTHING,
    after: HELD,
    isAdvice: false,
  },
  { operation: 'PAY', begin: async () => restOrder(rig), body: paying, before: NOTHING, after: TAKEN, isAdvice: false },
  {
    operation: 'VERIFY',
    begin: async () => restOrder(rig),
    body: paying,
    before: NOTHING,
    after: { ...NOTHING, status: 'VERIFIED' },
    isAdvice: false,
  },
  {
    operation: 'CAPTURE',
    begin: authorized,
    body: (reference) => amount('12.00', { reference }),
    before: HELD,
    after: TAKEN,
    isAdvice: true,
  },
  {
    operation: 'REFUND',
    begin: paid,
    body: (reference) => amount('12.00', { reference }),
    before: TAKEN,
    after: { ...TAKEN, status: 'REFUNDED', refunded: '12.00' },
    isAdvice: false,
  },
  {
    operation: 'VOID',
    begin: paid,
    body: (reference) => target('1', { reference }),
    before: TAKEN,
    after: { ...NOTHING, status: 'CANCELLED' },
    isAdvice: true,
  },
  {
    operation: 'UPDATE_AUTHORIZATION',
    begin: authorized,
    body: (reference) => amount('20.00', { reference }),
    before: HELD,
    after: { ...HELD, authorized: '20.00' },
    isAdvice: true,
  },
];

// Concurrently, because of those that time out.
describe.concurrent.each(CASES)('$operation', ({ operation, begin, body, before, after, isAdvice }) => {
  it.each(CODES)('forced to %s is %s', async (code, result) => {
    const order = await begin();
    const reply = await order.done(operation, '2', body(forced(code)));
    expect([reply.json.response.gatewayCode, reply.json.result]).toEqual([code, result]);
    const open = result === 'PENDING' || result === 'UNKNOWN';
    const { status } = before as { status: string };
    const during = { ...before, status: open && status === 'FAILED' ? 'INITIATED' : status };
    expect(totalsIn(reply)).toEqual(result === 'SUCCESS' ? after : during);
    if (result === 'FAILURE' && !(code === 'TIMED_OUT' && !isAdvice)) {
      expect(order.ledger().at(-1)).toMatch(/ DECLINED$|^(AUTHORIZATION|PAYMENT) 12.00 EUR APPROVED$/);
    }
  });

  it('an unknown code forces UNKNOWN', async () => {
    const reply = await (await begin()).done(operation, '2', body('.FAIL_NO_SUCH_CODE'));
    expect([reply.json.response.gatewayCode, reply.json.result]).toEqual(['UNKNOWN', 'UNKNOWN']);
  });

  it('forced to PENDING becomes known by a query', async () => {
    const order = await begin();
    await order.done(operation, '2', body(forced('PENDING')));
    // An open result is queried at growing intervals, so each poll advances the clock.
    await vi.waitFor(
      async () => {
        rig.later(60_000);
        expect((await order.transaction('2')).json.response.gatewayCode).toBe('APPROVED');
      },
      { timeout: 15_000, interval: 25 },
    );
    expect(totalsIn(await order.get())).toEqual(after);
    expect((await order.put(operation, '2', body(forced('PENDING')))).json.result).toBe('SUCCESS');
  });
});

it('REFERRAL returns every forced code as well', async () => {
  for (const [code, result] of CODES.filter(([name]) => name !== 'TIMED_OUT')) {
    const order = restOrder(rig);
    await order.done('AUTHORIZE', '1', paying(forced('REFERRED')));
    const reply = await order.done('REFERRAL', '2', {
      transaction: { authorizationCode: 'A1B2C3', reference: forced(code) },
    });
    expect([reply.json.response.gatewayCode, reply.json.result]).toEqual([code, result]);
  }
});

it('a reference that forced a referral does not force the result of the REFERRAL call', async () => {
  const order = restOrder(rig);
  await order.done('PAY', '1', paying(forced('REFERRED')));
  const { json } = await order.done('REFERRAL', '2', { transaction: { authorizationCode: 'A1B2C3' } });
  expect(json.result).toBe('SUCCESS');
});
