/**
 * A backup that is older than the merchant's payments is restored. The store is closed until it was compared with the
 * acquirer's ledger; then the merchant repeats every earlier request, without a second charge.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../src/contract/durations.ts';
import { amount, cardPayment } from '../api/rest/operations/order.ts';
import { withCard } from '../api/rest/rig.ts';
import { compared, movements, opened, restoredShop, type Shop } from './restored-shop.ts';

const CARD = cardPayment();

describe('a backup that is older than the merchant’s payments', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await restoredShop(
      async ({ send }) => {
        await send('before', '1', 'AUTHORIZE', CARD);
        await send('voided', '1', 'PAY', CARD);
      },
      async ({ send }) => {
        await send('before', '2', 'CAPTURE', amount('5.00'));
        await send('before', '3', 'REFUND', amount('2.00'));
        await send('voided', '2', 'VOID', { transaction: { targetTransactionId: '1' } });
        await send('paid', '1', 'PAY', CARD);
        await send('reserved', '1', 'AUTHORIZE', CARD);
        await send('reserved', '2', 'UPDATE_AUTHORIZATION', amount('13.00'));
        await send('reserved', '3', 'CAPTURE', amount('13.00'));
        await send('verified', '1', 'VERIFY', { ...CARD, order: { currency: 'EUR' } });
        await send('declined', '1', 'PAY', { ...CARD, ...withCard({ expiry: { month: '5', year: '39' } }) });
        await send('declined', '2', 'PAY', CARD);
      },
    );
  });
  afterAll(() => shop.close());

  it('is closed: probes, merchants, payers and the doctor report that', async () => {
    const { rig, command } = shop;
    const ready = await rig.call('GET', '/readyz');
    expect([ready.status, ready.json]).toEqual([503, { status: 'restored', store: 'closed' }]);
    expect((await rig.call('GET', '/healthz')).status).toBe(200);
    const before = movements(rig);
    const pay = await rig.call('PUT', '/api/rest/version/100/merchant/TESTSHOP/order/paid/transaction/1', CARD);
    expect([pay.status, pay.json.error.cause, pay.headers['retry-after']]).toEqual([503, 'SERVER_BUSY', '60']);
    expect(movements(rig)).toEqual(before);
    const page = await rig.call('GET', '/checkout/pay/SESSION0000000000000000000000', undefined, {
      authorization: null,
      headers: { 'Accept-Language': 'de', Accept: 'text/html' },
    });
    expect([page.status, page.headers['retry-after']]).toEqual([503, '60']);
    expect(page.text).toContain('bezahlen Sie bitte vorerst nicht noch einmal');
    const { code, out } = await command('doctor');
    expect(code).toBe(1);
    expect(out).toMatch(/WILL FAIL +restore +The store was restored .* ledger of acquirer default/);
  });

  it.each([
    ['of the day before', [], 'not in the file'],
    ['that ends before the copy', ['--until', '2026-01-01T00:00:00Z'], 'not in the file'],
  ])('adopts nothing from a ledger %s, and names the time that it lacks', async (_what, period, why) => {
    const yesterday = shop.rig.host
      .ledger({})
      .slice(0, 1)
      .map((entry) => ({ ...entry, order: 'earlier', at: new Date(Date.parse(entry.at) - DAY_MS).toISOString() }));
    const refused = await compared(shop, ['--adopt', ...period], yesterday);
    expect([refused.code, refused.out]).toEqual([2, '']);
    expect(refused.err).toMatch(/^The ledger does not cover the time from \S+ until \S+, .* the store stays closed\./);
    expect(refused.err).toContain(why);
    expect((await shop.command('restored', '--open')).err).toContain('acquirer default');
    expect((await compared(shop)).out).toContain('10 differences');
  });

  it('opens once it was compared with the acquirer’s ledger, and not before', async () => {
    const { command } = shop;
    const early = await command('restored', '--open');
    expect([early.code, early.err]).toEqual([1, expect.stringContaining('acquirer default')]);
    const listed = await compared(shop);
    expect([listed.code, listed.out]).toEqual([1, expect.stringContaining('ONLY_AT_ACQUIRER')]);
    expect((await command('restored', '--open')).code).toBe(1);
    const adopted = await compared(shop, ['--adopt']);
    expect(adopted.out).toContain(
      '9 adopted, 0 ended as the acquirer says, 1 voided as the acquirer says, 0 barred, 0 open.',
    );
    expect(adopted.code).toBe(0);
    // Adopted movements must not be refunded.
    expect(adopted.out).not.toContain('given back');
    expect(adopted.out).toMatch(/^This ledger is compared\. Left to compare: provider demoBank, .*\.$/m);
    expect(await compared(shop, ['--bar', '--provider', 'paypl'], [])).toMatchObject({
      code: 2,
      err: expect.stringContaining('No merchant has payments with the provider paypl'),
    });
    expect((await compared(shop)).out).toContain('0 differences');
    const empty = await compared(shop, ['--bar', '--provider', 'demoWallet'], []);
    expect([empty.code, empty.err]).toEqual([
      2,
      expect.stringMatching(/^The ledger does not cover the time until .* The copy has no movement there\./),
    ]);
    // No payment was made with them before the backup.
    const atProviders = await command('restored', '--open');
    expect([atProviders.code, atProviders.err]).toEqual([
      1,
      expect.stringContaining('with the ledger of: provider demoBank, provider demoWallet, provider paypal.'),
    ]);
    await opened(shop);
  });

  it('answers every repeat as it is stored, without a second charge', async () => {
    const { rig, repeat } = shop;
    const before = movements(rig);
    const answers = await repeat();
    expect(answers).toEqual([
      'before/1 SUCCESS AUTHORIZED',
      'voided/1 SUCCESS CAPTURED',
      'before/2 SUCCESS PARTIALLY_CAPTURED',
      'before/3 SUCCESS PARTIALLY_REFUNDED',
      'voided/2 ERROR INVALID_REQUEST',
      'paid/1 SUCCESS CAPTURED',
      'reserved/1 SUCCESS AUTHORIZED',
      'reserved/2 SUCCESS AUTHORIZED',
      'reserved/3 SUCCESS CAPTURED',
      'verified/1 SUCCESS VERIFIED',
      'declined/1 FAILURE FAILED',
      'declined/2 SUCCESS CAPTURED',
    ]);
    expect(await repeat()).toEqual(answers);
    expect(movements(rig)).toEqual(before);
  });

  it('continues with the adopted transactions: capture, refund and void reach the acquirer under the names that it knows', async () => {
    const { rig, send } = shop;
    expect((await send('paid', '2', 'REFUND', amount('2.00'))).json.result).toBe('SUCCESS');
    expect((await send('declined', '3', 'VOID', { transaction: { targetTransactionId: '2' } })).json.result).toBe(
      'SUCCESS',
    );
    expect((await send('before', '4', 'CAPTURE', amount('1.00'))).json.result).toBe('SUCCESS');
    expect((await rig.api('GET', '/order/reserved')).json).toMatchObject({
      status: 'CAPTURED',
      totalAuthorizedAmount: 13,
      totalCapturedAmount: 13,
    });
    expect(movements(rig)).toContain('declined/2 PAYMENT REVERSED 12.00');
    expect((await compared(shop)).out).toContain('0 differences');
  });
});
