/** `interaction.action.3DSecure` of a checkout: the demands it makes, and those it cannot waive. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ENROLLED, startWorld, type World } from '../../../api/rest/payer-authentication/world.ts';
import { type CallOptions, newOrderId, type Rig } from '../../../api/rest/rig.ts';
import { cardForm, hands } from '../../hands.ts';

const FRICTIONLESS = cardForm('01/40', { number: '5123456789012346' });
/** Outside every range of the directory server. */
const NO_PART = cardForm('01/40', { number: '5205550000000006' });
const UNAVAILABLE = cardForm('04/40', { number: '5123456789012346' });

let world: World;
beforeAll(async () => {
  world = await startWorld();
  const shop = (id: string, payerAuthentication: object | null) =>
    world.rig.merchant({ id, name: 'Harbour Lane Books', payerAuthentication });
  await shop('NEVERASKS', { ...ENROLLED, when: 'NEVER' });
  await shop('ASKS', { ...ENROLLED, whenUnavailable: 'PROCEED' });
  await shop('ALWAYSASKS', { ...ENROLLED, when: 'ALWAYS' });
  await shop('SHIFTS', { ...ENROLLED, requireLiabilityShift: true });
  await shop('UNENROLLED', null);
});
afterAll(() => world.close());

/** Pays at a shop with this preference. @returns the order, once its payment is decided or a challenge is shown */
async function tried(merchant: string, wish: string | undefined, card: Record<string, string>, more: object = {}) {
  const { rig } = world;
  const its = Object.assign(Object.create(rig) as Rig, {
    api: (method: string, path: string, body?: unknown, options: CallOptions = {}) =>
      rig.api(method, path, body, { merchant, ...options }),
  });
  const { browse, checkout, form, post } = hands(() => its);
  const { id, order } = await checkout({
    ...more,
    ...(wish !== undefined && { interaction: { action: { '3DSecure': wish } } }),
  });
  const { hidden, action, cookie } = await form(id);
  await post(action, { ...hidden, ...card }, { Cookie: cookie, Origin: world.origin });
  const look = async () => {
    const page = await browse(`/checkout/pay/${id}`, { Cookie: cookie });
    const { json } = await its.api('GET', `/order/${order}`);
    const payment = json.transaction?.find(
      ({ transaction }: { transaction: { id: string } }) => transaction.id === '1',
    );
    return page.text.includes('name="creq"') ? 'CHALLENGE' : payment && { payment, isSent: sent(order) };
  };
  await expect.poll(look, { timeout: 15_000 }).toBeDefined();
  return look();
}

const sent = (order: string) => world.rig.host.ledger({ order }).length > 0;
const status = (code: string) => ({ payment: { transaction: { authenticationStatus: code } }, isSent: true });

describe('MANDATORY', () => {
  it.each(['NEVERASKS', 'ASKS'])('authenticates a payer of %s, and pays then', async (merchant) => {
    expect(await tried(merchant, 'MANDATORY', FRICTIONLESS)).toMatchObject(status('AUTHENTICATION_SUCCESSFUL'));
  });

  it.each([
    ['whose card takes no part', 'ASKS', NO_PART, 'NOT_ENROLLED_3D_SECURE'],
    ['whose bank is not there, though the profile would go on', 'ASKS', UNAVAILABLE, 'AUTHENTICATION_FAILED'],
    ['of a shop without payer authentication', 'UNENROLLED', FRICTIONLESS, 'NOT_ENROLLED_3D_SECURE'],
  ])('sends no payment of a payer %s', async (_, merchant, card, gatewayCode) => {
    expect(await tried(merchant, 'MANDATORY', card)).toMatchObject({
      payment: { result: 'FAILURE', response: { gatewayCode } },
      isSent: false,
    });
  });
});

describe('BYPASS', () => {
  it('skips the authentication where the profile leaves it to the bank', async () => {
    expect(await tried('ASKS', 'BYPASS', FRICTIONLESS)).toMatchObject(status('AUTHENTICATION_NOT_IN_EFFECT'));
  });

  it('does not override a demand of the profile or an agreement', async () => {
    const agreement = { id: newOrderId(), type: 'RECURRING', amountVariability: 'FIXED' };
    expect(await tried('ALWAYSASKS', 'BYPASS', FRICTIONLESS)).toMatchObject(status('AUTHENTICATION_SUCCESSFUL'));
    expect(await tried('SHIFTS', 'BYPASS', FRICTIONLESS)).toMatchObject(status('AUTHENTICATION_SUCCESSFUL'));
    expect(await tried('ASKS', 'BYPASS', FRICTIONLESS, { agreement })).toMatchObject(
      status('AUTHENTICATION_SUCCESSFUL'),
    );
  });
});

it.each(['USE_GATEWAY_DEFAULT', 'OPTIONAL', undefined])('3DSecure %s follows the profile', async (wish) => {
  expect(await tried('NEVERASKS', wish, FRICTIONLESS)).toMatchObject(status('AUTHENTICATION_NOT_IN_EFFECT'));
  expect(await tried('ASKS', wish, NO_PART)).toMatchObject({ isSent: true });
});
