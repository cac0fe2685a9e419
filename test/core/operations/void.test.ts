import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/contract/durations.ts';
import type { MessageKind } from '../../../src/core/ports/index.ts';
import { answered, cardBody } from '../world.ts';
import { amount, authorized, bench, paid, target } from './bench.ts';

type Undone = readonly [kind: MessageKind, amount: bigint];

describe('a void', () => {
  it.each<[string, (on: Awaited<ReturnType<typeof authorized>>) => Promise<unknown>, string, Undone, string]>([
    ['of an authorization', async () => undefined, '1', ['AUTHORIZATION', 1_200n], 'CANCELLED'],
    [
      'of an authorization that was changed, as it stands now',
      (on) => on.run('UPDATE_AUTHORIZATION', '2', amount('20')),
      '1',
      ['AUTHORIZATION', 2_000n],
      'CANCELLED',
    ],
    ['of a capture', (on) => on.run('CAPTURE', '2', amount('5')), '2', ['CAPTURE', 500n], 'AUTHORIZED'],
    [
      'of a refund',
      async (on) => {
        await on.run('CAPTURE', '2', amount('5'));
        await on.run('REFUND', '3', amount('4'));
      },
      '3',
      ['REFUND', 400n],
      'PARTIALLY_CAPTURED',
    ],
  ])('%s names the undone transaction to the acquirer', async (_what, before, id, [kind, undone], status) => {
    const on = await authorized();
    await before(on);
    const { request, outcome } = await on.run('VOID', '9', {
      transaction: { targetTransactionId: id, reference: 'T-9' },
    });
    const advice = on.lastAdvice();
    const trace = [...on.acquirer.requests, ...on.acquirer.sentAdvices.map(({ advice }) => advice)].find(
      ({ transactionId }) => transactionId === id,
    )?.trace;
    expect(advice).toMatchObject({ kind: 'VOID', amount: undone, reference: 'T-9', original: { kind, trace } });
    expect(advice).not.toHaveProperty('instrument');
    expect(request).toMatchObject({ type: `VOID_${kind}`, amount: undone, target: id });
    expect(outcome?.order.status).toBe(status);
    expect(on.orders.intents.at(-1)?.sealedCard).toBeNull();
  });

  it('of a payment makes the order CANCELLED, with nothing authorized or captured', async () => {
    const on = await paid();
    await on.run('VOID', '2', target('1'));
    expect(on.lastAdvice()).toMatchObject({ kind: 'VOID', amount: 1_200n, original: { kind: 'PAYMENT' } });
    expect(on.standing()).toEqual({ status: 'CANCELLED', authorized: 0n, captured: 0n, refunded: 0n });
  });

  it('that is declined undoes nothing and may be tried again', async () => {
    const on = await paid();
    on.acquirer.saysToAdvice = () => answered({ gatewayCode: 'DECLINED' });
    await on.run('VOID', '2', target('1'));
    expect(on.standing()).toMatchObject({ status: 'CAPTURED', captured: 1_200n });
    on.acquirer.saysToAdvice = () => answered();
    await on.run('VOID', '3', target('1'));
    expect(on.standing().status).toBe('CANCELLED');
  });

  it('is possible to the last moment of the profile’s hours, and not after it', async () => {
    const on = await authorized({ voidWindowHours: 2 });
    await on.run('CAPTURE', '2', amount('4'));
    on.pass(2 * HOUR_MS);
    await on.run('CAPTURE', '3', amount('4'));
    await on.run('VOID', '4', target('2'));
    on.pass(1);
    const { fields, message } = await on.refused('VOID', '5', target('1'));
    expect(fields).toEqual(['transaction.targetTransactionId INVALID']);
    expect(message).toContain('a part of the authorization is captured');
    await on.run('VOID', '5', target('3'));
    expect((await on.refused('VOID', '6', target('1'))).message).toContain('until 2026-11-21T04:45:00.000Z');
  });

  it('is never possible where the profile has no hours', async () => {
    const on = await paid({ voidWindowHours: 0 });
    on.pass(1);
    expect((await on.refused('VOID', '2', target('1'))).fields).toEqual(['transaction.targetTransactionId INVALID']);
  });
});

describe('a void is refused before it starts', () => {
  const FIELD = 'transaction.targetTransactionId';

  it.each<[string, object, string, string]>([
    ['without a target', {}, `${FIELD} MISSING`, 'MISSING'],
    ['of a transaction that is not on the order', target('7'), `${FIELD} INVALID`, 'no such transaction'],
    ['of itself', target('2'), `${FIELD} INVALID`, 'no such transaction'],
    ['of a name that objects have', target('constructor'), `${FIELD} INVALID`, 'no such transaction'],
  ])('%s', async (_what, body, field, why) => {
    const on = await paid();
    const { fields, message } = await on.refused('VOID', '2', body);
    expect(fields).toEqual([field]);
    if (why !== 'MISSING') {
      expect(message).toContain(why);
    }
  });

  it('of an unknown order', async () => {
    expect((await bench().refused('VOID', '2', target('1'))).message).toBe("Unable to find order 'order-1'.");
  });

  it('of another order’s transaction', async () => {
    const on = await paid();
    await on.run('PAY', '7', cardBody(), { orderId: 'order-2' });
    expect((await on.refused('VOID', '2', target('7'))).message).toContain('no such transaction');
  });

  it('of a verification, of a decline, of a void, of an update, and of a voided transaction', async () => {
    const on = bench();
    await on.run('VERIFY', '1', cardBody());
    expect((await on.refused('VOID', '2', target('1'))).message).toContain('VERIFIED');
    on.acquirer.says = () => answered({ gatewayCode: 'DECLINED' });
    await on.run('AUTHORIZE', '2', cardBody());
    on.acquirer.says = () => answered();
    await on.run('AUTHORIZE', '3', cardBody());
    await on.run('UPDATE_AUTHORIZATION', '4', amount('13'));
    await on.run('CAPTURE', '5', amount('13'));
    await on.run('VOID', '6', target('5'));
    for (const [id, why] of [
      ['1', 'VERIFICATION'],
      ['2', 'not successful'],
      ['4', 'AUTHORIZATION_UPDATE'],
      ['5', 'voided already'],
      ['6', 'VOID_CAPTURE'],
    ] as const) {
      expect((await on.refused('VOID', '7', target(id))).message, id).toContain(why);
    }
  });

  it('of a payment with a refund, made or requested', async () => {
    for (const settings of [{}, { permissions: { refundApproval: true } }]) {
      const on = await paid(settings);
      await on.run('REFUND', '2', amount('1'));
      expect((await on.refused('VOID', '3', target('1'))).message).toContain('a part of the payment is refunded');
    }
  });

  it('while another void is open', async () => {
    const on = await authorized();
    await on.run('CAPTURE', '2', amount('1'));
    await on.run('CAPTURE', '3', amount('1'));
    on.acquirer.saysToAdvice = () => ({ status: 'NO_ANSWER' });
    await on.run('VOID', '4', target('2'));
    for (const id of ['2', '3']) {
      expect((await on.refused('VOID', '5', target(id))).message).toMatch(/not finished|voided already/);
    }
  });
});
