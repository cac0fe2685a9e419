/** Authorizations that were updated before the backup, and voided after it. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { amount, cardPayment } from '../api/rest/operations/order.ts';
import { compared, movements, opened, restoredShop, type Shop } from './restored-shop.ts';

const VOID = { transaction: { targetTransactionId: '1' } };
const UPDATES = [
  ['lowered', '8.00'],
  ['raised', '15.00'],
] as const;

let shop: Shop;
beforeAll(async () => {
  shop = await restoredShop(
    async ({ send }) => {
      for (const [order, updated] of UPDATES) {
        await send(order, '1', 'AUTHORIZE', cardPayment());
        expect((await send(order, '2', 'UPDATE_AUTHORIZATION', amount(updated))).json.result).toBe('SUCCESS');
      }
    },
    async ({ send }) => {
      for (const [order] of UPDATES) {
        expect((await send(order, '3', 'VOID', VOID)).json.result).toBe('SUCCESS');
      }
    },
  );
});
afterAll(() => shop.close());

it('are voided with their current amount, so that nothing stays authorized', async () => {
  const { code, out } = await compared(shop, ['--adopt']);
  expect(out).toContain('0 adopted, 0 ended as the acquirer says, 4 voided as the acquirer says, 0 barred, 0 open.');
  expect(code).toBe(0);
  expect((await compared(shop)).out).toContain('0 differences');
  await opened(shop);
  const before = movements(shop.rig);
  for (const [order] of UPDATES) {
    expect((await shop.rig.api('GET', `/order/${order}`)).json).toMatchObject({
      status: 'CANCELLED',
      totalAuthorizedAmount: 0,
    });
    expect((await shop.send(order, '4', 'CAPTURE', amount('5.00'))).status).toBe(400);
  }
  expect(movements(shop.rig)).toEqual(before);
});
