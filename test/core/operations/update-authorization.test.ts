import { describe, expect, it } from 'vitest';
import { answered, cardBody } from '../world.ts';
import { amount, authorized, bench, paid, target } from './bench.ts';

describe('an update of an authorization', () => {
  it.each([
    ['raises it', '20.00', 2_000n],
    ['lowers it', '0.01', 1n],
    ['leaves it as it is, and lengthens it', '12.00', 1_200n],
  ])('that %s sends the acquirer the new total, not a difference', async (_what, text, total) => {
    const on = await authorized();
    const { request, outcome } = await on.run('UPDATE_AUTHORIZATION', '2', amount(text, { reference: 'T-2' }));
    const [authorization] = on.acquirer.requests;
    expect(on.lastAdvice()).toMatchObject({
      kind: 'UPDATE',
      amount: total,
      reference: 'T-2',
      original: { kind: 'AUTHORIZATION', trace: authorization?.trace },
    });
    expect(on.lastAdvice()).not.toHaveProperty('instrument');
    expect(request).toMatchObject({ type: 'AUTHORIZATION_UPDATE', amount: total, target: '1' });
    expect(outcome?.order).toMatchObject({ status: 'AUTHORIZED', totalAuthorized: total, amount: 1_200n });
  });

  it('without an amount keeps the current amount', async () => {
    const on = await authorized();
    await on.run('UPDATE_AUTHORIZATION', '2', amount('20'));
    await on.run('UPDATE_AUTHORIZATION', '3');
    expect(on.lastAdvice().amount).toBe(2_000n);
    expect(on.standing().authorized).toBe(2_000n);
  });

  it('after another one names the authorization again, not the earlier update', async () => {
    const on = await authorized();
    await on.run('UPDATE_AUTHORIZATION', '2', amount('20'));
    await on.run('UPDATE_AUTHORIZATION', '3', amount('30'));
    expect(on.lastAdvice().original).toEqual({ kind: 'AUTHORIZATION', trace: on.acquirer.requests[0]?.trace });
  });

  it('sets the limit of later captures', async () => {
    const on = await authorized();
    await on.run('CAPTURE', '2', amount('5'));
    await on.run('UPDATE_AUTHORIZATION', '3', amount('8'));
    expect(on.standing()).toMatchObject({ status: 'PARTIALLY_CAPTURED', authorized: 800n });
    expect((await on.refused('CAPTURE', '4', amount('3.01'))).message).toContain('3.00 EUR are left');
    await on.run('CAPTURE', '4', amount('3'));
    expect(on.standing().status).toBe('CAPTURED');
  });

  it('that is declined changes nothing', async () => {
    const on = await authorized();
    on.acquirer.saysToAdvice = () => answered({ gatewayCode: 'DECLINED' });
    await on.run('UPDATE_AUTHORIZATION', '2', amount('20'));
    expect(on.standing()).toMatchObject({ status: 'AUTHORIZED', authorized: 1_200n });
  });
});

describe('an update is refused before it starts', () => {
  it.each<[string, object, string[]]>([
    ['to nothing', amount('0'), ['transaction.amount INVALID']],
    ['to too many places', amount('1.001'), ['transaction.amount INVALID']],
    ['to more than can be sent', amount('10000000000'), ['transaction.amount INVALID']],
    ['in another currency', { transaction: { amount: '1', currency: 'USD' } }, ['transaction.currency INVALID']],
    [
      'in another currency, of too many places',
      { transaction: { amount: '1.001', currency: 'USD' } },
      ['transaction.amount INVALID', 'transaction.currency INVALID'],
    ],
  ])('%s', async (_what, body, fields) => {
    const on = await authorized();
    expect([...(await on.refused('UPDATE_AUTHORIZATION', '2', body)).fields].sort()).toEqual(fields);
  });

  it('to less than was, or may be, captured', async () => {
    const on = await authorized();
    await on.run('CAPTURE', '2', amount('5'));
    on.acquirer.saysToAdvice = () => ({ status: 'NO_ANSWER' });
    await on.run('CAPTURE', '3', amount('4'));
    const { message } = await on.refused('UPDATE_AUTHORIZATION', '4', amount('8.99'));
    expect(message).toContain('at least 9.00 EUR');
  });

  it.each<[string, () => ReturnType<typeof authorized>, string]>([
    ['that is unknown', async () => bench(), 'Unable to find order'],
    ['that was paid', () => paid(), 'no authorization'],
    [
      'that was voided',
      async () => {
        const on = await authorized();
        await on.run('VOID', '2', target('1'));
        return on;
      },
      'CANCELLED',
    ],
    [
      'that was declined',
      async () => {
        const on = bench();
        on.acquirer.says = () => answered({ gatewayCode: 'DECLINED' });
        await on.run('AUTHORIZE', '1', cardBody());
        return on;
      },
      'FAILED',
    ],
  ])('of an order %s', async (_what, made, why) => {
    expect((await (await made()).refused('UPDATE_AUTHORIZATION', '9', amount('1'))).message).toContain(why);
  });
});

it('an order that is captured whole, or given back in part, may be authorized for more, and captured again', async () => {
  const on = await authorized();
  await on.run('CAPTURE', '2', amount('12'));
  await on.run('REFUND', '3', amount('5'));
  await on.run('UPDATE_AUTHORIZATION', '4', amount('20'));
  await on.run('CAPTURE', '5', amount('8'));
  expect(on.standing()).toMatchObject({
    status: 'PARTIALLY_REFUNDED',
    authorized: 2_000n,
    captured: 2_000n,
    refunded: 500n,
  });
});
