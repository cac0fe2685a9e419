/** Captures and refunds without an earlier transaction here. */
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from '../../../src/contract/operations.ts';
import type { Values } from '../../../src/contract/read.ts';
import type { OrderOperation } from '../../../src/core/order/transitions.ts';
import type { CardInstrument } from '../../../src/core/ports/index.ts';
import { recover } from '../../../src/core/recovery/recovery.ts';
import { readBody } from '../../contract/body.ts';
import { answered, CARD, cardBody } from '../world.ts';
import { amount, bench, target } from './bench.ts';

const MAY = { permissions: { standaloneCapture: true, standaloneRefund: true } };
const card = { sourceOfFunds: cardBody().sourceOfFunds };
const CAPTURE = { ...amount('5.00', { authorizationCode: 'A1B2C3', reference: 'T-1' }), ...card };
const REFUND = { ...amount('5.00', { reference: 'T-1', source: 'MOTO', acquirer: { transactionId: 'A-1' } }), ...card };

describe('the number of the very card', () => {
  const spaced = CARD.number.replaceAll(/.{4}/g, '$& ').trim();

  it.each([
    ['CAPTURE', 'order.id', { orderId: CARD.number }],
    ['CAPTURE', 'transaction.id', { transactionId: `R${spaced}` }],
    ['REFUND', 'order.id', { orderId: `R-${spaced}` }],
    ['REFUND', 'transaction.id', { transactionId: CARD.number }],
  ] as const)('in %s is refused as %s, where it would be stored in clear', async (operation, field, ids) => {
    const on = bench(MAY);
    const body = operation === 'CAPTURE' ? CAPTURE : REFUND;
    expect((await on.refused(operation, '1', body, ids)).fields).toEqual([`${field} INVALID`]);
  });
});

describe('a capture that stands alone', () => {
  it('sends the acquirer card and code, names no authorization, and seals the card', async () => {
    const on = bench(MAY);
    const { request, outcome } = await on.run('CAPTURE', '1', CAPTURE);
    const advice = on.lastAdvice();
    expect(advice).toMatchObject({ kind: 'CAPTURE', amount: 500n, authorizationCode: 'A1B2C3', reference: 'T-1' });
    expect(advice).not.toHaveProperty('original');
    const { number, expiry, securityCode } = advice.instrument as CardInstrument;
    expect([number.reveal(), expiry, securityCode]).toEqual([CARD.number, CARD.expiry, undefined]);
    expect(Buffer.from(on.orders.intents[0]?.sealedCard ?? []).toString()).toContain(CARD.number);
    expect(request).toMatchObject({ type: 'CAPTURE', authorizationCode: 'A1B2C3' });
    expect(request.target).toBeUndefined();
    expect(outcome?.order).toMatchObject({
      status: 'CAPTURED',
      amount: 500n,
      totalAuthorized: 0n,
      totalCaptured: 500n,
    });
  });

  it('can be given back and undone like another', async () => {
    const on = bench(MAY);
    await on.run('CAPTURE', '1', CAPTURE);
    await on.run('REFUND', '2', amount('5.00'));
    expect(on.asked()).toMatchObject({ kind: 'REFUND', original: { kind: 'CAPTURE', trace: on.lastAdvice().trace } });
    expect(on.asked().instrument.number.reveal()).toBe(CARD.number);
    await on.run('VOID', '3', target('2'));
    await on.run('VOID', '4', target('1'));
    expect(on.standing()).toEqual({ status: 'CANCELLED', authorized: 0n, captured: 0n, refunded: 0n });
  });

  it('cannot be followed by another capture', async () => {
    const on = bench(MAY);
    await on.run('CAPTURE', '1', CAPTURE);
    expect((await on.refused('CAPTURE', '2', CAPTURE)).message).toContain('no authorization');
  });

  it('that was declined may be tried again on its order', async () => {
    const on = bench(MAY);
    on.acquirer.saysToAdvice = () => answered({ gatewayCode: 'DECLINED' });
    await on.run('CAPTURE', '1', CAPTURE);
    expect(on.standing().status).toBe('FAILED');
    on.acquirer.saysToAdvice = () => answered();
    await on.run('CAPTURE', '2', CAPTURE);
    expect(on.standing()).toMatchObject({ status: 'CAPTURED', captured: 500n });
  });
});

describe('a refund that stands alone', () => {
  it('asks the acquirer to pay to the card, names no payment, and seals the card', async () => {
    const on = bench(MAY);
    const { request, outcome } = await on.run('REFUND', '1', REFUND);
    expect(on.asked()).toMatchObject({
      kind: 'REFUND',
      amount: 500n,
      reference: 'T-1',
      source: 'MOTO',
      merchantReference: 'A-1',
    });
    expect(on.asked()).not.toHaveProperty('original');
    const { number, expiry, securityCode } = on.asked().instrument as CardInstrument;
    expect([number.reveal(), expiry, securityCode]).toEqual([CARD.number, CARD.expiry, undefined]);
    expect(Buffer.from(on.orders.intents[0]?.sealedCard ?? []).toString()).toContain(CARD.number);
    expect(request.target).toBeUndefined();
    expect(outcome?.order).toMatchObject({ status: 'REFUNDED', amount: 500n, totalCaptured: 0n, totalRefunded: 500n });
  });

  it('at a terminal sends the terminal’s data', async () => {
    const on = bench(MAY);
    await on.run('REFUND', '1', {
      ...amount('5.00'),
      posTerminal: { entryMode: '901' },
      sourceOfFunds: { type: 'CARD', provided: { card: { track2: `${CARD.number}=39012010000000000000` } } },
    });
    const { entryMode, track2 } = on.asked().cardPresent ?? {};
    expect([entryMode, track2?.reveal()]).toEqual(['901', `${CARD.number}=39012010000000000000`]);
    expect(on.asked().instrument.number.reveal()).toBe(CARD.number);
  });

  it('can be undone, but not refunded in turn', async () => {
    const on = bench(MAY);
    await on.run('REFUND', '1', REFUND);
    expect((await on.refused('REFUND', '2', amount('1'))).message).toBe(
      'REFUND is not possible: nothing was captured on this order.',
    );
    await on.run('VOID', '3', target('1'));
    expect(on.standing()).toMatchObject({ status: 'CANCELLED', refunded: 0n });
  });
});

describe.each([
  ['CAPTURE', CAPTURE],
  ['REFUND', REFUND],
] as const)('%s that stands alone', (operation, body) => {
  it('takes amount and currency from the order where the transaction has none', async () => {
    const on = bench(MAY);
    const { transaction, ...rest } = body;
    const { amount: _amount, currency: _currency, ...others } = transaction as Record<string, string>;
    await on.run(operation, '1', { ...rest, transaction: others, order: { amount: '500', currency: 'JPY' } });
    expect(on.order().state).toMatchObject({ currency: 'JPY', amount: 500n });
  });

  it('is refused without the profile’s permission before it starts', async () => {
    const { status, message } = await bench().refused(operation, '1', body);
    expect(status).toBe(403);
    expect(message).toContain('may not');
  });

  it('is refused without the permission on a declined order as well', async () => {
    const on = bench();
    on.acquirer.says = () => answered({ gatewayCode: 'DECLINED' });
    await on.run('PAY', '1', cardBody());
    expect((await on.refused(operation, '2', body)).status).toBe(403);
  });

  it.each<[string, object, string[]]>([
    ['nothing but a card', card, ['transaction.amount MISSING', 'transaction.currency MISSING']],
    [
      'no card',
      { ...body, sourceOfFunds: { type: 'CARD' } },
      [
        'sourceOfFunds.provided.card.number MISSING',
        'sourceOfFunds.provided.card.expiry.month MISSING',
        'sourceOfFunds.provided.card.expiry.year MISSING',
      ],
    ],
    ['nothing as amount', { ...body, ...withTransaction(body, { amount: '0' }) }, ['transaction.amount INVALID']],
    [
      'an unknown currency',
      { ...body, ...withTransaction(body, { currency: 'XXX' }) },
      ['transaction.currency INVALID'],
    ],
    [
      'a gift card',
      { ...body, sourceOfFunds: { type: 'GIFT_CARD', provided: { giftCard: { number: '6006000000000058' } } } },
      ['sourceOfFunds.type INVALID'],
    ],
    ['sub-totals that do not add up', { ...body, order: { amount: '5', taxAmount: '4' } }, ['order.amount INVALID']],
  ])('is refused with %s', async (_what, given, fields) => {
    const on = bench(MAY);
    const refused = [...(await on.refused(operation, '1', given)).fields];
    const code = operation === 'CAPTURE' && given === card ? ['transaction.authorizationCode MISSING'] : [];
    expect(refused.sort()).toEqual([...fields, ...code].sort());
  });

  it('may name a sub-merchant, as the first transaction of its order', async () => {
    const on = bench(MAY);
    await on.run(operation, '1', { ...body, order: { subMerchant: { identifier: 'S', tradingName: 'Stall' } } });
    expect(on.orders.rows.size).toBe(1);
  });

  it('with a failed encryption at the terminal is declined, without a message to the acquirer or a notification', async () => {
    const on = bench({ ...MAY, p2pe: { bdk: '0123456789ABCDEFFEDCBA9876543210' } });
    const p2pe = { keySerialNumber: 'FFFF9876543210E00001', payload: '00'.repeat(16), encryptionState: 'INVALID' };
    const failed = { ...body, sourceOfFunds: { type: 'CARD', provided: { card: { p2pe } } } };
    const decrypting = { ...on.gateway, p2peOf: () => ({ bdk: '', decrypt: () => undefined }) };
    Object.assign(on.gateway, decrypting);
    const { outcome, request } = await on.run(operation, '1', failed);
    expect(outcome).toMatchObject({ gatewayCode: 'DECLINED', order: { status: 'FAILED' } });
    expect(request.instrument).toMatchObject({ type: 'CARD', brand: 'UNKNOWN' });
    expect([on.acquirer.requests, on.acquirer.sentAdvices]).toEqual([[], []]);
    expect([on.orders.reversals.size, on.orders.followUps.size]).toEqual([0, 0]);
    expect(await recover(on.restarted())).toBe(0);
  });

  it('takes its card from a session or a token, and uses up the session’s security code', async () => {
    const { sourceOfFunds } = readBody(OPERATIONS.UPDATE_SESSION.request, {
      sourceOfFunds: { provided: { card: { number: '4508750015741019', expiry: { month: '2', year: '30' } } } },
    }).values;
    const on = bench(MAY, {
      session: async () => ({ key: 7, values: { sourceOfFunds } as Values, sensitive: true }),
      token: async () => sourceOfFunds as Values,
    });
    const { sourceOfFunds: _card, ...rest } = body;
    await on.run(operation, '1', { ...rest, session: { id: `SESSION${'a'.repeat(24)}` } });
    expect(on.orders.intents[0]?.spentSession).toBe(7);
    await on.run(operation, '1', { ...rest, sourceOfFunds: { token: 'T1' } }, { orderId: 'order-2' });
    const sent = operation === 'CAPTURE' ? on.acquirer.sentAdvices.map(({ advice }) => advice) : on.acquirer.requests;
    expect(sent.map(({ instrument }) => instrument?.number.reveal())).toEqual(['4508750015741019', '4508750015741019']);
  });
});

it('a capture without a card, a session or a code is refused as one of an unknown order', async () => {
  const operations: OrderOperation[] = ['CAPTURE', 'REFUND'];
  for (const operation of operations) {
    const { message, status } = await bench(MAY).refused(operation, '1', amount('1'));
    expect([status, message]).toEqual([400, "Unable to find order 'order-1'."]);
  }
});

function withTransaction({ transaction }: { transaction: object }, more: object): object {
  return { transaction: { ...transaction, ...more } };
}
