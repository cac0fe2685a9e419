/** Cards on file at a shop with payer authentication. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../../../api/rest/payer-authentication/world.ts';
import { cardForm, hands } from '../../hands.ts';
import { openBookshop } from './bookshop.ts';

/** The sandbox's issuer authenticates it without a challenge. */
const FRICTIONLESS = cardForm('01/40', { number: '5123456789012346', saveCard: 'on' });

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await openBookshop(world);
});
afterAll(() => world.close());

const { checkout, browse, form, post } = hands(() => world.rig);

async function submit(id: string, fields: Record<string, string>) {
  const { hidden, action, cookie } = await form(id);
  expect((await post(action, { ...hidden, ...fields }, { Cookie: cookie, Origin: world.origin })).status).toBe(303);
}

/** Waits for the bank's answer and the payment that follows. */
async function paid(id: string, order: string) {
  const look = async () => {
    await browse(`/checkout/pay/${id}`);
    return (await world.rig.api('GET', `/order/${order}`)).json;
  };
  await expect.poll(async () => (await look()).status, { timeout: 15_000 }).toBe('CAPTURED');
  return look();
}

it('a card that its bank has authenticated is stored, and authenticated again when it pays as a saved card', async () => {
  const saving = { saveCardForCredentialOnFile: 'PAYER_INITIATED_PAYMENTS' };
  const first = await checkout({ interaction: saving });
  await submit(first.id, FRICTIONLESS);
  const { sourceOfFunds, authenticationStatus } = await paid(first.id, first.order);
  expect([authenticationStatus, sourceOfFunds.token]).toEqual([
    'AUTHENTICATION_SUCCESSFUL',
    expect.stringMatching(/^9\d{15}$/),
  ]);
  const again = await checkout({ interaction: { tokens: [sourceOfFunds.token] } });
  await submit(again.id, { method: 'saved-1' });
  expect(await paid(again.id, again.order)).toMatchObject({
    authenticationStatus: 'AUTHENTICATION_SUCCESSFUL',
    sourceOfFunds: { token: sourceOfFunds.token },
  });
});
