/** A store without its data keys, as after a careless restore. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openStore } from '../../../../src/adapters/store/store.ts';
import { newOrderId, paying, type Rig, startRig } from '../../../api/rest/rig.ts';
import { newDatabase } from '../../../support/database-place.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

it('a store needs its keys as soon as a row is sealed, and not before', async () => {
  const place = await newDatabase();
  const empty = await openStore(place.url);
  expect(await empty.dataKeys.areNeeded()).toBe(false);
  await empty.close();
  await place.remove();
  const order = newOrderId();
  expect((await rig.api('PUT', `/order/${order}/transaction/1`, paying('PAY'))).status).toBe(201);
  const store = await openStore(rig.databaseUrl, { owner: false });
  expect(await store.dataKeys.areNeeded()).toBe(true);
  await store.close();
});
