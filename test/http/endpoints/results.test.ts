/** Access to the endpoint for authentication results: over real handshakes, with certificates made here. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type IncomingMessage, request as plainRequest } from 'node:http';
import { Agent, type RequestOptions, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { connect, type TLSSocket } from 'node:tls';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStore } from '../../../src/adapters/store/store.ts';
import { type App, startApp } from '../../../src/compose/index.ts';
import { readSettings } from '../../../src/settings/index.ts';
import { AT_LENGTH } from '../../support/at-length.ts';
import { type Authority, createAuthority, hoursFromNow, type Issued } from '../../support/certificates.ts';
import { newDatabase } from '../../support/database-place.ts';
import { keptPages } from '../../support/kept-pages.ts';
import { freePorts } from '../../support/ports.ts';

const gatewayAuthority = createAuthority('Example Server Authority');
const merchants = createAuthority('Merchants');
const visa = createAuthority('Visa');
const jcb = createAuthority('JCB');
const nobody = createAuthority('Nobody');
/** Visa's intermediate authority, between its root and its clients. */
const visaClients = createAuthority('Visa Clients', { name: 'Visa', key: visa.key });

const client = (authority: Authority, more: { from?: Date; until?: Date } = {}) =>
  authority.issue({ name: 'client', use: 'client', ...more });
const ofVisa = client(visa);
const shop = client(merchants);
const withChain = (own: Issued, ...above: readonly Issued[]): Issued => ({
  ...own,
  cert: [own, ...above].map(({ cert }) => cert).join('\n'),
});

const HOST = 'localhost:8443';
const PATH = '/3ds/results/VISA';
const PROXY = '127.0.0.9';

const folder = mkdtempSync(join(tmpdir(), 'turnpike-results-'));
const file = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text, { mode: 0o600 });
  return join(folder, name);
};
let app: App;
let place: Awaited<ReturnType<typeof newDatabase>>;

/** A live gateway: there a certificate is required from every address. */
beforeAll(async () => {
  place = await newDatabase();
  const [acquirer, directoryServer] = await freePorts(2);
  const own = gatewayAuthority.issue({ name: 'gateway', use: 'server', hosts: ['localhost'] });
  const scheme = (name: string, authority: Authority) => {
    const { cert, key } = client(authority);
    return {
      [`DIRECTORY_SERVER_${name}_URL`]: `https://localhost:${directoryServer}/${name}`,
      [`DIRECTORY_SERVER_${name}_CA`]: file(`${name}.pem`, authority.cert),
      [`DIRECTORY_SERVER_${name}_CERT`]: file(`${name}-cert.pem`, cert),
      [`DIRECTORY_SERVER_${name}_KEY`]: file(`${name}-key.pem`, key),
    };
  };
  const settings = readSettings({
    TURNPIKE_MODE: 'live',
    TURNPIKE_KEYS: randomBytes(32).toString('base64'),
    DATA_DIR: folder,
    DATABASE_URL: place.url,
    PORT: '0',
    PUBLIC_ORIGIN: `https://${HOST}`,
    ACQUIRER_URL: `iso8583://127.0.0.1:${acquirer}`,
    TLS_CERT: file('gateway.pem', own.cert),
    TLS_KEY: file('gateway.key', own.key),
    TLS_CLIENT_CA: file('clients.pem', merchants.cert),
    CLIENT_CERT_PROXIES: PROXY,
    THREE_DS_SERVER_REFERENCE_NUMBER: '3DS_LOA_SER_TEST_020200_00001',
    ...scheme('VISA', visa),
    ...scheme('JCB', jcb),
  });
  app = await startApp(settings, pino({ level: 'silent' }), '9.9.9', { pages: await keptPages() });
  const store = await openStore(settings.databaseUrl, { owner: false });
  const certificates = [shop.fingerprint, ofVisa.fingerprint];
  await store.merchants.put({ id: 'SHOP', name: 'Shop', certificates }, Date.now());
  await store.close();
});
afterAll(async () => {
  await app.close();
  await place.remove();
  rmSync(folder, { recursive: true, force: true });
});

const connection = () => ({ host: '127.0.0.1', port: app.port, servername: 'localhost', ca: gatewayAuthority.cert });

interface Reply {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly socket: TLSSocket;
}

async function call(method: string, path: string, options: RequestOptions, body?: string): Promise<Reply> {
  const { headers, ...rest } = options;
  const sent = request({ ...connection(), agent: false, method, path, headers: { Host: HOST, ...headers }, ...rest });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const { statusCode: status = 0, socket } = response;
  const type = response.headers['content-type'] ?? '';
  return { status, type, text: await textOf(response), socket: socket as TLSSocket };
}

const identity = ({ cert, key }: Issued) => ({ cert, key });
const post = (caller: Issued | undefined, path = PATH, more: RequestOptions = {}, body = 'no message') =>
  call('POST', path, { ...(caller && identity(caller)), ...more }, body);
const asMerchant = async (caller: Issued) =>
  (await call('GET', '/api/rest/version/100/merchant/SHOP/order/nobody', identity(caller))).status;

describe('the directory server of a scheme', () => {
  it('is recognized by a certificate of the scheme’s authority, and answered in JSON', async () => {
    const reply = await post(ofVisa);
    expect([reply.status, reply.type]).toEqual([200, 'application/json; charset=utf-8']);
    expect(JSON.parse(reply.text)).toMatchObject({ messageType: 'Erro', errorCode: '101', errorComponent: 'S' });
    expect((await post(client(jcb), '/3ds/results/JCB')).status).toBe(200);
  });

  it(
    'may have its certificate from an intermediate authority, on new connections and on resumed sessions',
    AT_LENGTH,
    async () => {
      const own = withChain(client(visaClients), visaClients);
      expect((await post(own)).status).toBe(200);
      for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
        const agent = new Agent({ ...connection(), ...identity(own), minVersion: version, maxVersion: version });
        const of = () => post(own, PATH, { agent, headers: { Connection: 'close' } });
        const [first, second] = [await of(), await of()];
        expect([first.status, second.status, second.socket.isSessionReused()]).toEqual([200, 200, true]);
        agent.destroy();
      }
    },
  );

  it('may post a long message, within a limit', async () => {
    expect((await post(ofVisa, PATH, {}, 'x'.repeat(100 * 1024))).status).toBe(200);
    expect((await post(ofVisa, PATH, {}, 'x'.repeat(200 * 1024))).status).toBe(413);
  });

  it('does not become a merchant, even with a matching profile', async () => {
    expect(await asMerchant(shop)).toBe(400);
    expect(await asMerchant(ofVisa)).toBe(401);
  });

  it(
    'is recognized by the certificate that a trusted proxy has verified, and not by another client’s header',
    AT_LENGTH,
    async () => {
      const header = (certificate: Issued) => ({ 'Client-Cert': `:${certificate.der.toString('base64')}:` });
      const by = (localAddress: string, certificate: Issued) =>
        post(undefined, PATH, { localAddress, headers: header(certificate) });
      expect((await by(PROXY, ofVisa)).status).toBe(200);
      expect((await by(PROXY, shop)).status).toBe(404);
      expect((await by(PROXY, client(nobody))).status).toBe(404);
      expect((await by('127.0.0.8', ofVisa)).status).toBe(404);
      expect((await post(ofVisa, PATH, { localAddress: PROXY })).status).toBe(404);
    },
  );
});

/** Has the merchants' name and claims to be issued by Visa; neither has signed it. */
const forged = createAuthority('Merchants', { name: 'Visa', key: nobody.key });
const impostor = createAuthority('Visa');

describe('an endpoint for results refuses, as if it did not exist,', () => {
  it.each<[string, Issued | undefined]>([
    ['a caller without a certificate', undefined],
    ['a merchant', shop],
    ['another scheme’s directory server', client(jcb)],
    ['one of an unknown authority', client(nobody)],
    ['one of another authority of the scheme’s name', client(impostor)],
    ['one that sends that authority too', withChain(client(impostor), impostor)],
    ['a merchant with a chain that says to lead to the scheme', withChain(shop, forged)],
    ['one without its intermediate authority', client(visaClients)],
    ['an expired one', client(visa, { from: hoursFromNow(-48), until: hoursFromNow(-24) })],
    ['a future one', client(visa, { from: hoursFromNow(24), until: hoursFromNow(48) })],
    ['a server’s', visa.issue({ name: 'ds', use: 'server', hosts: ['ds.example'] })],
  ])('%s', async (_, caller) => {
    expect((await post(caller)).status).toBe(404);
  });

  it('a scheme without a directory server, or none at all', async () => {
    for (const path of ['/3ds/results/AMEX', '/3ds/results/visa', '/3ds/results/', '/3ds']) {
      const reply = await post(ofVisa, path);
      expect([path, reply.status, reply.type]).toEqual([path, 404, 'application/json; charset=utf-8']);
    }
    expect((await call('GET', PATH, identity(ofVisa))).status).toBe(404);
  });

  it('a body of an unauthenticated client, which is not read', async () => {
    const socket = connect(connection());
    socket.write(`POST ${PATH} HTTP/1.1\r\nHost: ${HOST}\r\nContent-Length: 100000\r\n\r\n`);
    const [bytes] = (await once(socket, 'data')) as [Buffer];
    expect(bytes.toString()).toMatch(/^HTTP\/1\.1 404 /);
    socket.destroy();
  });
});

describe('in the sandbox', () => {
  it('directory servers post from this machine by plain http, and no client elsewhere may', async () => {
    const own = await newDatabase();
    const [acquirer, directoryServer] = await freePorts(2);
    const dataDir = mkdtempSync(join(tmpdir(), 'turnpike-results-sandbox-'));
    const settings = readSettings({
      DATA_DIR: dataDir,
      DATABASE_URL: own.url,
      PORT: '0',
      PUBLIC_ORIGIN: 'http://localhost:8080',
      ACQUIRER_URL: `iso8583://127.0.0.1:${acquirer}`,
      SANDBOX_3DS_PORT: `${directoryServer}`,
      TRUSTED_PROXIES: '127.0.0.1',
    });
    const sandbox = await startApp(settings, pino({ level: 'silent' }), '9.9.9', { pages: await keptPages() });
    const from = async (headers: Record<string, string>, localAddress = '127.0.0.1') => {
      const sent = plainRequest({
        localAddress,
        host: '127.0.0.1',
        port: sandbox.port,
        method: 'POST',
        path: PATH,
        headers: { Host: 'localhost:8080', ...headers },
      });
      sent.end('no message');
      const [response] = (await once(sent, 'response')) as [IncomingMessage];
      return [response.statusCode, (await textOf(response)).includes('"errorCode":"101"')];
    };
    expect(await from({})).toEqual([200, true]);
    expect(await from({ 'X-Forwarded-For': '127.0.0.1' })).toEqual([200, true]);
    expect(await from({ 'X-Forwarded-For': '203.0.113.7' })).toEqual([404, false]);
    expect(await from({ 'X-Forwarded-For': '10.0.0.7' })).toEqual([404, false]);
    // A proxy of this machine that the settings do not name.
    expect(await from({}, '127.0.0.5')).toEqual([200, true]);
    for (const name of ['X-Forwarded-For', 'X-Real-IP', 'Via', 'Forwarded']) {
      expect(await from({ [name]: '127.0.0.1' }, '127.0.0.5')).toEqual([404, false]);
    }
    await sandbox.close();
    await own.remove();
    rmSync(dataDir, { recursive: true, force: true });
  });
});
