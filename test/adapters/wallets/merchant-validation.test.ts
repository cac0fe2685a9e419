/** A server in place of Apple's, over mutual TLS, and the URLs that a hostile browser could name. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { TLSSocket } from 'node:tls';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { VALIDATION_HOSTS } from '../../../src/adapters/wallets/apple-pay/validation-hosts.ts';
import { appleMerchantValidation } from '../../../src/adapters/wallets/index.ts';
import { makeWalletIdentity } from '../../../src/settings/sandbox/index.ts';
import { createAuthority } from '../../support/certificates.ts';

const PATH = '/paymentservices/startSession';
/** Enough for a handshake on a busy machine. */
const ANSWER_MS_MAX = 5_000;
const IMPATIENT_MS_MAX = 500;

const authority = createAuthority('Sandbox of Apple');
const { cert, key } = authority.issue({ name: 'localhost', use: 'server', hosts: ['localhost'] });
const identity = makeWalletIdentity();

interface Received {
  readonly url: string | undefined;
  readonly subject: string | undefined;
  readonly body: unknown;
}

let received: Received[] = [];
let answer: (reply: ServerResponse) => void;
const server = createServer(
  { cert, key, requestCert: true, rejectUnauthorized: false },
  async (request: IncomingMessage, reply) => {
    const subject = (request.socket as TLSSocket).getPeerX509Certificate()?.subject;
    received.push({ url: request.url, subject, body: JSON.parse(await text(request)) });
    answer(reply);
  },
);
let origin = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  origin = `https://localhost:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  received = [];
  answer = (reply) => reply.end('{"merchantSessionIdentifier":"SSH1","epochTimestamp":1e3}');
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

function validate(url: string, changes: object = {}, answerMsMax = ANSWER_MS_MAX) {
  return appleMerchantValidation(
    { origin, ca: authority.cert },
    answerMsMax,
  )({
    url,
    merchantId: 'merchant.example.shop',
    displayName: 'Harbour Lane Books',
    domain: 'pay.example',
    identity,
    ...changes,
  });
}

describe('merchant validation', () => {
  it('identifies the merchant by its certificate, and returns the session as it came', async () => {
    expect(await validate(`${origin}${PATH}`)).toBe('{"merchantSessionIdentifier":"SSH1","epochTimestamp":1e3}');
    expect(received).toEqual([
      {
        url: PATH,
        subject: 'CN=merchant.example.testshop',
        body: {
          merchantIdentifier: 'merchant.example.shop',
          displayName: 'Harbour Lane Books',
          initiative: 'web',
          initiativeContext: 'pay.example',
        },
      },
    ]);
  });

  it('shortens a name that is longer than Apple takes', async () => {
    await validate(`${origin}${PATH}`, { displayName: '€'.repeat(65) });
    expect(received[0]?.body).toMatchObject({ displayName: '€'.repeat(64) });
  });

  it('sends no query of the browser', async () => {
    await validate(`${origin}${PATH}?to=elsewhere#part`);
    expect(received[0]?.url).toBe(PATH);
  });

  it.each([
    '',
    'nonsense',
    'file:///etc/passwd',
    `http://apple-pay-gateway.apple.com${PATH}`,
    `https://apple-pay-gateway.apple.com:8443${PATH}`,
    `https://user@apple-pay-gateway.apple.com${PATH}`,
    `https://apple-pay-gateway.apple.com.attacker.example${PATH}`,
    `https://attacker.example/${PATH}`,
    `https://evil-apple-pay-gateway.apple.com${PATH}`,
    `https://apple-pay-gateway-nc-pod6.apple.com${PATH}`,
    `https://127.0.0.1${PATH}`,
    `https://[::1]${PATH}`,
    'https://apple-pay-gateway.apple.com/other',
  ])('does not call %s', async (url) => {
    expect(await appleMerchantValidation(undefined, ANSWER_MS_MAX)({ ...SOMEBODY, url })).toBeUndefined();
    expect(await validate(url)).toBeUndefined();
    expect(received).toEqual([]);
  });

  it('does not call the sandbox’s path for anything else', async () => {
    expect(await validate(`${origin}/acquirer/ledger`)).toBeUndefined();
    expect(received).toEqual([]);
  });

  it.each<[string, (reply: ServerResponse) => void]>([
    ['a refusal', (reply) => reply.writeHead(417).end('{}')],
    ['a redirect', (reply) => reply.writeHead(302, { location: 'https://attacker.example/' }).end()],
    ['text that is no JSON', (reply) => reply.end('<html>')],
    ['a list', (reply) => reply.end('[]')],
    ['an endless answer', (reply) => endless(reply)],
  ])('has no session after %s', async (_what, act) => {
    answer = act;
    expect(await validate(`${origin}${PATH}`)).toBeUndefined();
    expect(received).toHaveLength(1);
  });

  it('has no session without an answer in time', async () => {
    answer = () => undefined;
    expect(await validate(`${origin}${PATH}`, {}, IMPATIENT_MS_MAX)).toBeUndefined();
  });

  it('has no session with a key of another certificate, and makes no call', async () => {
    const other = { certificate: identity.certificate, key: makeWalletIdentity().key };
    expect(await validate(`${origin}${PATH}`, { identity: other })).toBeUndefined();
    expect(received).toEqual([]);
  });

  it('does not trust a server of another authority', async () => {
    const other = createAuthority('Somebody');
    const ask = appleMerchantValidation({ origin, ca: other.cert }, ANSWER_MS_MAX);
    expect(await ask({ ...SOMEBODY, url: `${origin}${PATH}` })).toBeUndefined();
    expect(received).toEqual([]);
  });

  it('may call the hosts that Apple publishes', () => {
    expect(VALIDATION_HOSTS.size).toBe(36);
    for (const host of ['apple-pay-gateway', 'apple-pay-gateway-cert', 'cn-apple-pay-gateway-tj-pod3-dr']) {
      expect(VALIDATION_HOSTS.has(`${host}.apple.com`)).toBe(true);
    }
  });
});

const SOMEBODY = { merchantId: 'm', displayName: 'n', domain: 'd', identity };

function endless(reply: ServerResponse): void {
  const more = () => {
    if (!reply.destroyed && reply.write(' '.repeat(8_192))) {
      setImmediate(more);
    }
  };
  reply.on('drain', more).on('error', () => undefined);
  more();
}
