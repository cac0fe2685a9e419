/**
 * A restore with orders that a ledger alone does not explain: a gift card's part, a payment with a provider, and an
 * order that the operator bars. They are not reported as paid, and not charged twice.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amount, cardPayment } from '../api/rest/operations/order.ts';
import { GOOD, giftCard, hands } from '../checkout/hands.ts';
import { compared, movements, opened, restoredShop, type Shop } from './restored-shop.ts';

const CARD = cardPayment();

describe('orders that were paid in parts after the backup', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await restoredShop(
      async ({ send }) => send('before', '1', 'PAY', CARD),
      async ({ rig }) => {
        const { checkout, form, post, submit } = hands(() => rig);
        for (const order of ['held', 'whole']) {
          const { id } = await checkout({ order: { id: order, amount: '100.00', currency: 'EUR' } });
          const { action, hidden, cookie } = await form(id);
          await post(action, { ...hidden, ...giftCard('03') }, { Cookie: cookie });
          if (order === 'whole') {
            await submit(id, GOOD, cookie);
          }
        }
      },
    );
  });
  afterAll(() => shop.close());

  it('are adopted where the parts are complete, and barred where one alone was held', async () => {
    expect(movements(shop.rig)).toEqual([
      expect.stringMatching(/^before\/1 /),
      ...['held/1 PAYMENT DECLINED 100.00', 'held/2 PAYMENT APPROVED 30.00'],
      ...['whole/1 PAYMENT DECLINED 100.00', 'whole/2 PAYMENT APPROVED 30.00', 'whole/3 PAYMENT APPROVED 70.00'],
    ]);
    const { out, code } = await compared(shop, ['--adopt']);
    expect(out).toMatch(/^BARRED\t.*held.*a part that was held until the rest was paid$/m);
    expect(out).toContain('3 adopted, 0 ended as the acquirer says, 0 voided as the acquirer says, 2 barred, 0 open.');
    expect(code).toBe(1);
    await opened(shop);
  });

  it('are reported as paid in full, or not at all', async () => {
    const { rig } = shop;
    expect((await rig.api('GET', '/order/whole')).json).toMatchObject({
      ...{ status: 'CAPTURED', result: 'SUCCESS', amount: 100, totalCapturedAmount: 100 },
    });
    const held = (await rig.api('GET', '/order/held')).json;
    expect([held.totalCapturedAmount ?? 0, held.status === 'CAPTURED', held.result === 'SUCCESS']).toEqual([
      ...[0, false, false],
    ]);
  });

  it('are voided part by part, by the transaction ids that the acquirer knows', async () => {
    const { send, rig } = shop;
    for (const [id, target] of [
      ['4', '3'],
      ['5', '2'],
    ] as const) {
      const voided = await send('whole', id, 'VOID', { transaction: { targetTransactionId: target } });
      expect(voided.json.result).toBe('SUCCESS');
    }
    expect(movements(rig).slice(-2)).toEqual(['whole/2 PAYMENT REVERSED 30.00', 'whole/3 PAYMENT REVERSED 70.00']);
  });

  it('accept no request while they are barred, and do once the operator has lifted it', async () => {
    const { rig, send, command } = shop;
    const before = movements(rig);
    for (const [operation, body] of [
      ['PAY', CARD],
      ['CAPTURE', amount('5.00')],
      ['REFUND', amount('5.00')],
      ['UPDATE_AUTHORIZATION', amount('5.00')],
      ['VOID', { transaction: { targetTransactionId: '2' } }],
    ] as const) {
      const { json } = await send('held', '7', operation, body);
      expect(json).toMatchObject({ result: 'ERROR', error: { explanation: expect.stringContaining('restored') } });
    }
    expect(movements(rig)).toEqual(before);
    expect((await command('barred', 'list')).out).toMatch(/^TESTSHOP\theld\t.*2: PAYMENT APPROVED 30.00 EUR/);
    expect(await command('barred', 'lift', 'TESTSHOP', 'held')).toMatchObject({ code: 0 });
    expect((await command('barred', 'list')).out).toBe('No order is barred.\n');
    expect((await command('barred', 'lift', 'TESTSHOP', 'held')).code).toBe(2);
    expect((await send('held', '7', 'PAY', CARD)).json).toMatchObject({ result: 'SUCCESS' });
  });
});

describe('a ledger that is not adopted', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await restoredShop(
      async ({ send }) => send('before', '1', 'AUTHORIZE', CARD),
      async ({ send }) => {
        await send('before', '2', 'CAPTURE', amount('5.00'));
        await send('paid', '1', 'PAY', CARD);
      },
    );
  });
  afterAll(() => shop.close());

  const barred = 'SHOP-AT-PROVIDER';
  const ofProvider = [
    {
      ...{ kind: 'PAYMENT', reference: 'W-1', merchant: 'TESTSHOP', order: barred, transaction: '1' },
      ...{ amount: '9.00', currency: 'EUR', state: 'APPROVED', at: '2026-11-28T08:00:00Z' },
    },
  ];

  it('bars each order of which it alone has a movement, for an acquirer and a provider', async () => {
    const acquirers = await compared(shop, ['--bar']);
    expect(acquirers.out).toContain(
      '0 adopted, 0 ended as the acquirer says, 0 voided as the acquirer says, 2 barred, 0 open.',
    );
    const providers = await compared(
      shop,
      ['--bar', '--provider', 'demoWallet', '--until', new Date().toISOString()],
      ofProvider,
    );
    expect([providers.code, providers.out]).toEqual([
      1,
      expect.stringMatching(new RegExp(`^BARRED\\tTESTSHOP\\t${barred}`)),
    ]);
    await opened(shop);
  });

  it('keeps every repeat by the merchant from moving money', async () => {
    const { rig, repeat } = shop;
    const before = movements(rig);
    expect(await repeat()).toEqual([
      'before/1 SUCCESS AUTHORIZED',
      'before/2 ERROR INVALID_REQUEST',
      'paid/1 ERROR INVALID_REQUEST',
    ]);
    const initiated = await rig.api('PUT', `/order/${barred}/transaction/1`, {
      apiOperation: 'INITIATE_BROWSER_PAYMENT',
      browserPayment: { operation: 'PAY', returnUrl: 'https://shop.example/back' },
      order: { amount: '9.00', currency: 'EUR' },
      sourceOfFunds: { type: 'DEMO_WALLET' },
    });
    expect([initiated.status, initiated.json.error?.cause]).toEqual([400, 'INVALID_REQUEST']);
    expect(movements(rig)).toEqual(before);
  });
});
