/** A challenge on the hosted page that times out, at a merchant that pays without authentication otherwise. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { MINUTE_MS } from '../../../../src/contract/durations.ts';
import { startWorld, type World } from '../../../api/rest/payer-authentication/world.ts';
import { cardForm, hands, wordsOf } from '../../hands.ts';
import { openBookshop } from './bookshop.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await openBookshop(world, { whenUnavailable: 'PROCEED' });
});
afterAll(() => world.close());

const { checkout, browse, form, post } = hands(() => world.rig);

it('a payer whose challenge timed out pays nothing, and may try again', async () => {
  const { id, order } = await checkout();
  const { hidden, action, cookie } = await form(id);
  await post(action, { ...hidden, ...cardForm('07/40') }, { Cookie: cookie, Origin: world.origin });
  const page = async () => wordsOf(await browse(`/checkout/pay/${id}`, { Cookie: cookie }));
  expect(await page()).toContain('Your bank asks you to confirm');
  world.rig.later(11 * MINUTE_MS);
  await expect.poll(page).toContain('Your bank did not confirm this payment');
  expect(await page()).toContain('You can try 2 more times.');
  expect(world.rig.host.ledger({ order })).toEqual([]);
});
