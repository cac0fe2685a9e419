/**
 * Callers of a gateway that terminates TLS itself and requests client certificates: over real handshakes, with
 * certificates made here.
 */
import { once } from 'node:events';
import { Agent } from 'node:https';
import { connect as connectPlain } from 'node:net';
import { connect, type TLSSocket } from 'node:tls';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HEADER_BYTES_MAX } from '../../../src/http/connections/http-limits.ts';
import { basic, newOrderId, paying } from '../../api/rest/rig.ts';
import { createAuthority, hoursFromNow, type Issued } from '../../support/certificates.ts';
import { startTlsGateway, type TlsCall, type TlsGateway } from '../../support/tls-gateway.ts';

const PASSWORD = 'only-for-tests';
const authority = createAuthority('Example Server Authority');
const clientAuthority = createAuthority('Example Client Authority');
/** Has the same name, and another key. */
const impostor = createAuthority('Example Client Authority');

const client = (name: string, more: { from?: Date; until?: Date } = {}): Issued =>
  clientAuthority.issue({ name, use: 'client', ...more });
const shop = client('shop');
const renewed = client('shop, renewed');
const other = client('another shop');
const stranger = client('in no profile');
const foreign = impostor.issue({ name: 'shop', use: 'client' });
const expired = client('expired', { from: hoursFromNow(-48), until: hoursFromNow(-24) });
const future = client('of tomorrow', { from: hoursFromNow(24), until: hoursFromNow(48) });
const ofServer = clientAuthority.issue({ name: 'a server', use: 'server', hosts: ['localhost'] });

let gateway: TlsGateway;
beforeAll(async () => {
  gateway = await startTlsGateway({ authority, clientAuthority, apiPassword: PASSWORD });
  const certificates = [shop.fingerprint, renewed.fingerprint.toUpperCase()].concat(
    [foreign, expired, future, ofServer].map(({ fingerprint }) => fingerprint),
  );
  await gateway.merchant({ id: 'SHOP', name: 'Shop', certificates });
  await gateway.merchant({ id: 'OTHER', name: 'Other shop', certificates: [other.fingerprint] });
  await gateway.merchant({ id: 'TESTSHOP', name: 'Test shop', certificates: [shop.fingerprint] });
});
afterAll(() => gateway.close());

const api = (method: string, path: string, options: TlsCall = {}, merchant = 'SHOP', version = 100) =>
  gateway.call(method, `/api/rest/version/${version}/merchant/${merchant}${path}`, options);
const identity = ({ cert, key }: Issued): TlsCall => ({ cert, key });
const password = (text: string): TlsCall => ({ headers: { Authorization: basic('TESTSHOP', text) } });

/** An order that does not exist is 400 for a merchant, 401 for everyone else. */
const KNOWN = 400;
const UNKNOWN = 401;

it('a merchant pays and reads its order by its certificate alone', async () => {
  const order = newOrderId();
  const paid = await api('PUT', `/order/${order}/transaction/1`, { ...identity(shop), body: paying('PAY') });
  expect([paid.status, paid.json.result]).toEqual([201, 'SUCCESS']);
  const read = await api('GET', `/order/${order}`, identity(shop));
  expect(read.json).toMatchObject({ status: 'CAPTURED', merchant: 'SHOP' });
});

describe('a certificate alone', () => {
  it.each([
    ['one of two in the profile', renewed, KNOWN],
    ['none', undefined, UNKNOWN],
    ['one in no profile', stranger, UNKNOWN],
    ['another merchant’s', other, UNKNOWN],
    ['one of another authority of the same name', foreign, UNKNOWN],
    ['an expired one', expired, UNKNOWN],
    ['one that is not valid yet', future, UNKNOWN],
    ['one for servers', ofServer, UNKNOWN],
  ])('is accepted or refused as expected: %s', async (_what, holder, status) => {
    const reply = await api('GET', '/order/nobody', holder && identity(holder));
    expect(reply.status).toBe(status);
    if (status === UNKNOWN) {
      expect(reply.json.error.explanation).toBe('Invalid credentials.');
    }
  });

  it('is refused for an unknown merchant', async () => {
    expect((await api('GET', '/order/nobody', identity(shop), 'NOBODY')).status).toBe(UNKNOWN);
    expect((await api('GET', '/order/nobody', identity(shop), 'A'.repeat(41))).status).toBe(UNKNOWN);
  });

  it('sets merchant-only fields in a session, also where a payer needs no credentials', async () => {
    const { session } = (await api('POST', '/session', identity(shop))).json;
    const body = { apiOperation: 'UPDATE_PAYER_DATA', order: { amount: '3.00', reference: 'SHOP-1' } };
    const update = (options: TlsCall) => api('PUT', `/session/${session.id}`, { ...options, body }, 'SHOP', 49);
    expect((await update(identity(shop))).json).toMatchObject({ order: { amount: 3 } });
    const { status, json, headers } = await update(identity(other));
    expect([status, json.order, headers['x-ignored-fields']]).toEqual([200, undefined, 'order.reference']);
  });
});

describe('a certificate and a password', () => {
  it.each([
    ['both right', shop, PASSWORD, KNOWN],
    ['the password alone', undefined, PASSWORD, KNOWN],
    ['a certificate of someone else is not looked at beside a right password', other, PASSWORD, KNOWN],
    ['a wrong password is refused with any certificate', shop, 'wrong', UNKNOWN],
  ])('are accepted or refused as expected: %s', async (_what, holder, text, status) => {
    const options = { ...(holder && identity(holder)), ...password(text) };
    expect((await api('GET', '/order/nobody', options, 'TESTSHOP')).status).toBe(status);
  });

  it.each(['Bearer abc', ''])('with credentials in the form %j are refused', async (authorization) => {
    const options = { ...identity(shop), headers: { Authorization: authorization } };
    expect((await api('GET', '/order/nobody', options)).status).toBe(UNKNOWN);
  });
});

describe('a connection', () => {
  it('that is kept alive is authenticated by its certificate at each request', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const first = await api('GET', '/order/nobody', { ...identity(shop), agent });
    const second = await api('GET', '/order/nobody', { ...identity(shop), agent });
    const elsewhere = await api('GET', '/order/nobody', { ...identity(shop), agent }, 'OTHER');
    agent.destroy();
    expect(second.socket).toBe(first.socket);
    expect(elsewhere.socket).toBe(first.socket);
    expect([first.status, second.status, elsewhere.status]).toEqual([KNOWN, KNOWN, UNKNOWN]);
  });

  it.each(['TLSv1.2', 'TLSv1.3'] as const)('resumed with %s keeps its identity', async (version) => {
    const versions = { minVersion: version, maxVersion: version };
    const resumed = async (holder?: Issued) => {
      const agent = new Agent({ maxCachedSessions: 1, keepAlive: false });
      const call = () => api('GET', '/order/nobody', { ...(holder && identity(holder)), ...versions, agent });
      await call();
      const again = await call();
      return { status: again.status, reused: again.socket.isSessionReused() };
    };
    expect(await resumed(shop)).toEqual({ status: KNOWN, reused: true });
    expect(await resumed()).toEqual({ status: UNKNOWN, reused: true });
  });

  it('older than TLS 1.2 is refused', async () => {
    const ancient = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'DEFAULT@SECLEVEL=0' } as const;
    await expect(gateway.call('GET', '/healthz', ancient)).rejects.toThrow();
    expect((await gateway.call('GET', '/healthz')).status).toBe(200);
  });

  it.each([
    'ECDHE-ECDSA-AES128-SHA',
    'ECDHE-ECDSA-AES256-SHA384',
    'ECDHE-ECDSA-AES128-SHA256',
    'ECDHE-RSA-AES128-SHA',
    'AES128-SHA',
    'AES256-GCM-SHA384',
    'DHE-RSA-AES256-GCM-SHA384',
  ])('is refused with a suite without forward secrecy or authentication: %s', async (ciphers) => {
    const weak = { maxVersion: 'TLSv1.2', ciphers: `${ciphers}:@SECLEVEL=0` } as const;
    await expect(gateway.call('GET', '/healthz', weak)).rejects.toThrow();
  });

  it.each(['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-ECDSA-CHACHA20-POLY1305'])(
    'is accepted at TLS 1.2 with %s',
    async (ciphers) => {
      expect((await gateway.call('GET', '/healthz', { maxVersion: 'TLSv1.2', ciphers })).status).toBe(200);
    },
  );

  it('cannot bring another certificate in a second handshake', async () => {
    const socket = await handshake({ ...identity(shop), maxVersion: 'TLSv1.2' });
    const outcome = new Promise((resolve) => {
      socket.on('error', resolve);
      socket.renegotiate({}, resolve);
    });
    expect(await outcome).toMatchObject({ code: 'ERR_SSL_NO_RENEGOTIATION' });
    socket.destroy();
  });

  it('that does not speak TLS is closed without an answer, and causes a line in the log without its input', async () => {
    const socket = connectPlain(gateway.port, '127.0.0.1');
    socket.write('GET /canary-of-plain-http HTTP/1.1\r\nHost: localhost\r\n\r\n');
    let received = '';
    socket.on('data', (bytes) => {
      received += bytes.toString('latin1');
    });
    socket.on('error', () => undefined);
    await once(socket, 'close');
    expect(received).not.toContain('HTTP/');
    await expect.poll(() => gateway.logged.join('')).toContain('ERR_SSL_HTTP_REQUEST');
    expect(gateway.logged.join('')).not.toContain('canary-of-plain-http');
  });

  it('that does not speak HTTP inside its TLS gets an HTTP error', async () => {
    const socket = await handshake({});
    socket.write('no request line\r\n\r\n');
    let received = '';
    for await (const bytes of socket) {
      received += bytes;
    }
    expect(received).toMatch(/^HTTP\/1\.1 400 /);
  });
});

async function handshake(options: TlsCall): Promise<TLSSocket> {
  const { cert, key, maxVersion } = options;
  const socket = connect({ port: gateway.port, servername: 'localhost', ca: gateway.ca, cert, key, maxVersion });
  socket.on('error', () => undefined);
  await once(socket, 'secureConnect');
  return socket;
}

it('the limits of the listener apply inside TLS', async () => {
  const refused = await api('GET', '/order/nobody', { headers: { 'X-Long': 'a'.repeat(HEADER_BYTES_MAX) } });
  expect(refused.status).toBe(431);
});

describe('a Client-Cert header', () => {
  it('proves nothing on a connection of the gateway’s own', async () => {
    const headers = { 'Client-Cert': `:${shop.der.toString('base64')}:` };
    expect((await api('GET', '/order/nobody', { headers })).status).toBe(UNKNOWN);
    expect((await api('GET', '/order/nobody', { ...identity(other), headers })).status).toBe(UNKNOWN);
    expect((await api('GET', '/order/nobody', { ...identity(shop), headers })).status).toBe(KNOWN);
  });

  it('of a proxy counts, and the proxy’s own certificate does not', async () => {
    const proxies = '127.0.0.1';
    const proxied = await startTlsGateway({ authority, clientAuthority, apiPassword: PASSWORD, proxies });
    await proxied.merchant({ id: 'SHOP', name: 'Shop', certificates: [shop.fingerprint] });
    const status = async (holder: Issued, headers = {}) =>
      (await proxied.call('GET', '/api/rest/version/100/merchant/SHOP/order/x', { ...identity(holder), headers }))
        .status;
    const headerOf = ({ der }: Issued) => ({ 'Client-Cert': `:${der.toString('base64')}:` });
    expect(await status(stranger, headerOf(shop))).toBe(KNOWN);
    expect(await status(shop, headerOf(stranger))).toBe(UNKNOWN);
    expect(await status(shop)).toBe(UNKNOWN);
    await proxied.close();
  });
});

it('a payer without a certificate gets the page, with a cookie that stays on https', async () => {
  const body = {
    apiOperation: 'INITIATE_CHECKOUT',
    interaction: { operation: 'PURCHASE' },
    order: { id: newOrderId(), amount: '12.00', currency: 'EUR' },
  };
  const { checkout } = (await api('POST', '/session', { ...identity(shop), body })).json;
  const url = new URL(checkout.url);
  expect(url.origin).toBe(gateway.origin);
  const page = await gateway.call('GET', url.pathname);
  expect([page.status, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const [cookie = ''] = page.headers['set-cookie'] ?? [];
  expect(cookie).toMatch(/^__Host-turnpike=/);
  expect(cookie.split('; ')).toEqual(expect.arrayContaining(['Secure', 'HttpOnly', 'Path=/']));
  expect(page.headers['strict-transport-security']).toMatch(/^max-age=/);
});
