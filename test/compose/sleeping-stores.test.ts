/** Stores that sleep while nobody uses them, and wake for requests and for work. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { paying } from '../api/rest/rig.ts';
import { type StoresRig, startStores } from './stores.ts';

const SOON = { timeout: 30_000, interval: 25 };
/** Nobody listens there. */
const NO_RECEIVER = 'http://localhost:9';

let rig: StoresRig;
beforeAll(async () => {
  rig = await startStores({}, { storeTimes: { idleMs: 300, askedEveryMs: 50 } });
  await rig.acquirerIs('up');
  for (const [store, merchant] of [
    ['two', 'SHOP2'],
    ['three', 'SHOP3'],
  ] as const) {
    await rig.add(store);
    await rig.putIn(store, merchant);
    await rig.known(merchant);
  }
});
afterAll(() => rig.close());

const times = (store: string, msg: string) =>
  rig.logged.filter((line) => line.includes(`"store":"${store}"`) && line.includes(`"msg":"${msg}"`)).length;
const opened = (store: string) => times(store, 'the store is open');
const closed = (store: string) => times(store, 'the store is closed');
const isAsleep = (store: string) => vi.waitUntil(() => opened(store) > 0 && closed(store) === opened(store), SOON);

it('an idle store sleeps, and the next request opens it', async () => {
  await Promise.all([isAsleep('two'), isAsleep('three')]);
  expect((await rig.call('GET', '/metrics')).text).toContain('turnpike_stores{state="asleep"} 2');
  expect((await rig.call('GET', '/readyz')).json.stores).toBeUndefined();

  const before = opened('two');
  const paid = await rig.api('PUT', '/order/WOKEN/transaction/1', paying('PAY'), { merchant: 'SHOP2' });
  expect([paid.json.result, opened('two')]).toEqual(['SUCCESS', before + 1]);
  await isAsleep('two');
});

it('a command that may leave work opens the store, and one that reads does not', async () => {
  await isAsleep('three');
  const before = opened('three');
  await rig.turnpike('merchant', 'list', '--store', 'three');
  await rig.turnpike('merchant', 'set', 'SHOP3', 'name=Renamed');
  await vi.waitUntil(() => opened('three') > before, SOON);
  await isAsleep('three');
});

it('a store with an undelivered notification stays open', async () => {
  const set = await rig.turnpike('merchant', 'set', 'SHOP2', `notification={"url":"${NO_RECEIVER}"}`);
  expect(set).toMatchObject({ code: 0 });
  await isAsleep('two');
  await rig.api('PUT', '/order/NOTIFIED/transaction/1', paying('PAY'), { merchant: 'SHOP2' });
  await isAsleep('three');
  const before = closed('three');
  // The other store is used later, and sleeps while this one is open.
  await rig.api('GET', '/order/none', undefined, { merchant: 'SHOP3' });
  await vi.waitUntil(() => closed('three') > before, SOON);
  expect(opened('two') - closed('two')).toBe(1);
});
