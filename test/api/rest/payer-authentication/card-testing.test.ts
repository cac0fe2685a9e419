/** An authentication reveals as much to a card tester as a payment: it is counted, and its reason is hidden. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic, newOrderId } from '../rig.ts';
import {
  ASKED,
  cardUntil,
  DENIED,
  DEVICE,
  ENROLLED,
  FRICTIONLESS,
  HOME,
  MONEY,
  REJECTED,
  startWorld,
  type World,
} from './world.ts';

const SHOP = 'LIMITED';

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.rig.merchant({
    id: SHOP,
    name: 'Limited Shop',
    payerAuthentication: ENROLLED,
    limits: { declinesPerCard: 2 },
  });
});
afterAll(() => world.close());

/** Denied by its expiry; another card than that of the limits above. */
const OTHER = cardUntil('3', '5111111111111118').sourceOfFunds;

const options = { merchant: SHOP };

async function statusOf(card: object, more: object = {}): Promise<string> {
  const { asked } = await world.authenticated(card, more, options);
  return asked.json.order.authenticationStatus;
}

describe('an issuer’s refusals', () => {
  it('of one card count, denied or rejected; at the limit no authentication is sent, and a good card is rejected', async () => {
    expect([await statusOf(DENIED), await statusOf(REJECTED)]).toEqual([
      'AUTHENTICATION_FAILED',
      'AUTHENTICATION_REJECTED',
    ]);
    expect(await statusOf(FRICTIONLESS)).toBe('AUTHENTICATION_REJECTED');
  });
});

describe('by the session’s id', () => {
  const asPayer = (id: string) => ({ authorization: basic(SHOP, id), merchant: SHOP });
  const prepared = async (card: object) => {
    const { json } = await world.rig.api('POST', '/session', {}, options);
    const { id } = json.session;
    const authentication = { redirectResponseUrl: HOME };
    await world.rig.api('PUT', `/session/${id}`, { ...card, authentication, order: MONEY }, options);
    return id as string;
  };
  const begin = (id: string, order: string) =>
    world.put(
      order,
      'a',
      { apiOperation: 'INITIATE_AUTHENTICATION', session: { id }, authentication: ASKED },
      asPayer(id),
    );

  it('the issuer’s reason is hidden, and shown to the merchant', async () => {
    const id = await prepared({ sourceOfFunds: { ...OTHER } });
    const order = newOrderId();
    await begin(id, order);
    const body = { apiOperation: 'AUTHENTICATE_PAYER', session: { id }, device: DEVICE };
    const { json } = await world.put(order, 'a', body, asPayer(id));
    expect(json.order.authenticationStatus).toBe('AUTHENTICATION_FAILED');
    expect(json.authentication['3ds2']).not.toHaveProperty('statusReasonCode');
    const found = await world.get(`/order/${order}/transaction/a`, options);
    expect(found.json.authentication['3ds2'].statusReasonCode).toMatch(/^\d\d$/);
  });

  it('a session without an order is bound to the first one that its payer starts', async () => {
    const id = await prepared(FRICTIONLESS);
    const [first, second] = [newOrderId(), newOrderId()];
    expect((await begin(id, first)).status).toBe(201);
    const refused = await begin(id, second);
    expect([refused.status, refused.json.error.field]).toEqual([400, 'order.id']);
    expect((await begin(id, first)).status).toBe(201);
    // The merchant's own server may pay any order.
    const pay = { apiOperation: 'PAY', order: MONEY, ...FRICTIONLESS };
    expect((await world.put(second, '1', pay, options)).status).toBe(201);
  });
});
