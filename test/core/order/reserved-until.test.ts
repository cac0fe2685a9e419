import { expect, it } from 'vitest';
import { reservedUntil } from '../../../src/core/order/order-money.ts';
import { amount, authorized as started, target } from '../operations/bench.ts';

/** Each transaction's reservation ends at its number. */
const endOf = (id: string) => Number(id);

it('a reservation ends by its authorization, or by the newest update of it', async () => {
  const on = await started();
  expect(reservedUntil(on.order().state, endOf)).toBe(1);
  await on.run('UPDATE_AUTHORIZATION', '2', {});
  expect(reservedUntil(on.order().state, endOf)).toBe(2);
  await on.run('CAPTURE', '3', amount('5.00'));
  expect(reservedUntil(on.order().state, endOf)).toBe(2);
});

it('nothing is reserved after a whole capture, a void or a failed authorization', async () => {
  const captured = await started();
  await captured.run('CAPTURE', '2', amount('12.00'));
  expect(reservedUntil(captured.order().state, endOf)).toBeUndefined();
  const voided = await started();
  await voided.run('VOID', '2', target('1'));
  expect(reservedUntil(voided.order().state, endOf)).toBeUndefined();
  expect(reservedUntil({ ...captured.order().state, movements: [] }, endOf)).toBeUndefined();
});
