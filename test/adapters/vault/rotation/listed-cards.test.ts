/** Cards that risk rules list by a hash, over the life of its key. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cardPayment, restOrder } from '../../../api/rest/operations/order.ts';
import { type Rig, startRig } from '../../../api/rest/rig.ts';
import { turnpike } from '../../../cli/turnpike.ts';

const SHOP = { id: 'LISTS', name: 'Lists a card' };
const HOUR_AND_MORE_MS = 2 * 60 * 60_000;

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
  await rig.merchant(SHOP);
}, 60_000);
afterAll(() => rig.close());

const run = (...args: string[]) => turnpike(rig.folder, args, { DATABASE_URL: rig.databaseUrl });
const list = (cards: readonly string[]) =>
  rig.merchant({ ...SHOP, risk: { rules: [{ id: 'listed', when: { cards }, recommendation: 'REJECT' }] } });

it('a listed card stays declined: the old key is removed only when no rule lists a card by its hash', async () => {
  const order = restOrder(rig, { merchant: SHOP.id });
  await order.done('PAY', '1', cardPayment());
  const { out } = await run('review', 'card', SHOP.id, order.id);
  await list([out.trim()]);
  const [key] = await rig.rows("select max(id) as id from data_key where purpose = 'HASH'");
  expect(await run('keys', 'rotate', '--hash')).toMatchObject({ code: 0 });
  const agedBy = 'update data_key set retired_at = retired_at - ? where id = ? returning id';
  expect(await rig.rows(agedBy, HOUR_AND_MORE_MS, Number(key?.id))).toHaveLength(1);
  const kept = await run('keys', 'retire', `${Number(key?.id)}`);
  expect([kept.code, kept.out]).toEqual([1, expect.stringContaining(`may have made: ${SHOP.id}\n`)]);
  expect(await isDeclined()).toBe(true);
  await list(['512345xxxxxx0008']);
  const given = await run('keys', 'retire', `${Number(key?.id)}`);
  expect([given.code, given.out]).toEqual([0, `key ${Number(key?.id)} (HASH) is destroyed\n`]);
  expect(await isDeclined()).toBe(true);
});

async function isDeclined(): Promise<boolean> {
  const { json } = await restOrder(rig, { merchant: SHOP.id }).put('PAY', '1', cardPayment());
  return json.response?.gatewayCode === 'BLOCKED';
}
