/** The disputes of chargebacks that an earlier release has booked. */
import { expect, it } from 'vitest';
import { newDatabase } from '../../../support/database-place.ts';
import { onEnd, opened } from '../rig.ts';
import { applyMigration } from '../schema/one-migration.ts';
import { storeIntent } from '../stored-transactions.ts';

it('are listed by their order from the migration on, open as long as the money is not returned, and without a mail', async () => {
  const place = await newDatabase();
  onEnd(() => place.remove());
  const store = await opened(place.url);
  const orders = [];
  for (const id of ['STANDING', 'RETURNED', 'PAID']) {
    orders.push((await storeIntent(store, id)).order);
  }
  const merchantKey = orders[0]!.merchantKey;
  for (const [at, { key, orderId }] of orders.entries()) {
    await place.run(`insert into order_index (order_key, merchant_key, order_id, status, currency, amount,
        total_authorized, total_captured, total_refunded, total_charged_back, steps, terms, counted, generation,
        revision, created_at, updated_at)
      values (${key}, ${merchantKey}, '${orderId}', 'CAPTURED', 'EUR', '1', '1', '1', '0', '0', '[]', '[]', '[]', 1,
        1, 1, ${at + 10})`);
  }
  for (const { key, orderId } of orders.slice(0, 2)) {
    await place.run(`insert into order_term (kind, value, merchant_key, order_key)
      values ('CHARGEBACK', '${orderId.toLowerCase()}', ${merchantKey}, ${key})`);
  }
  await place.run('alter table console_mail_choice drop column disputes');
  await place.run('drop table dispute');
  await applyMigration(place, '0056_disputes');
  const search = (isOpen: boolean) => store.disputes.search({ merchantKey, isOpen, overdueSince: 0, limit: 10 });
  expect(await search(true)).toMatchObject([{ orderId: 'STANDING', isOpen: true, dueAt: undefined, changedAt: 10 }]);
  expect(await search(false)).toMatchObject([{ orderId: 'RETURNED', isOpen: false, changedAt: 11 }]);
  expect(await store.staffMails.owedDisputes(Number.MAX_SAFE_INTEGER, 10)).toEqual([]);
});
