/** The issuer soft-declines: the payer is authenticated, and the entered details pay again. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorld, type World } from '../../../api/rest/payer-authentication/world.ts';
import { cardForm, hands, wordsOf } from '../../hands.ts';
import { answerBank } from './at-bank.ts';
import { openBookshop } from './bookshop.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld({}, true);
  await openBookshop(world);
});
afterAll(() => world.close());

const { checkout, browse, form, post } = hands(() => world.rig);

/** The bank challenges this card only if mandated; the acquirer demands a challenge. */
const TYPED = {
  ...cardForm('11/38', { number: '5123456789012346', nameOnCard: 'Ada Byrne' }),
  'billing.street': '14 Canary Lane',
  'billing.city': 'Galway',
  'billing.postcodeZip': 'H91 E2R4',
  'billing.country': 'IE',
};

it.each([
  ['a checkout', {}],
  ['a payment link', { checkoutMode: 'PAYMENT_LINK' }],
])('the payer of %s is challenged, and pays with the details already entered', async (_which, more) => {
  const displayControl = { billingAddress: 'MANDATORY' };
  const { id, order } = await checkout({ ...more, interaction: { displayControl } });
  const { hidden, action, cookie } = await form(id);
  await post(action, { ...hidden, ...TYPED }, { Cookie: cookie, Origin: world.origin });
  expect(wordsOf(await browse(`/checkout/pay/${id}`, { Cookie: cookie }))).toContain('Your bank asks you to confirm');
  await answerBank(browse, id, 'SUBMIT');
  expect(world.rig.host.ledger({ order })).toMatchObject([{ state: 'DECLINED' }, { state: 'APPROVED' }]);
  const { json } = await world.rig.api('GET', `/order/${order}/transaction/2`);
  expect(json.billing.address).toMatchObject({ street: '14 Canary Lane', city: 'Galway' });
  expect(json.sourceOfFunds.provided.card.nameOnCard).toBe('Ada Byrne');
});
