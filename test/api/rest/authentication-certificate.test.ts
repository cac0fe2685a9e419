/** Certificate authentication behind a proxy, which passes the verified certificate in `Client-Cert`. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Authenticator, ownsCertificate } from '../../../src/api/rest/authenticate.ts';
import { Passwords } from '../../../src/api/rest/passwords.ts';
import { merchant } from '../../core/world.ts';
import { createAuthority, hoursFromNow, type Issued } from '../../support/certificates.ts';
import { basic, newOrderId, PASSWORD, paying, type Rig, startRig } from './rig.ts';

const authority = createAuthority('Example Client Authority');
const shop = authority.issue({ name: 'shop', use: 'client' });
const other = authority.issue({ name: 'another shop', use: 'client' });
const expired = authority.issue({
  name: 'expired',
  use: 'client',
  from: hoursFromNow(-48),
  until: hoursFromNow(-24),
});

const certificateHeader = ({ der }: Issued) => ({ 'Client-Cert': `:${der.toString('base64')}:` });
const profile = { id: 'SHOP', name: 'Shop', certificates: [shop.fingerprint, expired.fingerprint] };

let rig: Rig;
/** The same, without a trusted proxy. */
let unproxied: Rig;
beforeAll(async () => {
  rig = await startRig({ CLIENT_CERT_PROXIES: '127.0.0.1' });
  unproxied = await startRig();
  for (const one of [rig, unproxied]) {
    await one.merchant(profile);
  }
  await rig.merchant({ id: 'OTHER', name: 'Other shop', certificates: [other.fingerprint] });
});
afterAll(() => Promise.all([rig.close(), unproxied.close()]));

const get = (headers: Record<string, string>, merchantId = 'SHOP', authorization: string | null = null, at = rig) =>
  at.api('GET', '/order/nobody', undefined, { authorization, merchant: merchantId, headers });

it('a merchant pays with only the certificate that the proxy has verified', async () => {
  const order = newOrderId();
  const options = { authorization: null, merchant: 'SHOP', headers: certificateHeader(shop) };
  const paid = await rig.api('PUT', `/order/${order}/transaction/1`, paying('PAY'), options);
  expect([paid.status, paid.json.result]).toEqual([201, 'SUCCESS']);
  expect((await rig.api('GET', `/order/${order}`, undefined, options)).json.merchant).toBe('SHOP');
});

describe('the gateway refuses like a wrong password', () => {
  it.each([
    ['no certificate', {}, 'SHOP'],
    ['another merchant’s', certificateHeader(other), 'SHOP'],
    ['the right one at another merchant’s address', certificateHeader(shop), 'OTHER'],
    ['one that has expired, though it is in the profile', certificateHeader(expired), 'SHOP'],
    ['a header that holds none', { 'Client-Cert': shop.fingerprint }, 'SHOP'],
  ])('%s', async (_what, headers, merchantId) => {
    const reply = await get(headers, merchantId);
    const wrong = await get({}, merchantId, basic(merchantId, 'wrong'));
    const { date: _, ...answered } = reply.headers;
    expect(reply.status).toBe(401);
    expect({ ...wrong.headers, date: undefined }).toEqual({ ...answered, date: undefined });
    expect(reply.json.error.explanation).toBe(wrong.json.error.explanation);
  });

  it('a header from a client that is no proxy', async () => {
    expect((await get(certificateHeader(shop), 'SHOP', null, unproxied)).status).toBe(401);
    expect((await get(certificateHeader(shop), 'SHOP', basic('SHOP', PASSWORD), unproxied)).status).toBe(400);
  });

  it('a wrong password beside the right certificate', async () => {
    expect((await get(certificateHeader(shop), 'SHOP', basic('SHOP', 'wrong'))).status).toBe(401);
    expect((await get(certificateHeader(shop), 'SHOP', basic('SHOP', PASSWORD))).status).toBe(400);
  });
});

it('logs contain neither certificates nor fingerprints', () => {
  const logged = rig.logged.concat(unproxied.logged).join('');
  for (const { der, fingerprint } of [shop, other, expired]) {
    expect(logged).not.toContain(der.toString('base64').slice(0, 40));
    expect(logged).not.toContain(fingerprint);
  }
});

describe('the owner of a certificate', () => {
  const owning = (...certificates: string[]) => ({ ...merchant, profile: { ...merchant.profile, certificates } });
  const HEX = 'ab'.repeat(32);

  it('is the merchant of the address alone, for any spelling of the fingerprint in the profile', async () => {
    const authenticator = new Authenticator({
      merchants: {
        find: async (id) => (id === merchant.id ? { ...owning(HEX.toUpperCase()), passwordHash: null } : undefined),
      },
      passwords: new Passwords(() => Buffer.alloc(32)),
      rehash: async () => undefined,
      now: () => 0,
      wallClock: () => 0,
    });
    expect((await authenticator.owner(HEX, merchant.id))?.id).toBe(merchant.id);
    expect(await authenticator.owner('cd'.repeat(32), merchant.id)).toBeUndefined();
    expect(await authenticator.owner(HEX, 'NOBODY')).toBeUndefined();
  });

  it('has the whole fingerprint in its profile', () => {
    expect(ownsCertificate(owning(HEX, 'cd'.repeat(32)), 'cd'.repeat(32))).toBe(true);
    expect(ownsCertificate(owning(HEX), HEX.slice(0, 62))).toBe(false);
    expect(ownsCertificate(owning(), '')).toBe(false);
  });
});
