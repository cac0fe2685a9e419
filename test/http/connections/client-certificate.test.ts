/** The handling of `Client-Cert` by a server of its own, from a trusted proxy and from an untrusted client. */
import { request } from 'node:http';
import { connect } from 'node:net';
import { text as textOf } from 'node:stream/consumers';
import pino from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { HOUR_MS } from '../../../src/contract/durations.ts';
import { ClientCertificates } from '../../../src/http/connections/client-certificate.ts';
import { createHttpServer } from '../../../src/http/listener/http-server.ts';
import { readProxies } from '../../../src/settings/proxies.ts';
import { createAuthority, hoursFromNow } from '../../support/certificates.ts';

const authority = createAuthority('Example Client Authority');
const [shop, other] = ['shop', 'other shop'].map((name) => authority.issue({ name, use: 'client' })) as [Held, Held];
const brief = authority.issue({ name: 'brief', use: 'client', from: hoursFromNow(-1), until: hoursFromNow(1) });
type Held = typeof brief;

const field = (bytes: Uint8Array): string => `:${Buffer.from(bytes).toString('base64')}:`;

interface Listening {
  readonly origin: string;
  readonly logged: string[];
  close(): Promise<void>;
}

/** Each answer holds the values that the route saw. */
interface Seen {
  readonly fingerprint?: string;
  readonly headers: Record<string, string>;
  readonly rawHeaders: string[];
}

let laterMs = 0;
async function listen(proxies: string): Promise<Listening> {
  const logged: string[] = [];
  const log = pino({ level: 'trace' }, { write: (line: string) => void logged.push(line) });
  const clock = { now: () => Date.now() + laterMs };
  const clientCertificates = new ClientCertificates({
    proxies: readProxies('CLIENT_CERT_PROXIES', proxies),
    clock,
    log,
  });
  const app = createHttpServer({
    log,
    clientCertificates,
    publicHost: 'none',
    probes: ['/seen', '/%zz'],
    isRest: () => false,
    problemPage: async (page, reply) => void reply.send({ rawHeaders: page.raw.rawHeaders }),
  });
  const seen = ({ raw }: { raw: Parameters<ClientCertificates['fingerprint']>[0] }) => ({
    fingerprint: clientCertificates.fingerprint(raw),
    headers: raw.headers,
    rawHeaders: raw.rawHeaders,
  });
  app.get('/seen', async (asked) => {
    // Requests of one connection are under way together.
    await new Promise((resolve) => setImmediate(resolve));
    return seen(asked);
  });
  return { origin: await app.listen({ host: '127.0.0.1', port: 0 }), logged, close: () => app.close() };
}

let trusted: Listening;
let untrusted: Listening;
beforeAll(async () => {
  trusted = await listen('10.9.8.7, 127.0.0.0/8');
  untrusted = await listen('10.9.8.7, 127.0.0.2, fd00::/8');
});
afterAll(() => Promise.all([trusted.close(), untrusted.close()]));
beforeEach(() => {
  laterMs = 0;
  trusted.logged.length = 0;
});

async function ask({ origin }: Listening, headers: Record<string, string | string[]>, path = '/seen'): Promise<Seen> {
  return new Promise((resolve, reject) => {
    const sent = request(`${origin}${path}`, { headers, agent: false }, async (response) => {
      resolve(JSON.parse(await textOf(response)) as Seen);
    });
    sent.on('error', reject).end();
  });
}

describe('from a proxy', () => {
  it('the header is accepted as the caller’s certificate', async () => {
    expect((await ask(trusted, { 'Client-Cert': field(shop.der) })).fingerprint).toBe(shop.fingerprint);
    expect(trusted.logged.join('')).not.toContain('Client-Cert');
  });

  it('a missing header means no certificate, and causes no warning', async () => {
    expect((await ask(trusted, {})).fingerprint).toBeUndefined();
    expect((await ask(trusted, { 'Client-Cert-Chain': field(authority.der) })).fingerprint).toBeUndefined();
    expect(trusted.logged.join('')).not.toContain('Client-Cert');
  });

  it.each([
    ['no certificate at all', field(Buffer.from('canary'))],
    ['an empty one', '::'],
    ['PEM in place of DER', field(Buffer.from(shop.cert))],
    ['bytes behind the certificate', field(Buffer.concat([shop.der, Buffer.of(0)]))],
    ['half a certificate', field(shop.der.subarray(0, shop.der.length / 2))],
    ['no colons', shop.der.toString('base64')],
    ['another alphabet', `:${shop.der.toString('base64url')}:`],
    ['a parameter', `${field(shop.der)};a=1`],
    ['two in one', `${field(shop.der)}, ${field(shop.der)}`],
    ['two headers', [field(shop.der), field(shop.der)]],
  ])('a header with %s means no certificate, and causes a warning without its content', async (_what, header) => {
    expect((await ask(trusted, { 'Client-Cert': header })).fingerprint).toBeUndefined();
    const warnings = trusted.logged.filter((line) => JSON.parse(line).level === 40);
    expect(warnings).toHaveLength(1);
    for (const sent of [header].flat()) {
      expect(trusted.logged.join('')).not.toContain(sent.slice(2, 60) || '::');
    }
  });

  it('each request on a shared connection gets the certificate in its own header', async () => {
    const certificates = [shop, other, undefined, shop, shop];
    const answers = await pipelined(certificates.map((held) => held && field(held.der)));
    expect(answers).toEqual(certificates.map((held) => held?.fingerprint));
  });

  it('a certificate counts from its first day to its last', async () => {
    const at = async (hours: number) => {
      laterMs = hours * HOUR_MS;
      return (await ask(trusted, { 'Client-Cert': field(brief.der) })).fingerprint;
    };
    expect([await at(-2), await at(0), await at(2)]).toEqual([undefined, brief.fingerprint, undefined]);
  });
});

describe('from an untrusted client', () => {
  it('the header is ignored, and causes no warning', async () => {
    for (const header of [field(shop.der), 'canary']) {
      expect((await ask(untrusted, { 'Client-Cert': header })).fingerprint).toBeUndefined();
    }
    expect(untrusted.logged.join('')).not.toContain('Client-Cert');
  });
});

describe.each([
  ['a proxy', () => trusted],
  ['anyone else', () => untrusted],
])('a header from %s', (_who, listening) => {
  const names = ({ headers = {}, rawHeaders }: Seen) =>
    [...Object.keys(headers), ...rawHeaders].join(' ').toLowerCase();
  const sent = { 'Client-Cert': field(shop.der), 'CLIENT-CERT-CHAIN': field(authority.der), 'X-Kept': 'kept' };

  it.each(['/seen', '/%zz'])('is removed before the handler of %s', async (path) => {
    const seen = await ask(listening(), sent, path);
    expect(names(seen)).toContain('x-kept kept');
    expect(names(seen)).not.toContain('client-cert');
    expect(JSON.stringify(seen)).not.toContain(shop.der.toString('base64').slice(0, 60));
  });
});

/** Sends all requests in one write. @returns the fingerprints of the answers */
async function pipelined(fields: readonly (string | undefined)[]): Promise<(string | undefined)[]> {
  const socket = connect(Number(new URL(trusted.origin).port), '127.0.0.1');
  const requests = fields.map((value, index) =>
    [
      'GET /seen HTTP/1.1',
      'Host: none',
      ...(value === undefined ? [] : [`Client-Cert: ${value}`]),
      ...(index === fields.length - 1 ? ['Connection: close'] : []),
    ].join('\r\n'),
  );
  socket.write(requests.map((lines) => `${lines}\r\n\r\n`).join(''));
  const bodies = (await textOf(socket)).matchAll(/^\{.*?\]\}/gm);
  return [...bodies].map(([body]) => (JSON.parse(body) as Seen).fingerprint);
}
