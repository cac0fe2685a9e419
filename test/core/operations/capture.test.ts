import { describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../src/contract/durations.ts';
import { answered, cardBody } from '../world.ts';
import { amount, authorized, bench, paid, target } from './bench.ts';

describe('a capture of an authorization', () => {
  it('sends the acquirer the amount and the authorization, without a card', async () => {
    const on = await authorized();
    const { request, outcome } = await on.run('CAPTURE', '2', amount('5.00', { reference: 'T-2' }));
    const [authorization] = on.acquirer.requests;
    expect(on.lastAdvice()).toEqual({
      kind: 'CAPTURE',
      trace: expect.anything(),
      merchantId: 'TESTSHOP',
      orderId: 'order-1',
      transactionId: '2',
      amount: 500n,
      currency: { code: 'EUR', numeric: '978' },
      reference: 'T-2',
      original: { kind: 'AUTHORIZATION', trace: authorization?.trace },
    });
    expect(on.lastAdvice().trace).not.toEqual(authorization?.trace);
    expect(on.acquirer.sentAdvices).toMatchObject([{ repeat: false }]);
    expect(on.orders.intents.at(-1)?.sealedCard).toBeNull();
    expect(request).toMatchObject({ type: 'CAPTURE', amount: 500n, target: '1' });
    expect(outcome?.order).toMatchObject({
      status: 'PARTIALLY_CAPTURED',
      totalAuthorized: 1_200n,
      totalCaptured: 500n,
    });
  });

  it('shows the instrument of the authorization', async () => {
    const on = await authorized();
    const { request } = await on.run('CAPTURE', '2', amount('12'));
    expect(request.instrument).toMatchObject({ number: '512345xxxxxx0008', expiry: { month: '1', year: '39' } });
  });

  it('may come in parts, until all of it is captured', async () => {
    const on = await authorized();
    for (const [id, part, status, captured] of [
      ['2', '5.00', 'PARTIALLY_CAPTURED', 500n],
      ['3', '6.99', 'PARTIALLY_CAPTURED', 1_199n],
      ['4', '0.01', 'CAPTURED', 1_200n],
    ] as const) {
      await on.run('CAPTURE', id, amount(part));
      expect(on.standing()).toEqual({ status, authorized: 1_200n, captured, refunded: 0n });
    }
    const { fields, message } = await on.refused('CAPTURE', '5', amount('0.01'));
    expect(fields).toEqual(['transaction.amount INVALID']);
    expect(message).toContain('0.00 EUR are left');
  });

  it('that is declined moves nothing and may be tried again', async () => {
    const on = await authorized();
    on.acquirer.saysToAdvice = () => answered({ gatewayCode: 'DECLINED', acquirerCode: '61' });
    expect((await on.run('CAPTURE', '2', amount('12.00'))).outcome?.gatewayCode).toBe('DECLINED');
    expect(on.standing()).toMatchObject({ status: 'AUTHORIZED', captured: 0n });
    expect([on.orders.reversals.size, on.orders.followUps.size]).toEqual([0, 0]);
    on.acquirer.saysToAdvice = () => answered();
    await on.run('CAPTURE', '3', amount('12.00'));
    expect(on.standing()).toMatchObject({ status: 'CAPTURED', captured: 1_200n });
  });

  it.each([
    [0, '12.00', '12.01'],
    [15, '13.80', '13.81'],
    [0.5, '12.06', '12.07'],
    [100, '24.00', '24.01'],
  ])('with an excess of %d percent may take %s and not %s', async (excessCapturePercent, most, more) => {
    const on = await authorized({ excessCapturePercent });
    const { fields, message } = await on.refused('CAPTURE', '2', amount(more));
    expect(fields).toEqual(['transaction.amount INVALID']);
    expect(message).toContain(`${most} EUR are left`);
    await on.run('CAPTURE', '2', amount(most));
    expect(on.standing().status).toBe('CAPTURED');
  });

  it('is possible on the last moment of the authorization’s days, and not after it', async () => {
    const on = await authorized({ authorizationValidityDays: 3 });
    on.pass(3 * DAY_MS);
    await on.run('CAPTURE', '2', amount('1'));
    on.pass(1);
    const { message } = await on.refused('CAPTURE', '3', amount('1'));
    expect(message).toContain('expired at 2026-11-24T02:45:00.000Z');
    await on.run('REFUND', '4', amount('1'));
  });

  it('is possible for the days after the newest update', async () => {
    const on = await authorized({ authorizationValidityDays: 3 });
    on.pass(2 * DAY_MS);
    await on.run('UPDATE_AUTHORIZATION', '2');
    on.pass(3 * DAY_MS);
    await on.run('CAPTURE', '3', amount('12'));
    expect(on.standing().status).toBe('CAPTURED');
  });

  it('is not possible for longer after an update that was declined', async () => {
    const on = await authorized({ authorizationValidityDays: 3 });
    on.pass(2 * DAY_MS);
    on.acquirer.saysToAdvice = () => answered({ gatewayCode: 'DECLINED' });
    await on.run('UPDATE_AUTHORIZATION', '2');
    on.pass(2 * DAY_MS);
    expect((await on.refused('CAPTURE', '3', amount('12'))).message).toContain('expired');
  });
});

describe('a capture is refused before it starts', () => {
  it.each<[string, object, string[]]>([
    ['without an amount', {}, ['transaction.amount MISSING']],
    ['of nothing', amount('0.00'), ['transaction.amount INVALID']],
    ['of too many places', amount('1.001'), ['transaction.amount INVALID']],
    ['of more than can be sent', amount('99999999999.99'), ['transaction.amount INVALID']],
    ['in another currency', { transaction: { amount: '1', currency: 'USD' } }, ['transaction.currency INVALID']],
    [
      'with a sub-merchant',
      { ...amount('1'), order: { subMerchant: { identifier: 'S', tradingName: 'Stall' } } },
      ['order.subMerchant UNSUPPORTED'],
    ],
    [
      'with sub-totals that do not add up',
      { ...amount('1'), order: { amount: '12', taxAmount: '2' } },
      ['order.amount INVALID'],
    ],
    [
      'with an authentication that contradicts itself',
      {
        ...amount('1'),
        '3DSecure': { enrollmentStatus: 'NOT_ENROLLED', authenticationStatus: 'AUTHENTICATION_SUCCESSFUL' },
      },
      ['3DSecure.authenticationStatus INVALID'],
    ],
    [
      'with all of that at once, each field named',
      {
        '3DSecure': { enrollmentStatus: 'NOT_ENROLLED', authenticationStatus: 'AUTHENTICATION_SUCCESSFUL' },
        order: { amount: '12', taxAmount: '2', subMerchant: { identifier: 'S' } },
        transaction: { currency: 'USD' },
      },
      [
        '3DSecure.authenticationStatus INVALID',
        'order.amount INVALID',
        'order.subMerchant UNSUPPORTED',
        'transaction.amount MISSING',
        'transaction.currency INVALID',
      ],
    ],
  ])('%s', async (_what, body, fields) => {
    const on = await authorized();
    expect([...(await on.refused('CAPTURE', '2', body)).fields].sort()).toEqual(fields);
    expect(on.standing().status).toBe('AUTHORIZED');
  });

  it('of an unknown order', async () => {
    const { message, status } = await bench().refused('CAPTURE', '2', amount('1'));
    expect([status, message]).toEqual([400, "Unable to find order 'order-1'."]);
  });

  it('of a declined payment, which does not count as a capture of an authorization made elsewhere', async () => {
    const on = bench();
    on.acquirer.says = () => answered({ gatewayCode: 'DECLINED' });
    await on.run('AUTHORIZE', '1', cardBody());
    const { message, status } = await on.refused('CAPTURE', '2', amount('12'));
    expect([status, message]).toEqual([400, "CAPTURE is not possible: the order's status is FAILED."]);
  });

  it.each([
    ['that was paid already', 'PAY'],
    ['that was verified alone', 'VERIFY'],
  ] as const)('of an order %s', async (_what, operation) => {
    const on = bench({ excessCapturePercent: 100 });
    await on.run(operation, '1', cardBody());
    const { message } = await on.refused('CAPTURE', '2', amount('1'));
    expect(message).toMatch(/^CAPTURE is not possible: /);
  });

  it('of an authorization that was voided', async () => {
    const on = await authorized();
    await on.run('VOID', '2', target('1'));
    expect((await on.refused('CAPTURE', '3', amount('1'))).message).toContain('CANCELLED');
  });

  it('of an authorization with an unknown result', async () => {
    const on = bench();
    on.acquirer.says = () => answered({ gatewayCode: 'UNKNOWN' });
    await on.run('AUTHORIZE', '1', cardBody());
    expect((await on.refused('CAPTURE', '2', amount('1'))).message).toContain('INITIATED');
  });

  it('beyond the rest that an open capture leaves', async () => {
    const on = await authorized();
    on.acquirer.saysToAdvice = () => ({ status: 'NO_ANSWER' });
    await on.run('CAPTURE', '2', amount('7'));
    expect((await on.refused('CAPTURE', '3', amount('5.01'))).message).toContain('5.00 EUR are left');
    await on.run('CAPTURE', '3', amount('5.00'));
  });

  it('of an update without an answer yet', async () => {
    const on = await authorized();
    on.acquirer.saysToAdvice = () => ({ status: 'NO_ANSWER' });
    await on.run('UPDATE_AUTHORIZATION', '2', amount('24'));
    expect((await on.refused('CAPTURE', '3', amount('1'))).message).toContain("'2' of this order is not finished");
  });
});

describe('after refunds', () => {
  it('the rest of the authorization may still be captured, but a refunded amount may not be captured again', async () => {
    const on = await authorized();
    await on.run('CAPTURE', '2', amount('7'));
    await on.run('REFUND', '3', amount('7'));
    expect(on.standing().status).toBe('REFUNDED');
    expect((await on.refused('CAPTURE', '4', amount('5.01'))).fields).toEqual(['transaction.amount INVALID']);
    await on.run('CAPTURE', '4', amount('5'));
    expect(on.standing()).toEqual({
      status: 'PARTIALLY_REFUNDED',
      authorized: 1_200n,
      captured: 1_200n,
      refunded: 700n,
    });
  });

  it('a payment is not captured again', async () => {
    const on = await paid({ excessCapturePercent: 100 });
    expect((await on.refused('CAPTURE', '2', amount('1'))).message).toContain('no authorization');
  });
});
