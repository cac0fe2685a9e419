import { describe, expect, it } from 'vitest';
import type { CardInstrument } from '../../../src/core/ports/index.ts';
import { answered, CARD, cardBody } from '../world.ts';
import { amount, authorized, bench, paid, shop, target } from './bench.ts';

describe('a refund', () => {
  it('asks the acquirer to refund to the card of the payment, and names the payment', async () => {
    const on = await paid();
    const { request, outcome } = await on.run(
      'REFUND',
      '2',
      amount('5.00', { reference: 'T-2', source: 'MOTO', acquirer: { transactionId: 'A-2' } }),
    );
    const [payment] = on.acquirer.requests;
    const asked = on.asked();
    expect(asked).toMatchObject({
      kind: 'REFUND',
      merchantId: 'TESTSHOP',
      orderId: 'order-1',
      transactionId: '2',
      amount: 500n,
      currency: { code: 'EUR', numeric: '978' },
      reference: 'T-2',
      merchantReference: 'A-2',
      source: 'MOTO',
      original: { kind: 'PAYMENT', trace: payment?.trace },
    });
    expect(asked.trace).not.toEqual(payment?.trace);
    const { number, expiry, securityCode } = asked.instrument as CardInstrument;
    expect([number.reveal(), expiry, securityCode]).toEqual([CARD.number, CARD.expiry, undefined]);
    expect(request).toMatchObject({ type: 'REFUND', amount: 500n, target: '1' });
    expect(outcome?.order).toMatchObject({ status: 'PARTIALLY_REFUNDED', totalCaptured: 1_200n, totalRefunded: 500n });
  });

  it('of captures refunds to the card of the authorization, and names the newest valid capture', async () => {
    const on = await authorized();
    await on.run('CAPTURE', '2', amount('4'));
    const kept = on.lastAdvice().trace;
    await on.run('CAPTURE', '3', amount('6'));
    await on.run('VOID', '4', target('3'));
    await on.run('REFUND', '5', amount('1'));
    expect(on.asked()).toMatchObject({ kind: 'REFUND', original: { kind: 'CAPTURE', trace: kept } });
    expect((on.asked().instrument as CardInstrument).number.reveal()).toBe(CARD.number);
  });

  it('goes to a gift card as to a card, without its PIN', async () => {
    const on = bench();
    const giftCard = { number: '6006000000000058', pin: '1234' };
    await on.run('PAY', '1', { ...cardBody(), sourceOfFunds: { type: 'GIFT_CARD', provided: { giftCard } } });
    await on.run('REFUND', '2', amount('12'));
    const { kind, number } = on.asked().instrument;
    expect([kind, number.reveal(), 'pin' in on.asked().instrument]).toEqual(['GIFT_CARD', giftCard.number, false]);
  });

  it('seals the card again for the next refund', async () => {
    const on = await paid();
    await on.run('REFUND', '2', amount('1'));
    expect(Buffer.from(on.orders.intents.at(-1)?.sealedCard ?? []).toString()).toMatch(/^transaction \d+ card:5123/);
    await on.run('VOID', '3', target('2'));
    await on.run('REFUND', '4', amount('12'));
    expect(on.standing()).toMatchObject({ status: 'REFUNDED', refunded: 1_200n });
  });

  it('may come in parts, until all is given back', async () => {
    const on = await paid();
    await on.run('REFUND', '2', amount('11.99'));
    expect(on.standing().status).toBe('PARTIALLY_REFUNDED');
    await on.run('REFUND', '3', amount('0.01'));
    expect(on.standing()).toEqual({ status: 'REFUNDED', authorized: 1_200n, captured: 1_200n, refunded: 1_200n });
    expect((await on.refused('REFUND', '4', amount('0.01'))).message).toContain('0.00 EUR are left');
  });

  it('that is declined refunds nothing and may be tried again', async () => {
    const on = await paid();
    on.acquirer.says = () => answered({ gatewayCode: 'DECLINED' });
    await on.run('REFUND', '2', amount('12'));
    expect(on.standing()).toMatchObject({ status: 'CAPTURED', refunded: 0n });
    on.acquirer.says = () => answered();
    await on.run('REFUND', '3', amount('12'));
    expect(on.standing().status).toBe('REFUNDED');
  });

  it('with an open result reserves its amount until the acquirer answers', async () => {
    const on = await paid();
    on.acquirer.says = () => answered({ gatewayCode: 'UNKNOWN' });
    await on.run('REFUND', '2', amount('8'));
    expect((await on.refused('REFUND', '3', amount('4.01'))).message).toContain('4.00 EUR are left');
    on.acquirer.knows = () => answered({ gatewayCode: 'DECLINED' }) as never;
    on.pass(2_000);
    await on.followUp();
    on.acquirer.says = () => answered();
    await on.run('REFUND', '3', amount('12'));
    expect(on.standing().refunded).toBe(1_200n);
  });
});

describe('more than was captured', () => {
  it('is refunded where the profile allows it, and the order says so', async () => {
    const on = await paid({ permissions: { excessRefund: true } });
    await on.run('REFUND', '2', amount('12.01'));
    expect(on.standing()).toMatchObject({ status: 'EXCESSIVELY_REFUNDED', refunded: 1_201n });
  });

  it('leaves exactly nothing to refund once the profile no longer allows it', async () => {
    const on = await paid({ permissions: { excessRefund: true } });
    await on.run('REFUND', '2', amount('20'));
    const { message } = await on.refused('REFUND', '3', amount('1'), { merchant: shop({}) });
    expect(message).toContain('0.00 EUR are left to refund');
  });
});

describe('a refund is refused before it starts', () => {
  it.each<[string, object, string[]]>([
    ['without an amount', {}, ['transaction.amount MISSING']],
    ['of nothing', amount('0'), ['transaction.amount INVALID']],
    ['of too many places', amount('0.001'), ['transaction.amount INVALID']],
    ['of more than was captured', amount('12.01'), ['transaction.amount INVALID']],
    ['in another currency', { transaction: { amount: '1', currency: 'USD' } }, ['transaction.currency INVALID']],
    [
      'with a sub-merchant',
      { ...amount('1'), order: { subMerchant: { identifier: 'S' } } },
      ['order.subMerchant UNSUPPORTED'],
    ],
    [
      'with sub-totals that do not add up',
      { ...amount('1'), order: { amount: '12', itemAmount: '11' } },
      ['order.amount INVALID'],
    ],
    [
      'with several of these, each named',
      { transaction: { currency: 'USD' }, order: { amount: '12', itemAmount: '11', subMerchant: { identifier: 'S' } } },
      [
        'order.amount INVALID',
        'order.subMerchant UNSUPPORTED',
        'transaction.amount MISSING',
        'transaction.currency INVALID',
      ],
    ],
  ])('%s', async (_what, body, fields) => {
    const on = await paid();
    expect([...(await on.refused('REFUND', '2', body)).fields].sort()).toEqual(fields);
  });

  it('of an unknown order', async () => {
    expect((await bench().refused('REFUND', '2', amount('1'))).message).toBe("Unable to find order 'order-1'.");
  });

  it('of a declined payment, which does not count as a refund of a payment made elsewhere', async () => {
    const on = bench();
    on.acquirer.says = () => answered({ gatewayCode: 'DECLINED' });
    await on.run('PAY', '1', cardBody());
    const { message, status } = await on.refused('REFUND', '2', amount('12'));
    expect([status, message]).toEqual([400, "REFUND is not possible: the order's status is FAILED."]);
  });

  it('of an authorization of which nothing is captured', async () => {
    const on = await authorized({ permissions: { excessRefund: true } });
    expect((await on.refused('REFUND', '2', amount('1'))).message).toContain('AUTHORIZED');
  });

  it('while a void is open', async () => {
    const on = await paid();
    on.acquirer.saysToAdvice = () => ({ status: 'NO_ANSWER' });
    await on.run('VOID', '2', target('1'));
    expect((await on.refused('REFUND', '3', amount('1'))).message).toContain("'2' of this order is not finished");
  });

  it('beyond the amount that an open capture will have brought', async () => {
    const on = await authorized();
    await on.run('CAPTURE', '2', amount('2'));
    on.acquirer.saysToAdvice = () => ({ status: 'NO_ANSWER' });
    await on.run('CAPTURE', '3', amount('10'));
    expect((await on.refused('REFUND', '4', amount('2.01'))).message).toContain('2.00 EUR are left');
  });
});
