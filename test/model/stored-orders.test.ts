/** The same histories with the order in a real store. Each opens a database of its own. */
import { it } from 'vitest';
import { openStore } from '../../src/adapters/store/store.ts';
import { START } from '../core/world.ts';
import { newDatabase } from '../support/database-place.ts';
import { agree, HISTORIES, HISTORIES_MS_MAX, reportTally } from './agreement.ts';
import type { SubjectStore } from './subject.ts';

const STORED_HISTORIES = Math.ceil(HISTORIES / 100);

async function onDisk(): Promise<SubjectStore> {
  const place = await newDatabase();
  const store = await openStore(place.url);
  await store.merchants.put({ id: 'TESTSHOP', name: 'Shop' }, START);
  const merchant = await store.merchants.find('TESTSHOP');
  if (merchant === undefined) {
    throw new Error('The merchant was not stored.');
  }
  return {
    orders: store.orders,
    merchantKey: merchant.key,
    decide: (key, decision, at) => store.orders.decideRefund(key, decision, 'a person', at),
    async close() {
      await store.close();
      await place.remove();
    },
  };
}

it('in every history the gateway stores the orders of the model in a real store', {
  timeout: HISTORIES_MS_MAX,
}, async () => {
  reportTally('order model, stored', STORED_HISTORIES, await agree(STORED_HISTORIES, onDisk));
});
