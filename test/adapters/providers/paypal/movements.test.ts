/** Captures, refunds, reauthorizations and voids at the sandbox's PayPal: each once, in part and in full. */
import { describe, expect, it } from 'vitest';
import { createJsonClient, type JsonClient } from '../../../../src/adapters/http-json.ts';
import { moveAtPayPal } from '../../../../src/adapters/providers/paypal/movements.ts';
import { PayPalClient } from '../../../../src/adapters/providers/paypal/paypal-client.ts';
import { currencyOf } from '../../../../src/contract/money.ts';
import type { MovementOutcome, ProviderMovement } from '../../../../src/core/ports/index.ts';
import { approved, control, created, entriesOf, movementOn, paid, type Rig, rigWith } from './rig.ts';

const replyTo = async (rig: Rig, movement: ProviderMovement) => {
  const outcome = await rig.adapter.move(movement);
  if (outcome.status !== 'REPLIED') {
    throw new Error(`no reply: ${JSON.stringify(outcome)}`);
  }
  return outcome.reply;
};

const FOUR_DAYS_MS = 4 * 86_400_000;

async function authorized() {
  const rig = await rigWith();
  const payment = await paid(rig, { operation: 'AUTHORIZE' });
  return {
    rig,
    payment,
    on: (given: Partial<ProviderMovement>) => movementOn(payment, { restsOn: payment.restsOn, ...given }),
  };
}

describe('a capture', () => {
  it('takes the authorized amount, once, for any number of repeats', async () => {
    const { rig, on } = await authorized();
    const capture = on({ kind: 'CAPTURE' });
    const outcomes: MovementOutcome[] = [];
    for (let times = 0; times < 3; times += 1) {
      outcomes.push(await rig.adapter.move(capture));
    }
    for (const outcome of outcomes) {
      expect(outcome).toMatchObject({ status: 'REPLIED', reply: { gatewayCode: 'APPROVED', code: 'COMPLETED' } });
    }
    expect(new Set(outcomes.map((one) => JSON.stringify(one))).size).toBe(1);
    expect(entriesOf(rig)).toEqual([
      'ORDER 12.00 COMPLETED',
      'AUTHORIZATION 12.00 CAPTURED',
      'CAPTURE 12.00 COMPLETED',
    ]);
  });

  it('in parts has a separate merchant’s number each, for accounts that refuse duplicates', async () => {
    const { rig, on } = await authorized();
    for (const amount of [500n, 400n, 300n]) {
      expect(await replyTo(rig, on({ kind: 'CAPTURE', amount }))).toMatchObject({ gatewayCode: 'APPROVED' });
    }
    expect(entriesOf(rig).slice(1)).toEqual([
      'AUTHORIZATION 12.00 CAPTURED',
      'CAPTURE 5.00 COMPLETED',
      'CAPTURE 4.00 COMPLETED',
      'CAPTURE 3.00 COMPLETED',
    ]);
    const numbers = rig.simulator.paypal.ledger.captures.all({}).map(({ invoice_id }) => invoice_id);
    expect(new Set(numbers).size).toBe(3);
  });

  it('that is the last releases the rest', async () => {
    const { rig, on } = await authorized();
    await replyTo(rig, on({ kind: 'CAPTURE', amount: 500n, isLast: true }));
    expect(await replyTo(rig, on({ kind: 'CAPTURE', amount: 100n }))).toMatchObject({
      gatewayCode: 'UNSPECIFIED_FAILURE',
    });
    expect(rig.simulator.paypal.ledger.captures.all({})).toHaveLength(1);
  });

  it('of more than PayPal allows is declined', async () => {
    const { rig, on } = await authorized();
    expect(await replyTo(rig, on({ kind: 'CAPTURE', amount: 5000n }))).toMatchObject({
      gatewayCode: 'DECLINED',
      code: 'MAX_CAPTURE_AMOUNT_EXCEEDED',
    });
  });

  it('that is pending has its result when it is repeated', async () => {
    const { rig, on } = await authorized();
    const capture = on({ kind: 'CAPTURE' });
    rig.simulator.paypal.outcomes.choose('authorizations.capture', { pending: 'PENDING_REVIEW' }, 1);
    expect(await replyTo(rig, capture)).toMatchObject({ gatewayCode: 'PENDING', code: 'PENDING_REVIEW' });
    const [row] = rig.simulator.paypal.ledger.captures.all({});
    await control(rig, 'PUT', `/captures/${row!.id}`, { status: 'COMPLETED' });
    expect(await replyTo(rig, capture)).toMatchObject({ gatewayCode: 'APPROVED', providerReference: row!.id });
  });
});

describe('a refund', () => {
  it('in parts returns the whole amount, and no more', async () => {
    const rig = await rigWith();
    const payment = await paid(rig);
    const refund = (amount: bigint) => replyTo(rig, movementOn(payment, { restsOn: payment.restsOn, amount }));
    expect(await refund(500n)).toMatchObject({ gatewayCode: 'APPROVED' });
    expect(await refund(700n)).toMatchObject({ gatewayCode: 'APPROVED' });
    expect(await refund(1n)).toMatchObject({ gatewayCode: 'UNSPECIFIED_FAILURE', code: 'CAPTURE_FULLY_REFUNDED' });
    expect(entriesOf(rig).slice(1)).toEqual([
      'CAPTURE 12.00 REFUNDED',
      'REFUND 5.00 COMPLETED',
      'REFUND 7.00 COMPLETED',
    ]);
  });

  it('is made once for any number of repeats', async () => {
    const rig = await rigWith();
    const payment = await paid(rig);
    const refund = movementOn(payment, { restsOn: payment.restsOn, amount: 500n });
    const outcomes = await Promise.all(Array.from({ length: 5 }, () => rig.adapter.move(refund)));
    for (const outcome of outcomes) {
      expect(outcome).toEqual(outcomes[0]);
    }
    expect(entriesOf(rig).slice(2)).toEqual(['REFUND 5.00 COMPLETED']);
  });

  it('of a capture of an authorization refers to that capture', async () => {
    const { rig, payment, on } = await authorized();
    await replyTo(rig, on({ kind: 'CAPTURE', amount: 500n }));
    const { providerReference } = await replyTo(rig, on({ kind: 'CAPTURE', amount: 700n }));
    await replyTo(rig, movementOn(payment, { restsOn: providerReference!, amount: 600n }));
    const [refund] = rig.simulator.paypal.ledger.refunds.all({});
    expect(refund).toMatchObject({ capture_id: providerReference, amount: '600' });
  });

  it('of a late capture finds the capture by itself', async () => {
    const rig = await rigWith();
    const payment = await paid(rig);
    const { transactionId: _, ...late } = movementOn(payment, { reference: `${payment.payment.reference}-late` });
    expect(await replyTo(rig, late)).toMatchObject({ gatewayCode: 'APPROVED' });
    expect(entriesOf(rig).slice(1)).toEqual(['CAPTURE 12.00 REFUNDED', 'REFUND 12.00 COMPLETED']);
  });

  it('of an uncaptured payment is repeated, since its result is unknown', async () => {
    const rig = await rigWith();
    const payment = await approved(rig);
    expect(await rig.adapter.move(movementOn(payment))).toEqual({ status: 'NO_ANSWER' });
  });

  it('that is pending has its result when it is repeated', async () => {
    const rig = await rigWith();
    const payment = await paid(rig);
    const refund = movementOn(payment, { restsOn: payment.restsOn });
    rig.simulator.paypal.outcomes.choose('captures.refund', { pending: 'ECHECK' }, 1);
    expect(await replyTo(rig, refund)).toMatchObject({ gatewayCode: 'PENDING', code: 'ECHECK' });
    const [row] = rig.simulator.paypal.ledger.refunds.all({});
    await control(rig, 'PUT', `/refunds/${row!.id}`, { status: 'COMPLETED' });
    expect(await replyTo(rig, refund)).toMatchObject({ gatewayCode: 'APPROVED' });
  });

  it('of a disputed payment is declined', async () => {
    const rig = await rigWith();
    const payment = await paid(rig);
    await control(rig, 'POST', '/disputes', { capture: payment.restsOn });
    expect(await replyTo(rig, movementOn(payment, { restsOn: payment.restsOn }))).toMatchObject({
      gatewayCode: 'DECLINED',
      code: 'TRANSACTION_DISPUTED',
    });
  });

  it('has our reference, which identifies its webhook', async () => {
    const rig = await rigWith();
    const payment = await paid(rig);
    await replyTo(rig, movementOn(payment, { restsOn: payment.restsOn }));
    expect(rig.simulator.paypal.ledger.refunds.all({})[0]?.custom_id).toBe(`TESTSHOP.${payment.payment.reference}`);
  });
});

describe('a reauthorization', () => {
  it('has a number of its own, to which later movements refer', async () => {
    const { rig, payment, on } = await authorized();
    rig.simulator.paypal.setAhead(FOUR_DAYS_MS);
    const { gatewayCode, providerReference } = await replyTo(rig, on({ kind: 'UPDATE', amount: 1300n }));
    expect(gatewayCode).toBe('APPROVED');
    expect(providerReference).not.toBe(payment.restsOn);
    const capture = movementOn(payment, { kind: 'CAPTURE', amount: 1300n, restsOn: providerReference! });
    expect(await replyTo(rig, capture)).toMatchObject({ gatewayCode: 'APPROVED' });
  });

  it('too soon is not supported', async () => {
    const { rig, on } = await authorized();
    expect(await replyTo(rig, on({ kind: 'UPDATE', amount: 1300n }))).toMatchObject({ gatewayCode: 'NOT_SUPPORTED' });
  });

  it('is made once for any number of repeats', async () => {
    const { rig, on } = await authorized();
    rig.simulator.paypal.setAhead(FOUR_DAYS_MS);
    const update = on({ kind: 'UPDATE' });
    const [first, second] = [await replyTo(rig, update), await replyTo(rig, update)];
    expect(first).toEqual(second);
    expect(rig.simulator.paypal.ledger.authorizations.all({})).toHaveLength(2);
  });
});

describe('a void', () => {
  it('releases the money, and succeeds for any number of repeats', async () => {
    const { rig, on } = await authorized();
    const undo = on({ kind: 'VOID' });
    for (const _ of [1, 2]) {
      expect(await replyTo(rig, undo)).toMatchObject({ gatewayCode: 'APPROVED', code: 'VOIDED' });
    }
    expect(entriesOf(rig)[1]).toBe('AUTHORIZATION 12.00 VOIDED');
  });

  it('that a proxy answers in PayPal’s place, without PayPal’s body, is not accepted', async () => {
    const { rig, on } = await authorized();
    const client = createJsonClient();
    const silenced: JsonClient = {
      ...client,
      call: (call) =>
        call.url.endsWith('/void') ? Promise.resolve({ status: 'ANSWERED', code: 200, body: null }) : client.call(call),
    };
    const api = new PayPalClient({ api: rig.simulator.base, client: silenced });
    expect(await moveAtPayPal(on({ kind: 'VOID' }), api.turn.bind(api))).toEqual({ status: 'NO_ANSWER' });
    expect(entriesOf(rig)[1]).toBe('AUTHORIZATION 12.00 CREATED');
  });

  it('whose answer was lost succeeds once PayPal confirms it, for any refusal of its repeat', async () => {
    const { rig, on } = await authorized();
    const undo = on({ kind: 'VOID' });
    rig.simulator.paypal.setFault({ mode: 'DROP_REPLY', operation: 'authorizations.void', count: 1 });
    expect(await rig.adapter.move(undo)).toEqual({ status: 'NO_ANSWER' });
    rig.simulator.paypal.setFault({ mode: 'UNAVAILABLE', operation: 'authorizations.get', count: 1 });
    expect(await rig.adapter.move(undo)).toEqual({ status: 'NO_ANSWER' });
    expect(await replyTo(rig, undo)).toMatchObject({ gatewayCode: 'APPROVED', code: 'VOIDED' });
  });

  it.each([403, 404])(
    'that is not permitted is refused finally, though queries are not permitted either: %s',
    async (code) => {
      const { rig, on } = await authorized();
      const client = createJsonClient();
      const body = { name: 'NOT_AUTHORIZED', details: [{ issue: 'PERMISSION_DENIED' }] };
      const refusing: JsonClient = {
        ...client,
        call: (call) =>
          call.url.includes('/v2/payments/') ? Promise.resolve({ status: 'ANSWERED', code, body }) : client.call(call),
      };
      const api = new PayPalClient({ api: rig.simulator.base, client: refusing });
      expect(await moveAtPayPal(on({ kind: 'VOID' }), api.turn.bind(api))).toMatchObject({ status: 'REPLIED' });
    },
  );

  it('after a full capture is refused', async () => {
    const { rig, on } = await authorized();
    await replyTo(rig, on({ kind: 'CAPTURE' }));
    expect(await replyTo(rig, on({ kind: 'VOID' }))).toMatchObject({
      gatewayCode: 'UNSPECIFIED_FAILURE',
      code: 'PREVIOUSLY_CAPTURED',
    });
  });

  it('of an authorization that arrived late finds it by itself', async () => {
    const rig = await rigWith();
    const payment = await paid(rig, { operation: 'AUTHORIZE' });
    expect(await replyTo(rig, movementOn(payment, { kind: 'VOID' }))).toMatchObject({ gatewayCode: 'APPROVED' });
  });

  it('of a capture, a refund or a payment is not supported by PayPal', async () => {
    const { rig, on } = await authorized();
    expect(await replyTo(rig, on({ kind: 'VOID', target: 'P-1-2' }))).toMatchObject({ gatewayCode: 'NOT_SUPPORTED' });
    const payment = await paid(rig);
    expect(await replyTo(rig, movementOn(payment, { kind: 'VOID', restsOn: payment.restsOn }))).toMatchObject({
      gatewayCode: 'NOT_SUPPORTED',
    });
    expect(entriesOf(rig)[1]).toBe('AUTHORIZATION 12.00 CREATED');
  });
});

it('an amount that PayPal cannot express is refused without a call', async () => {
  const rig = await rigWith();
  const payment = await created(rig);
  const refund = movementOn(payment, { restsOn: 'X', amount: 150n, currency: currencyOf('HUF')! });
  expect(await replyTo(rig, refund)).toMatchObject({ gatewayCode: 'NOT_SUPPORTED' });
});

it('a transaction unknown to PayPal is refused', async () => {
  const rig = await rigWith();
  const payment = await created(rig);
  for (const kind of ['CAPTURE', 'REFUND', 'UPDATE', 'VOID'] as const) {
    const asked = { ...payment.asked, operation: 'AUTHORIZE' } as const;
    const movement = movementOn({ ...payment, asked }, { kind, restsOn: 'NOBODYKNOWSTHIS' });
    expect(await replyTo(rig, movement)).toMatchObject({
      gatewayCode: 'UNSPECIFIED_FAILURE',
      code: 'INVALID_RESOURCE_ID',
    });
  }
});
