/**
 * Authentication by the payer's browser or app with the session's id alone: the operations that it permits and refuses.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { basic, newOrderId, paying } from '../rig.ts';
import { ASKED, CHALLENGED, DEVICE, FRICTIONLESS, HOME, MONEY, startWorld, type World } from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const asPayer = (id: string) => ({ authorization: basic(world.merchant, id) });
const by = (apiOperation: string, id: string, more: object = {}) => ({ apiOperation, session: { id }, ...more });
const prepared = (more: object = {}) =>
  world.session({
    ...FRICTIONLESS,
    authentication: { redirectResponseUrl: HOME },
    customer: { email: 'canary-victim@x.example' },
    order: { ...MONEY, reference: 'canary-reference' },
    ...more,
  });

async function initiated(id: string, order: string, more: object = {}) {
  const body = by('INITIATE_AUTHENTICATION', id, { authentication: ASKED, ...more });
  return world.put(order, 'a', body, asPayer(id));
}

describe('the session’s id as the password', () => {
  it('authenticates the payer, and shows no data of the shop or of the card', async () => {
    const { id } = await prepared();
    const order = newOrderId();
    const first = await initiated(id, order);
    const body = by('AUTHENTICATE_PAYER', id, { device: DEVICE });
    const { status, json, text } = await world.put(order, 'a', body, asPayer(id));
    expect([first.status, status, json.order.authenticationStatus]).toEqual([201, 201, 'AUTHENTICATION_SUCCESSFUL']);
    expect(json.authentication.redirect.html).toContain('threedsFrictionLessRedirectForm');
    for (const shown of [first.text, text]) {
      expect(shown).not.toMatch(/canary|512345/);
    }
    expect((await world.get(`/order/${order}`)).text).toContain('canary-reference');
  });

  it('lets the payer’s own card and address be authenticated', async () => {
    const { id } = await prepared();
    const billing = { address: { city: 'Ghent', country: 'BEL' } };
    const { json } = await initiated(id, newOrderId(), { ...CHALLENGED, billing });
    expect(json.order.authenticationStatus).toBe('AUTHENTICATION_AVAILABLE');
  });

  it('accepts repeated values of the session', async () => {
    const { id } = await prepared();
    const order = { amount: '10', currency: 'EUR' };
    const authentication = { ...ASKED, redirectResponseUrl: HOME };
    expect((await initiated(id, newOrderId(), { order, authentication })).status).toBe(201);
  });

  it.each([
    ['order.amount', { order: { amount: '0.01' } }],
    ['order.currency', { order: { currency: 'USD' } }],
    ['authentication.transactionId', { authentication: { transactionId: 'none' } }],
  ])('cannot set %s', async (field, more) => {
    const { id } = await prepared();
    const order = newOrderId();
    const { status, json } = await initiated(id, order, more);
    expect([status, json.error.field]).toEqual([400, field]);
    expect((await world.get(`/order/${order}`)).json.error.explanation).toContain(order);
  });

  it.each([
    ['order.reference', { order: { reference: 'x' } }],
    ['authentication.redirectResponseUrl', { authentication: { redirectResponseUrl: 'https://shop.example/other' } }],
    ['authentication.challengePreference', { authentication: { challengePreference: 'NO_CHALLENGE' } }],
    ['authentication.psd2.exemption', { authentication: { psd2: { exemption: 'LOW_RISK' } } }],
    ['authentication.channel', { authentication: { channel: 'MERCHANT_REQUESTED' } }],
    ['authentication.channel', { authentication: { channel: 'PAYER_APP' } }],
    ['authentication.acceptVersions', { authentication: { acceptVersions: '3DS1' } }],
    ['authentication.acceptVersions', { authentication: { acceptVersions: '3DS1,X3DS2' } }],
    ['authentication.acceptVersions', { authentication: { acceptVersions: '3DS2.0' } }],
    ['agreement.id', { agreement: { id: '1' } }],
    ['sourceOfFunds.token', { sourceOfFunds: { token: '9123456789012345' } }],
    ['transaction.reference', { transaction: { reference: 'x' } }],
    ['userId', { userId: 'admin' }],
  ])('ignores %s and names it, and the issuer authenticates', async (field, more) => {
    const { id } = await prepared();
    const order = newOrderId();
    const { status, json, headers } = await initiated(id, order, more);
    expect([status, json.order.authenticationStatus]).toEqual([201, 'AUTHENTICATION_AVAILABLE']);
    expect(String(headers['x-ignored-fields']).split(', ')).toEqual([field]);
    const asked = await world.put(order, 'a', by('AUTHENTICATE_PAYER', id, more), asPayer(id));
    expect([asked.status, asked.json.order.authenticationStatus]).toEqual([201, 'AUTHENTICATION_SUCCESSFUL']);
    expect(asked.json.authentication.redirect.html).toContain(HOME.replace('&', '&amp;'));
  });

  it('authenticates where neither the payer nor the session names a channel', async () => {
    const { id } = await prepared();
    const { json } = await initiated(id, newOrderId(), { authentication: { purpose: 'PAYMENT_TRANSACTION' } });
    expect(json.order.authenticationStatus).toBe('AUTHENTICATION_AVAILABLE');
  });

  it('accepts the channel of an app, without a challenge, where the session has it', async () => {
    const { id } = await prepared({ authentication: { redirectResponseUrl: HOME, channel: 'PAYER_APP' } });
    const { status, json } = await initiated(id, newOrderId(), { authentication: { channel: 'PAYER_APP' } });
    expect([status, json.order.authenticationStatus]).toEqual([201, 'AUTHENTICATION_NOT_SUPPORTED']);
  });

  it('permits no other order: not one that the session does not name, nor one that others have started', async () => {
    const [named, taken] = [newOrderId(), newOrderId()];
    const { id } = await prepared({ order: { ...MONEY, id: named } });
    expect((await initiated(id, newOrderId())).json.error.field).toBe('order.id');
    expect((await initiated(id, named)).status).toBe(201);
    await world.put(taken, '1', paying('PAY'));
    const { id: nameless } = await prepared();
    const { status, json } = await initiated(nameless, taken);
    expect([status, json.error.field]).toEqual([400, 'order.id']);
  });

  it('continues an authentication that the merchant’s server started with the session', async () => {
    const { id } = await prepared();
    const order = newOrderId();
    const initiation = by('INITIATE_AUTHENTICATION', id, { authentication: ASKED });
    expect((await world.put(order, 'a', initiation)).status).toBe(201);
    expect((await world.put(order, 'a', by('AUTHENTICATE_PAYER', id), asPayer(id))).status).toBe(201);
  });

  it('permits no payment, no retrieval, no other session, and is refused without the session in the body', async () => {
    const [{ id }, { id: other }] = [await prepared(), await prepared()];
    const order = newOrderId();
    const refused = [
      world.put(order, '1', { ...paying('PAY'), session: { id } }, asPayer(id)),
      world.get(`/order/${order}`, asPayer(id)),
      world.put(order, 'a', by('INITIATE_AUTHENTICATION', other), asPayer(id)),
      world.put(order, 'a', { apiOperation: 'INITIATE_AUTHENTICATION', ...FRICTIONLESS }, asPayer(id)),
      world.rig.api('PUT', `/order/${order}/transaction/a`, '{"half":', { merchant: world.merchant, ...asPayer(id) }),
      world.rig.api('PUT', `/order/${order}/transaction/a`, by('INITIATE_AUTHENTICATION', id), {
        merchant: 'TESTSHOP',
        authorization: basic('TESTSHOP', id),
      }),
    ];
    expect((await Promise.all(refused)).map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 401]);
  });

  it('works as often as authenticationLimit says, beside updates of the session', async () => {
    const { json } = await world.rig.api(
      'POST',
      '/session',
      { session: { authenticationLimit: 2 } },
      { merchant: world.merchant },
    );
    const { id } = json.session;
    const more = { ...FRICTIONLESS, authentication: { ...ASKED, redirectResponseUrl: HOME }, order: MONEY };
    await world.rig.api('PUT', `/session/${id}`, more, { merchant: world.merchant });
    const order = newOrderId();
    const options = { merchant: world.merchant, ...asPayer(id) };
    const statuses = [
      (await world.rig.api('PUT', `/session/${id}`, FRICTIONLESS, options)).status,
      (await initiated(id, order)).status,
      (await world.put(order, 'a', by('AUTHENTICATE_PAYER', id), asPayer(id))).status,
    ];
    expect(statuses).toEqual([200, 201, 403]);
  });
});
