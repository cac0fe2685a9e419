/**
 * PayPal cut off, overloaded, failing and sending garbage: the result of each call, and one payment and one movement in
 * spite of repeats.
 */
import { describe, expect, it } from 'vitest';
import type { StateOutcome } from '../../../../src/core/ports/index.ts';
import type { PayPalAnswerMode, PayPalFault } from '../../../../src/sandbox/paypal/faults.ts';
import { approved, created, describeState, entriesOf, movementOn, paid, paymentFor, type Rig, rigWith } from './rig.ts';

/** The gateway cannot know whether PayPal executed the call. */
const UNKNOWN_RESULT: readonly PayPalAnswerMode[] = [
  'DROP_REQUEST',
  'DROP_REPLY',
  'INTERNAL_ERROR',
  'INTERNAL_ERROR_AFTER',
  'UNAVAILABLE',
  'GARBAGE',
  'HUGE',
];

const fault = ({ simulator }: Rig, operation: string, mode: PayPalAnswerMode, more: Partial<PayPalFault> = {}) =>
  simulator.paypal.setFault({ mode, operation, count: 1, ...more });

describe.each(UNKNOWN_RESULT)('%s', (mode) => {
  it('at the creation is reported as NO_ANSWER, and makes no second order', async () => {
    const rig = await rigWith();
    fault(rig, 'orders.create', mode);
    const payment = paymentFor(rig.account);
    expect(await rig.adapter.create(payment)).toEqual({ status: 'NO_ANSWER' });
    expect(await rig.adapter.create(payment)).toMatchObject({ status: 'CREATED' });
    expect(entriesOf(rig)).toHaveLength(1);
  });

  it('at a query is reported as NO_ANSWER', async () => {
    const rig = await rigWith();
    const { asked } = await created(rig);
    fault(rig, 'orders.get', mode);
    expect(await rig.adapter.state(asked)).toEqual({ status: 'NO_ANSWER' });
    expect(describeState(await rig.adapter.state(asked))).toBe('OPEN');
  });

  it.each([
    ['PAY', 'orders.capture'],
    ['AUTHORIZE', 'orders.authorize'],
  ] as const)('at the completion is reported as NO_ANSWER, and makes one payment: %s', async (operation, name) => {
    const rig = await rigWith();
    const { asked } = await approved(rig, { operation });
    fault(rig, name, mode);
    expect(await rig.adapter.confirm(asked)).toEqual({ status: 'NO_ANSWER' });
    const [state, confirmed] = [await rig.adapter.state(asked), await rig.adapter.confirm(asked)];
    expect(['AGREED', 'DECIDED APPROVED']).toContain(describeState(state));
    expect(describeState(confirmed)).toBe('DECIDED APPROVED');
    expect(entriesOf(rig)).toHaveLength(2);
  });

  it.each([
    ['CAPTURE', 'authorizations.capture', 'AUTHORIZE'],
    ['UPDATE', 'authorizations.reauthorize', 'AUTHORIZE'],
    ['VOID', 'authorizations.void', 'AUTHORIZE'],
    ['REFUND', 'captures.refund', 'PAY'],
  ] as const)('at a movement is reported as NO_ANSWER, and makes one movement: %s', async (kind, name, operation) => {
    const rig = await rigWith();
    const payment = await paid(rig, { operation });
    rig.simulator.paypal.setAhead(4 * 86_400_000);
    fault(rig, name, mode);
    const movement = movementOn(payment, { kind, restsOn: payment.restsOn });
    expect(await rig.adapter.move(movement)).toEqual({ status: 'NO_ANSWER' });
    expect(await rig.adapter.move(movement)).toMatchObject({ status: 'REPLIED', reply: { gatewayCode: 'APPROVED' } });
    const made = rig.simulator.paypal.ledger;
    const counts = {
      CAPTURE: made.captures.all({}).length,
      REFUND: made.refunds.all({}).length,
      UPDATE: made.authorizations.all({}).length - 1,
      VOID: 1,
    };
    expect(counts[kind]).toBe(1);
  });
});

describe('an overloaded PayPal', () => {
  const all = async (rig: Rig) => {
    const payment = await approved(rig);
    return {
      create: () => rig.adapter.create(paymentFor(rig.account)),
      state: () => rig.adapter.state(payment.asked),
      confirm: () => rig.adapter.confirm(payment.asked),
      cancel: () => rig.adapter.cancel(payment.asked),
      move: () => rig.adapter.move(movementOn(payment, { restsOn: 'X' })),
    } satisfies Record<string, () => Promise<{ readonly status: string }>>;
  };

  it('did not execute the call, and gives a retry time; it gets no calls until then', async () => {
    let elapsedMs = 0;
    const rig = await rigWith({ elapsed: () => elapsedMs });
    const calls = await all(rig);
    rig.simulator.paypal.setFault({ mode: 'RATE_LIMIT', count: 1, retryAfter: 30 });
    expect(await calls.confirm()).toEqual({ status: 'NOT_SENT', retryAfterMs: 30_000 });
    elapsedMs += 10_000;
    for (const [name, call] of Object.entries(calls)) {
      expect(await call(), name).toEqual({ status: 'NOT_SENT', retryAfterMs: 20_000 });
    }
    elapsedMs += 20_001;
    expect(describeState((await calls.confirm()) as StateOutcome)).toBe('DECIDED APPROVED');
    expect(entriesOf(rig)).toHaveLength(2);
  });

  it('leaves other merchants undisturbed', async () => {
    const rig = await rigWith();
    const { asked } = await created(rig);
    rig.simulator.paypal.setFault({ mode: 'RATE_LIMIT', count: 1, retryAfter: 30 });
    await rig.adapter.state(asked);
    const other = { ...asked.account, members: { ...asked.account.members, clientId: 'A-nother-client' } };
    expect(await rig.adapter.state({ ...asked, account: other })).toEqual({ status: 'NOT_SENT' });
  });

  it('without a retry time is called again at once', async () => {
    const rig = await rigWith();
    const { asked } = await created(rig);
    rig.simulator.paypal.setFault({ mode: 'RATE_LIMIT', count: 1 });
    expect(await rig.adapter.state(asked)).toEqual({ status: 'NOT_SENT' });
    expect(describeState(await rig.adapter.state(asked))).toBe('OPEN');
  });

  it('with a retry time of a day is called again within minutes', async () => {
    let elapsedMs = 0;
    const rig = await rigWith({ elapsed: () => elapsedMs });
    const { asked } = await created(rig);
    rig.simulator.paypal.setFault({ mode: 'RATE_LIMIT', count: 1, retryAfter: 86_400 });
    await rig.adapter.state(asked);
    elapsedMs += 5 * 60_000 + 1;
    expect(describeState(await rig.adapter.state(asked))).toBe('OPEN');
  });
});

describe('a slow PayPal', () => {
  it('is not waited for beyond the gateway’s timeout', async () => {
    const rig = await rigWith({ answerMsMax: 5_000 });
    const { asked } = await approved(rig);
    rig.simulator.paypal.setFault({ mode: 'DELAY', delayMs: 3_000 });
    // A query and a change, each of which would be answered: together longer than one timeout.
    expect(await rig.adapter.cancel(asked)).toEqual({ status: 'NO_ANSWER' });
  });

  it('is not waited for longer by callers that share a request either', async () => {
    const rig = await rigWith({ answerMsMax: 500 });
    const { asked } = await approved(rig);
    rig.simulator.paypal.setFault({ mode: 'DELAY', delayMs: 2_000 });
    const outcomes = await Promise.all([1, 2, 3].map(() => rig.adapter.confirm(asked)));
    expect(outcomes[0]).toEqual({ status: 'NO_ANSWER' });
    expect(outcomes[2]).toEqual({ status: 'NOT_SENT' });
  });
});

describe('an unreachable PayPal', () => {
  it('received no call', async () => {
    const rig = await rigWith();
    const payment = await approved(rig);
    await rig.simulator.close();
    const adapter = rig.another();
    const outcomes: { readonly status: string }[] = [
      await adapter.create(paymentFor(rig.account)),
      await adapter.state(payment.asked),
      await adapter.confirm(payment.asked),
      await adapter.cancel(payment.asked),
      await adapter.move(movementOn(payment, { restsOn: 'X' })),
    ];
    expect(outcomes).toEqual(Array(5).fill({ status: 'NOT_SENT' }));
  });
});
