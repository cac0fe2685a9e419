/** PayPal's webhooks: genuine, forged, from elsewhere, for others, and not verifiable at present. */

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { createJsonClient } from '../../../../src/adapters/http-json.ts';
import type { OAuthAnswer } from '../../../../src/adapters/providers/oauth-client.ts';
import type { PayPalCall } from '../../../../src/adapters/providers/paypal/paypal-client.ts';
import { SigningCertificates } from '../../../../src/adapters/providers/paypal/signing-certificates.ts';
import { PayPalWebhooks } from '../../../../src/adapters/providers/paypal/webhooks.ts';
import { DAY_MS, HOUR_MS } from '../../../../src/contract/durations.ts';
import type { CallbackOutcome, ProviderAccount, RawCallback } from '../../../../src/core/ports/index.ts';
import { type Authority, createAuthority } from '../../../../src/sandbox/paypal/webhooks/authority.ts';
import { signatureHeaders } from '../../../../src/sandbox/paypal/webhooks/signature.ts';
import { createAuthority as createOtherAuthority } from '../../../support/certificates.ts';

const NOW = Date.now();
const WEBHOOK_ID = '1JE4291016473214C';
const ACCOUNT: ProviderAccount = { merchantId: 'TESTSHOP', members: { webhookId: WEBHOOK_ID } };
const CERT = '/v1/notifications/certs/CERT-1';

const PAYPAL = createAuthority('Test PayPal');
const FOREIGN = createAuthority('Foreign PayPal');

const CAPTURED = {
  id: 'WH-1',
  event_type: 'PAYMENT.CAPTURE.COMPLETED',
  resource_type: 'capture',
  resource: { id: 'C1', custom_id: 'TESTSHOP.aB3', amount: { currency_code: 'EUR', value: '5.00' } },
};

interface Rig {
  readonly certificateUrl: string;
  /** Requested addresses, in order. */
  readonly read: string[];
  readonly verified: PayPalCall[];
  serve: (response: ServerResponse) => void;
  verifies: OAuthAnswer;
  judge(
    raw: RawCallback,
    given?: { readonly now?: number; readonly account?: ProviderAccount },
  ): Promise<CallbackOutcome>;
}

async function rigWith({ root = PAYPAL.root }: { readonly root?: string } = {}): Promise<Rig> {
  const server = createServer((request, response) => {
    rig.read.push(request.url ?? '');
    rig.serve(response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const isCertificate = (url: URL) => url.origin === origin && url.pathname.startsWith('/v1/notifications/certs/');
  const webhooks = new PayPalWebhooks({
    certificates: new SigningCertificates({ isCertificate, anchors: [root] }, createJsonClient()),
    turn: () => ({
      call: async (call) => {
        rig.verified.push(call);
        return rig.verifies;
      },
    }),
  });
  const rig: Rig = {
    certificateUrl: origin + CERT,
    read: [],
    verified: [],
    serve: (response) => response.end(PAYPAL.chain),
    verifies: { status: 'NO_ANSWER' },
    judge: (raw, { now = NOW, account = ACCOUNT } = {}) => webhooks.read(raw, now, account),
  };
  return rig;
}

interface Posting {
  readonly event?: unknown;
  readonly authority?: Authority;
  readonly webhookId?: string;
  readonly at?: number;
  readonly certificateUrl?: string;
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

function posted({ certificateUrl: own }: Pick<Rig, 'certificateUrl'>, posting: Posting = {}): RawCallback {
  const { event = CAPTURED, authority = PAYPAL, webhookId = WEBHOOK_ID, at = NOW, certificateUrl = own } = posting;
  const body = typeof event === 'string' ? event : JSON.stringify(event);
  const headers = signatureHeaders({ webhookId, body }, authority.signingKey, certificateUrl, at);
  return { headers: { ...headers, ...posting.headers }, body: Buffer.from(body) };
}

const GENUINE = { status: 'GENUINE', reference: 'aB3', says: 'PAYMENT.CAPTURE.COMPLETED' };
const FORGED = { status: 'FORGED' };
const UNVERIFIED = { status: 'UNVERIFIED' };

describe('a webhook that PayPal signed', () => {
  it('is genuine, and names its payment', async () => {
    const rig = await rigWith();
    expect(await rig.judge(posted(rig))).toEqual(GENUINE);
    expect([rig.read, rig.verified]).toEqual([[CERT], []]);
  });

  it('is genuine on each repeat, with one request for the certificate', async () => {
    const rig = await rigWith();
    const raw = posted(rig);
    for (const _ of [1, 2, 3]) {
      expect(await rig.judge(raw)).toEqual(GENUINE);
    }
    expect(await Promise.all(Array.from({ length: 20 }, () => rig.judge(posted(rig))))).toEqual(
      Array(20).fill(GENUINE),
    );
    expect(rig.read).toHaveLength(1);
  });

  it('has its certificate read again after an hour', async () => {
    const rig = await rigWith();
    await rig.judge(posted(rig));
    await rig.judge(posted(rig), { now: NOW + HOUR_MS + 1 });
    expect(rig.read).toHaveLength(2);
  });

  it.each([-3 * DAY_MS, -HOUR_MS, 0, 30 * 60_000])('is accepted by a clock that is off by %i ms', async (off) => {
    const rig = await rigWith();
    expect(await rig.judge(posted(rig, { at: NOW + off }))).toEqual(GENUINE);
  });

  it.each([-5 * DAY_MS, 2 * HOUR_MS, 400 * DAY_MS])('is rejected %i ms from now', async (off) => {
    const rig = await rigWith();
    expect(await rig.judge(posted(rig, { at: NOW + off }))).toEqual(FORGED);
    expect(rig.read).toEqual([]);
  });

  it.each<[string, object]>([
    [
      'an order',
      { event_type: 'CHECKOUT.ORDER.APPROVED', resource: { purchase_units: [{ custom_id: 'TESTSHOP.aB3' }] } },
    ],
    ['an authorization', { event_type: 'PAYMENT.AUTHORIZATION.VOIDED', resource: { custom_id: 'TESTSHOP.aB3' } }],
    ['a refund', { event_type: 'PAYMENT.CAPTURE.REFUNDED', resource: { custom_id: 'TESTSHOP.aB3' } }],
    [
      'a dispute',
      { event_type: 'CUSTOMER.DISPUTE.CREATED', resource: { disputed_transactions: [{ custom: 'TESTSHOP.aB3' }] } },
    ],
  ])('may be about %s', async (_, event) => {
    const rig = await rigWith();
    expect(await rig.judge(posted(rig, { event }))).toMatchObject({ status: 'GENUINE', reference: 'aB3' });
  });

  describe('about a dispute', () => {
    const resource = { dispute_id: 'PP-D-1', disputed_transactions: [{ custom: 'TESTSHOP.aB3' }], reason: 'FORGED' };
    const event = { event_type: 'CUSTOMER.DISPUTE.UPDATED', resource };
    const answered = (code: number, body: object): OAuthAnswer => ({ status: 'ANSWERED', code, body: body as never });
    const dispute = {
      ...{ dispute_id: 'PP-D-1', create_time: '2026-11-20T08:00:00.000Z', update_time: '2026-11-21T08:00:00.000Z' },
      ...{ disputed_transactions: [{ custom: 'TESTSHOP.aB3' }], reason: 'UNAUTHORISED', status: 'UNDER_REVIEW' },
      ...{ dispute_amount: { currency_code: 'EUR', value: '5.00' }, dispute_life_cycle_stage: 'CHARGEBACK' },
      ...{ seller_response_due_date: '2026-12-01T08:00:00.000Z', messages: [{ content: 'private' }] },
    };

    it('has PayPal’s own answer about it, and not the message’s contents', async () => {
      const rig = await rigWith();
      rig.verifies = answered(200, dispute);
      expect(await rig.judge(posted(rig, { event }))).toEqual({
        ...{ status: 'GENUINE', reference: 'aB3', says: 'CUSTOMER.DISPUTE.UPDATED' },
        dispute: {
          ...{ id: 'PP-D-1', isOpen: true, dueAt: Date.parse('2026-12-01T08:00Z') },
          changedAt: Date.parse('2026-11-21T08:00Z'),
          facts: {
            ...{ reason: 'UNAUTHORISED', stage: 'CHARGEBACK', status: 'UNDER_REVIEW', outcome: undefined },
            ...{ amount: '500', currency: 'EUR', date: '2026-11-20', reference: 'PP-D-1' },
          },
        },
      });
      expect(rig.verified).toEqual([{ method: 'GET', path: '/v1/customer/disputes/PP-D-1' }]);
    });

    it('has its result and no deadline once it is resolved', async () => {
      const rig = await rigWith();
      const dispute_outcome = { outcome_code: 'RESOLVED_SELLER_FAVOUR' };
      rig.verifies = answered(200, { ...dispute, status: 'RESOLVED', dispute_outcome });
      expect(await rig.judge(posted(rig, { event }))).toMatchObject({
        dispute: { isOpen: false, dueAt: undefined, facts: { outcome: 'RESOLVED_SELLER_FAVOUR' } },
      });
    });

    it('is sent again later if PayPal does not answer', async () => {
      const rig = await rigWith();
      expect(await rig.judge(posted(rig, { event }))).toEqual(UNVERIFIED);
    });

    it.each<[string, OAuthAnswer]>([
      ['the app may not read disputes', answered(403, { name: 'NOT_AUTHORIZED' })],
      ['the dispute is about another payment', answered(200, { ...dispute, disputed_transactions: [] })],
      ['the answer is not as PayPal describes it', answered(200, { dispute_id: 'PP-D-1' })],
    ])('counts for its payment alone if %s', async (_, answer) => {
      const rig = await rigWith();
      rig.verifies = answer;
      const outcome = await rig.judge(posted(rig, { event }));
      expect(outcome).toEqual({ status: 'GENUINE', reference: 'aB3', says: 'CUSTOMER.DISPUTE.UPDATED' });
    });
  });

  it.each<[string, object]>([
    ['another merchant of the same account', { custom_id: 'OTHERSHOP.aB3' }],
    ['another system’s payment', { custom_id: 'order 7' }],
    ['a payment that has no name', {}],
    ['what has an odd name', { custom_id: 7 }],
  ])('about %s is not ours', async (_, resource) => {
    const rig = await rigWith();
    expect(await rig.judge(posted(rig, { event: { ...CAPTURED, resource } }))).toEqual({ status: 'UNRELATED' });
  });

  it('is summarized in the length of a timeline’s field', async () => {
    const rig = await rigWith();
    const event = { ...CAPTURED, event_type: 'X'.repeat(60) };
    expect(await rig.judge(posted(rig, { event }))).toMatchObject({ says: 'X'.repeat(40) });
  });
});

describe('a forged webhook', () => {
  it('is rejected with any byte of its body changed', async () => {
    const rig = await rigWith();
    const raw = posted(rig);
    for (let index = 0; index < raw.body.length; index += 1) {
      const body = Buffer.from(raw.body);
      body[index]! ^= 1;
      expect(await rig.judge({ ...raw, body }), `${index}`).toEqual(FORGED);
    }
    expect(rig.verified).toEqual([]);
  });

  it.each<[string, Posting]>([
    ['signed with another key', { authority: FOREIGN }],
    ['for another webhook, as of another merchant', { webhookId: '9JE4291016473214C' }],
    ['with the number of another message', { headers: { 'paypal-transmission-id': randomUUID() } }],
    ['with another time', { headers: { 'paypal-transmission-time': new Date(NOW - 1000).toISOString() } }],
    ['with no signature', { headers: { 'paypal-transmission-sig': 'AAAA' } }],
    ['with a signature that is none', { headers: { 'paypal-transmission-sig': '%%' } }],
    ['without a signature', { headers: { 'paypal-transmission-sig': undefined } }],
    ['without a number', { headers: { 'paypal-transmission-id': undefined } }],
    ['without a time', { headers: { 'paypal-transmission-time': undefined } }],
    ['with a time that is none', { headers: { 'paypal-transmission-time': 'yesterday' } }],
    ['without a certificate', { headers: { 'paypal-cert-url': undefined } }],
    ['without an algorithm', { headers: { 'paypal-auth-algo': undefined } }],
    ['with an address that is none', { certificateUrl: 'CERT-1' }],
    ['that is no JSON', { event: 'paid' }],
    ['that is a list', { event: '[]' }],
    ['that says one thing twice', { event: `{"id":"1",${JSON.stringify(CAPTURED).slice(1)}` }],
    ['that has no event', { event: { resource: {} } }],
  ])('%s is rejected', async (_, posting) => {
    const rig = await rigWith();
    expect(await rig.judge(posted(rig, posting))).toEqual(FORGED);
  });

  it('with two signatures is rejected', async () => {
    const rig = await rigWith();
    const raw = posted(rig);
    const twice = [String(raw.headers['paypal-transmission-sig']), 'AAAA'];
    expect(await rig.judge({ ...raw, headers: { ...raw.headers, 'paypal-transmission-sig': twice } })).toEqual(FORGED);
  });

  it('with a certificate at any other address is rejected, and that address is not read', async () => {
    const rig = await rigWith();
    for (const certificateUrl of [
      'https://evil.example/v1/notifications/certs/CERT-1',
      'http://169.254.169.254/latest/meta-data/',
      'http://127.0.0.1:1/v1/notifications/certs/CERT-1',
      'file:///etc/passwd',
    ]) {
      expect(await rig.judge(posted(rig, { certificateUrl })), certificateUrl).toEqual(FORGED);
    }
    expect([rig.read, rig.verified]).toEqual([[], []]);
  });

  it('with a certificate that PayPal does not have is rejected, without a request to PayPal each time', async () => {
    const rig = await rigWith();
    rig.serve = (response) => response.writeHead(404).end();
    for (const _ of [1, 2, 3]) {
      expect(await rig.judge(posted(rig))).toEqual(FORGED);
    }
    expect([rig.read.length, rig.verified.length]).toEqual([1, 0]);
    rig.serve = (response) => response.end(PAYPAL.chain);
    expect(await rig.judge(posted(rig), { now: NOW + 60_001 })).toEqual(GENUINE);
  });
});

describe('a webhook that cannot be verified here', () => {
  const other = createOtherAuthority('Elsewhere');
  const leaf = other.issue({ name: 'messageverificationcerts.paypal.com', use: 'server' });
  const [signer = ''] = PAYPAL.chain.match(/-----BEGIN[\s\S]+?-----END CERTIFICATE-----/g) ?? [];

  it.each<[string, (response: ServerResponse) => void]>([
    ['is down', (response) => response.socket?.destroy()],
    ['fails', (response) => response.writeHead(500).end()],
    ['redirects', (response) => response.writeHead(302, { location: '/x' }).end()],
    ['sends 10 MB', (response) => response.end('x'.repeat(10_000_000))],
    ['sends no certificate', (response) => response.end('<html>')],
    ['sends broken ones', (response) => response.end(PAYPAL.chain.replaceAll('M', 'N'))],
    ['sends a chain from elsewhere', (response) => response.end(FOREIGN.chain)],
    ['sends a chain with its root, from elsewhere', (response) => response.end(FOREIGN.chain + FOREIGN.root)],
    ['leaves out a link', (response) => response.end(signer)],
    ['sends a leaf that another signed', (response) => response.end(leaf.cert + PAYPAL.chain)],
    ['sends the authority itself', (response) => response.end(PAYPAL.root)],
    ['sends more than a chain', (response) => response.end(PAYPAL.chain.repeat(4))],
  ])('is sent to PayPal for verification where the certificates’ address %s', async (_, serve) => {
    const rig = await rigWith();
    rig.serve = serve;
    expect(await rig.judge(posted(rig))).toEqual(UNVERIFIED);
    rig.verifies = verdict('SUCCESS');
    expect(await rig.judge(posted(rig))).toEqual(GENUINE);
    rig.verifies = verdict('FAILURE');
    expect(await rig.judge(posted(rig))).toEqual(FORGED);
  });

  it('is sent to PayPal since its certificate is of another time', async () => {
    const rig = await rigWith();
    const now = NOW + 3 * 365 * DAY_MS;
    expect(await rig.judge(posted(rig, { at: now }), { now })).toEqual(UNVERIFIED);
  });

  it('is sent to PayPal since its signer has another name', async () => {
    const rig = await rigWith({ root: other.cert });
    rig.serve = (response) => response.end(other.issue({ name: 'www.paypal.com', use: 'server' }).cert);
    expect(await rig.judge(posted(rig))).toEqual(UNVERIFIED);
    rig.serve = (response) => response.end(leaf.cert);
    // The name is right, and the key of another kind than PayPal's.
    expect(await rig.judge(posted(rig), { now: NOW + 2 * HOUR_MS })).toEqual(UNVERIFIED);
    expect(rig.verified).toHaveLength(2);
  });

  it('is sent to PayPal since it is signed in another way', async () => {
    const rig = await rigWith();
    rig.verifies = verdict('SUCCESS');
    expect(await rig.judge(posted(rig, { headers: { 'paypal-auth-algo': 'SHA512withRSA' } }))).toEqual(GENUINE);
  });

  it('is forwarded byte by byte', async () => {
    const rig = await rigWith();
    rig.serve = (response) => response.writeHead(500).end();
    const event = `{ "event_type":"A.B",\n "resource":{"custom_id":"TESTSHOP.aB3","amount":1.50}, "id":"\\u00e9é" }`;
    await rig.judge(posted(rig, { event }));
    const [call] = rig.verified;
    expect(call).toMatchObject({ method: 'POST', path: '/v1/notifications/verify-webhook-signature' });
    const { text } = call!.body as { text: string };
    expect(text.endsWith(`,"webhook_event":${event}}`)).toBe(true);
    expect(JSON.parse(text)).toMatchObject({ webhook_id: WEBHOOK_ID, auth_algo: 'SHA256withRSA' });
  });

  it.each<[string, OAuthAnswer]>([
    ['does not answer', { status: 'NO_ANSWER' }],
    ['turns us away', { status: 'NOT_SENT' }],
    ['refuses the question', { status: 'ANSWERED', code: 400, body: { name: 'VALIDATION_ERROR' } }],
    ['says neither', { status: 'ANSWERED', code: 200, body: { verification_status: 'MAYBE' } }],
  ])('is to be sent again where PayPal %s', async (_, verifies) => {
    const rig = await rigWith();
    rig.serve = (response) => response.writeHead(500).end();
    rig.verifies = verifies;
    expect(await rig.judge(posted(rig))).toEqual(UNVERIFIED);
  });

  it('is to be sent again where the merchant has no account at present', async () => {
    const rig = await rigWith();
    const account = { merchantId: 'TESTSHOP', members: {} };
    expect(await rig.judge(posted(rig), { account })).toEqual(UNVERIFIED);
    expect(rig.read).toEqual([]);
  });

  it('is processed a few at once, and the others are to be sent again', async () => {
    const rig = await rigWith();
    const waiting: ServerResponse[] = [];
    rig.serve = (response) => void waiting.push(response);
    const all = Array.from({ length: 30 }, (_, index) =>
      rig.judge(posted(rig, { certificateUrl: rig.certificateUrl + index })),
    );
    expect((await Promise.all(all.slice(8))).every(({ status }) => status === 'UNVERIFIED')).toBe(true);
    while (waiting.length < 8) {
      await new Promise((resolve) => setImmediate(resolve));
    }
    for (const response of waiting) {
      response.end(PAYPAL.chain);
    }
    expect(await Promise.all(all.slice(0, 8))).toEqual(Array(8).fill(GENUINE));
    expect(rig.read).toHaveLength(8);
  });
});

function verdict(verification_status: string): OAuthAnswer {
  return { status: 'ANSWERED', code: 200, body: { verification_status } };
}
