/** A saved card at a shop whose profile has the bank authenticate each payer who pays with one. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../../../api/rest/payer-authentication/world.ts';
import { cardForm, hands, wordsOf } from '../../hands.ts';
import { answerBank } from './at-bank.ts';
import { openBookshop } from './bookshop.ts';

/** The sandbox's issuer asks for a challenge. */
const CHALLENGED = cardForm('07/40', { saveCard: 'on' });
/** Outside every range of the directory server. */
const NO_PART = cardForm('01/40', { number: '5205550000000006', saveCard: 'on' });

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await openBookshop(world, { when: 'NEVER' }, { savedCards: { authentication: true } });
});
afterAll(() => world.close());

const { checkout, browse, form, post } = hands(() => world.rig);

async function send(id: string, fields: Record<string, string>) {
  const { hidden, action, cookie } = await form(id);
  expect((await post(action, { ...hidden, ...fields }, { Cookie: cookie, Origin: world.origin })).status).toBe(303);
  return cookie;
}

const orderOf = async (order: string) => (await world.rig.api('GET', `/order/${order}`)).json;
const as = (id: string) => checkout({ customer: { id } });

/** @returns the value of `method` of the payer's first saved card on the page of this checkout */
async function methodIn(id: string): Promise<string> {
  const { page } = await form(id);
  return /name="method" value="(saved-[^"]*)"/.exec(page.text)?.[1] ?? '';
}

it('asks nothing for the typed card, and the bank for the saved one, whose payment follows', async () => {
  const first = await as('ada');
  await send(first.id, CHALLENGED);
  expect(await orderOf(first.order)).toMatchObject({ status: 'CAPTURED' });
  const again = await as('ada');
  const { page } = await form(again.id);
  // Browser data for the bank only in the saved card's form.
  expect(page.text.match(/name="browser"/g)).toHaveLength(1);
  await send(again.id, { method: await methodIn(again.id), securityCode: '100' });
  expect(world.rig.host.ledger({ order: again.order })).toEqual([]);
  await answerBank(browse, again.id, 'SUBMIT');
  await expect.poll(async () => (await orderOf(again.order)).status, { timeout: 15_000 }).toBe('CAPTURED');
  expect(await orderOf(again.order)).toMatchObject({
    authenticationStatus: 'AUTHENTICATION_SUCCESSFUL',
    sourceOfFunds: { provided: { card: { storedOnFile: 'STORED' } } },
  });
});

it('declines a saved card that takes no part in authentication, without sending it', async () => {
  await send((await as('eve')).id, NO_PART);
  const again = await as('eve');
  await send(again.id, { method: await methodIn(again.id), securityCode: '100' });
  expect((await orderOf(again.order)).result).toBe('FAILURE');
  expect(world.rig.host.ledger({ order: again.order })).toEqual([]);
});

it('a card that is deleted while the bank asks is not charged, and the page says so', async () => {
  await send((await as('bob')).id, CHALLENGED);
  const again = await as('bob');
  const { page } = await form(again.id);
  const [, href = ''] = /href="(\/checkout\/cards\/[^"]*)"/.exec(page.text) ?? [];
  const cookie = await send(again.id, { method: await methodIn(again.id), securityCode: '100' });
  const [, card = ''] = /name="card" value="(\d+)"/.exec((await browse(href)).text) ?? [];
  await post(href, { card });
  await answerBank(browse, again.id, 'SUBMIT');
  const words = async () => wordsOf(await browse(`/checkout/pay/${again.id}`, { Cookie: cookie }));
  await expect.poll(words, { timeout: 15_000 }).toContain('This card is no longer saved');
  expect(await words()).toContain('You have not been charged.');
  expect(world.rig.host.ledger({ order: again.order })).toEqual([]);
});
