/** Transactions that were in flight at the backup: they get the result that the restored store's ledgers show. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amount, cardPayment } from '../api/rest/operations/order.ts';
import type { Rig } from '../api/rest/rig.ts';
import { type BrowserRig, type Initiated, startBrowserRig } from '../browser-payments/rig.ts';
import { compared, movements, opened, restoredShop, type Shop } from './restored-shop.ts';
import { turnpike } from './turnpike.ts';

const voidOf = (id: string) => ({ transaction: { targetTransactionId: id } });

/** Runs the request, and resets the order to the intent of its transaction, as a backup in between has it. */
async function inFlight(rig: Rig, order: string, id: string, send: () => Promise<unknown>): Promise<void> {
  const stateOf = async () => (await rig.rows('select state from payment_order where order_id = ?', order))[0]?.state;
  const before = String(await stateOf());
  await send();
  const key = '(select key from payment_transaction where transaction_id = ? and order_key = payment_order.key)';
  const ofOrder = '(select key from payment_order where order_id = ?)';
  await rig.change(`update payment_order set state = ?, locked_by = ${key} where order_id = ?`, before, id, order);
  await rig.change(
    `delete from transaction_outcome where transaction_key in
      (select key from payment_transaction where transaction_id = ? and order_key = ${ofOrder})`,
    id,
    order,
  );
}

describe('a void in flight at the backup, with later movements of its order', () => {
  let shop: Shop;
  beforeAll(async () => {
    shop = await restoredShop(
      async ({ rig, send }) => {
        await send('refunded', '1', 'PAY', cardPayment());
        await send('refunded', '2', 'REFUND', amount('4.00'));
        await inFlight(rig, 'refunded', '3', () => send('refunded', '3', 'VOID', voidOf('2')));
        await send('captured', '1', 'AUTHORIZE', cardPayment());
        await inFlight(rig, 'captured', '2', () => send('captured', '2', 'VOID', voidOf('1')));
      },
      async ({ rig }) => {
        // The store has the intents of the voids only. The movement after the void reached the acquirer.
        const later = rig.host.ledger({}).find(({ order, kind }) => order === 'refunded' && kind === 'REFUND');
        expect(later?.state).toBe('REVERSED');
      },
    );
  });
  afterAll(() => shop.close());

  it('is completed as approved, since the voided movement is reversed at the acquirer', async () => {
    const ledger = shop.rig.host.ledger({});
    const refund = ledger.find(({ order, kind }) => order === 'refunded' && kind === 'REFUND');
    const reference = String(BigInt(refund?.reference ?? 0) + 50n);
    const later = { ...refund, transaction: '4', reference, state: 'APPROVED', amount: '5.00' };
    const { code, out } = await compared(shop, ['--adopt'], [...ledger, later]);
    expect(out).toContain('1 adopted, 2 ended as the acquirer says, 0 voided as the acquirer says, 0 barred, 0 open.');
    expect(code).toBe(0);
    expect((await compared(shop, [], [...ledger, later])).out).toContain('0 differences');
  });

  it('answers the merchant’s repeats as approved, and the acquirer gets no second void', async () => {
    await opened(shop);
    const before = movements(shop.rig);
    expect(await shop.repeat()).toEqual([
      'refunded/1 SUCCESS CAPTURED',
      'refunded/2 SUCCESS PARTIALLY_REFUNDED',
      'refunded/3 SUCCESS CAPTURED',
      'captured/1 SUCCESS AUTHORIZED',
      'captured/2 SUCCESS CANCELLED',
    ]);
    expect(movements(shop.rig)).toEqual(before);
    expect((await shop.rig.api('GET', '/order/refunded')).json).toMatchObject({ totalRefundedAmount: 5 });
  });
});

describe('a browser payment that was being initiated at the backup, and that its provider has', () => {
  let rig: BrowserRig;
  let paid: Initiated;
  let unpaid: Initiated;
  let providerPage: string;
  const command = (...args: string[]) => turnpike(rig.folder, args, { DATABASE_URL: rig.databaseUrl });
  beforeAll(async () => {
    rig = await startBrowserRig();
    paid = await rig.initiate({ reference: 'TEST-SUCCEED' });
    await rig.browse(paid.redirectUrl);
    unpaid = await rig.initiate({ reference: 'TEST-SUCCEED' });
    const { addresses } = await rig.browse(unpaid.redirectUrl, { until: /\/providers\// });
    providerPage = addresses.at(-1) as string;
    await rig.meanwhile(async () => {
      await rig.forget(paid.orderId);
      await rig.forget(unpaid.orderId);
      await rig.change('update browser_payment set page_url = null, provider_reference = null');
      await rig.change('delete from browser_payment_event');
      expect((await command('restored')).code).toBe(0);
    });
  });
  afterAll(() => rig.close());

  it('continues with the comparison, which says how many there are', async () => {
    const shop = { rig, command };
    // No card was charged, so that the file's time does not follow from its movements.
    const until = new Date().toISOString();
    expect((await compared(shop, ['--adopt', '--until', until])).code).toBe(0);
    const wallet = ['--bar', '--provider', 'demoWallet'];
    expect(await compared(shop, wallet, rig.providers.ledger('demoWallet'))).toMatchObject({
      code: 0,
      out: expect.stringContaining('2 payments that were being initiated at the backup'),
    });
    await opened(shop);
  });

  it('is paid if its payer has paid: the money is not returned', async () => {
    await expect.poll(async () => (await paid.retrieve()).result, { timeout: 20_000 }).toBe('SUCCESS');
    const ofOrder = rig.providers.ledger('demoWallet').filter(({ order }) => order === paid.orderId);
    expect(ofOrder.map(({ kind, state }) => `${kind} ${state}`)).toEqual(['PAYMENT APPROVED']);
    const again = await rig.initiate({ orderId: paid.orderId, reference: 'TEST-SUCCEED' });
    expect([again.reply.status, again.reply.json.result]).toEqual([201, 'SUCCESS']);
  });

  it('is pending until its payer, who is at the provider, pays there', async () => {
    expect((await unpaid.retrieve()).result).toBe('PENDING');
    await rig.browse(providerPage);
    await expect.poll(async () => (await unpaid.retrieve()).result, { timeout: 20_000 }).toBe('SUCCESS');
  });
});
