/** Handlers of notifications: verification, deduplication, the order of events, and the answers to the gateway. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import {
  isNewer,
  memoryStore,
  type Notification,
  type NotificationStore,
  parse,
  type Received,
  verify,
  WebhookError,
  Webhooks,
} from '../../../packages/webhooks/src/index.ts';
import { newSigningKey, signature } from '../../../src/adapters/notifications/signature.ts';

const NOW = Date.UTC(2026, 10, 30, 9);
const KEY = newSigningKey();
const OTHER = newSigningKey();
const now = () => NOW;

interface Message {
  readonly id?: string;
  readonly sequence?: number;
  readonly keys?: readonly string[];
  readonly seconds?: number;
  readonly more?: Readonly<Record<string, string>>;
}

const bodyOf = (sequence: number, orderId = 'O-1') =>
  JSON.stringify({ merchant: 'SHOP', order: { id: orderId, status: 'CAPTURED' }, result: 'SUCCESS', sequence });

function message({ id = 'ntf_1', sequence = 1, keys = [KEY], seconds = NOW / 1_000, more = {} }: Message = {}) {
  const body = bodyOf(sequence);
  const headers: Record<string, string> = {
    'Webhook-Id': id,
    'webhook-timestamp': `${seconds}`,
    'webhook-signature': signature(keys, id, seconds, body),
    ...more,
  };
  return { body, headers };
}

const reasonOf = (given: Promise<unknown>): Promise<string> =>
  given.then(
    () => 'ACCEPTED',
    (error: unknown) => (error instanceof WebhookError ? error.reason : String(error)),
  );

const verdict = ({ headers, body }: ReturnType<typeof message>, options: object = {}) =>
  reasonOf(verify(headers, body, { keys: KEY, now, ...options }));

describe('a signature', () => {
  it('is verified by any of the keys, while a key is being replaced on either side', async () => {
    expect(await verdict(message({ keys: [OTHER, KEY] }))).toBe('ACCEPTED');
    expect(await verdict(message({ keys: [OTHER] }), { keys: [KEY, OTHER] })).toBe('ACCEPTED');
    expect(await verdict(message({ keys: [OTHER] }))).toBe('WRONG_SIGNATURE');
  });

  it('covers body, id and time', async () => {
    const { headers, body } = message();
    expect(await verdict({ headers, body: `${body} ` })).toBe('WRONG_SIGNATURE');
    expect(await verdict({ headers: { ...headers, 'Webhook-Id': 'ntf_2' }, body })).toBe('WRONG_SIGNATURE');
    const later = { ...headers, 'webhook-timestamp': `${NOW / 1_000 + 1}` };
    expect(await verdict({ headers: later, body })).toBe('WRONG_SIGNATURE');
  });

  it('is valid for five minutes before and after its time', async () => {
    const at = (seconds: number) => verdict(message({ seconds: NOW / 1_000 + seconds }));
    expect(await Promise.all([-301, -300, 300, 301].map(at))).toEqual([
      'OUT_OF_TIME',
      'ACCEPTED',
      'ACCEPTED',
      'OUT_OF_TIME',
    ]);
  });

  it('is refused if it is absent, no base64, or of another version', async () => {
    const { headers, body } = message();
    const { 'webhook-signature': _, ...unsigned } = headers;
    expect(await verdict({ headers: unsigned, body })).toBe('NO_SIGNATURE');
    for (const signed of ['v1,%%%', 'v1,', `v2,${headers['webhook-signature']?.slice(3)}`, '']) {
      expect(await verdict({ headers: { ...headers, 'webhook-signature': signed }, body })).toBe('WRONG_SIGNATURE');
    }
  });

  it('is verified over a text, a buffer and bytes of any kind, with letters of all alphabets', async () => {
    const body = JSON.stringify({ ...JSON.parse(bodyOf(1)), name: 'Ærøskøbing 東京 🎣' });
    const bytes = Buffer.from(body);
    const seconds = NOW / 1_000;
    const headers = {
      'webhook-id': 'ntf_1',
      'webhook-timestamp': `${seconds}`,
      'webhook-signature': signature([KEY], 'ntf_1', seconds, body),
    };
    const { buffer, byteOffset, byteLength } = bytes;
    const ofAnotherRealm = runInNewContext('Uint8Array.from(bytes)', { bytes: [...bytes] });
    const arrayBuffer = buffer.slice(byteOffset, byteOffset + byteLength);
    for (const given of [body, bytes, new Uint8Array(bytes), arrayBuffer, ofAnotherRealm, ofAnotherRealm.buffer]) {
      expect(await reasonOf(verify(headers, given, { keys: KEY, now }))).toBe('ACCEPTED');
      expect(parse(given)).toHaveProperty('name', 'Ærøskøbing 東京 🎣');
    }
  });

  it('is not looked for in a body that was parsed', async () => {
    const { headers, body } = message();
    for (const given of [JSON.parse(body), undefined, null, 7]) {
      expect(await verdict({ headers, body: given as string })).toBe('BODY_WAS_PARSED');
    }
  });

  it('is found in the headers of another package, and not in a header that came twice', async () => {
    const { headers, body } = message();
    const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
    const get = (name: string) => lower[name] ?? null;
    expect(await reasonOf(verify({ get } as unknown as Headers, body, { keys: KEY, now }))).toBe('ACCEPTED');
    const twice = { ...headers, 'webhook-signature': [headers['webhook-signature'] ?? '', 'v1,x'] };
    expect(await reasonOf(verify(twice, body, { keys: KEY, now }))).toBe('NO_SIGNATURE');
  });

  it('needs a whole key: without one anybody could sign', async () => {
    for (const keys of [[], '', 'whsec_', 'whsec_c2hvcnQ=', KEY.slice(6)]) {
      await expect(verify(message().headers, message().body, { keys, now })).rejects.toThrow(TypeError);
    }
  });
});

it('the secret of the header is one of several, if secrets are given', async () => {
  const secrets = ['the-old-one', 'the-new-one'];
  const sent = (secret: string) => verdict(message({ more: { 'X-Notification-Secret': secret } }), { secrets });
  expect(await Promise.all(['the-old-one', 'the-new-one', 'the-other', ''].map(sent))).toEqual([
    'ACCEPTED',
    'ACCEPTED',
    'WRONG_SECRET',
    'WRONG_SECRET',
  ]);
  expect(await verdict(message(), { secrets })).toBe('WRONG_SECRET');
  expect(await verdict(message({ more: { 'X-Notification-Secret': 'x' } }), { secrets: [] })).toBe('WRONG_SECRET');
});

it('a body that is no notification is refused', () => {
  for (const body of ['', '{', 'null', '[]', '{"merchant":"SHOP"}', '{"merchant":"SHOP","order":{"id":"1"}}']) {
    expect(() => parse(body)).toThrow(WebhookError);
  }
});

it('notifications of one order are compared by their sequence', () => {
  const of = (sequence: number, orderId = 'O-1') => parse(bodyOf(sequence, orderId));
  expect([isNewer(of(3), of(2)), isNewer(of(2), of(3)), isNewer(of(3), of(2, 'O-2'))]).toEqual([true, false, false]);
  const event = { ...of(1), event: 'CHECKOUT_ABANDONED' } as unknown as Notification;
  expect(isNewer(of(2), event)).toBe(false);
});

describe('a notification', () => {
  const shop = (options: { store?: NotificationStore; now?: () => number } = {}) => {
    const received: Received[] = [];
    const errors: unknown[] = [];
    const webhooks = new Webhooks({ keys: KEY, now, onError: (error) => errors.push(error), ...options });
    return { webhooks, received, errors, note: (one: Received) => void received.push(one) };
  };
  const post = async (handler: (request: Request) => Promise<Response>, given: Message = {}) => {
    const { headers, body } = message(given);
    const { status } = await handler(new Request('https://shop.example/turnpike', { method: 'POST', headers, body }));
    return status;
  };

  it('is handled once, and a repeat is acknowledged', async () => {
    const { webhooks, received, note } = shop();
    const handler = webhooks.fetchHandler(note);
    expect([await post(handler), await post(handler)]).toEqual([204, 204]);
    expect(received.map(({ id, attempt }) => [id, attempt])).toEqual([['ntf_1', 1]]);
  });

  it('is stale after a newer one of its order', async () => {
    const { webhooks, received, note } = shop();
    const handler = webhooks.fetchHandler(note);
    for (const sequence of [1, 3, 2]) {
      await post(handler, { id: `ntf_${sequence}`, sequence });
    }
    expect(received.map(({ notification, isStale }) => [notification.sequence, isStale])).toEqual([
      [1, false],
      [3, false],
      [2, true],
    ]);
  });

  it('whose function throws is handled again at the next try', async () => {
    const { webhooks, received, errors } = shop();
    const handler = webhooks.fetchHandler((one) => {
      received.push(one);
      if (received.length === 1) {
        throw new Error('the shop does not know the order yet');
      }
    });
    expect([await post(handler), await post(handler), await post(handler)]).toEqual([500, 204, 204]);
    expect([received.length, errors.length]).toEqual([2, 1]);
  });

  it('is handled by one process at a time, and by another one once the claim of a dead process has ended', async () => {
    const store = memoryStore();
    let time = NOW;
    const { webhooks, received, note } = shop({ store, now: () => time });
    const { promise, resolve } = Promise.withResolvers<void>();
    const slow = post(webhooks.fetchHandler(() => promise));
    const handler = webhooks.fetchHandler(note);
    await expect.poll(() => store.claim('ntf_1', time, time)).toBe('CLAIMED_BY_OTHER');
    expect(await post(handler)).toBe(503);
    time += 60_000;
    expect(await post(handler)).toBe(204);
    resolve();
    expect([await slow, received.length]).toEqual([204, 1]);
  });

  it('is refused with the status of its reason, and nothing is called', async () => {
    const { webhooks, received, errors, note } = shop();
    const handler = webhooks.fetchHandler(note);
    const large = new Request('https://shop.example/', { method: 'POST', body: 'x'.repeat(2 ** 20 + 1) });
    expect(await post(handler, { keys: [OTHER] })).toBe(401);
    expect((await handler(large)).status).toBe(413);
    expect((await handler(new Request('https://shop.example/'))).status).toBe(405);
    expect([received.length, errors.length]).toEqual([0, 2]);
  });

  it('arrives at a server of node:http in pieces', async () => {
    const { webhooks, received, note } = shop();
    const server = createServer(webhooks.nodeHandler(note));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const { headers, body } = message({ more: { 'x-notification-support-code': 'K3DQ-9XF2' } });
    const answer = await fetch(url, { method: 'POST', headers, body });
    const other = await fetch(url);
    server.close();
    expect([answer.status, other.status, received[0]?.supportCode]).toEqual([204, 405, 'K3DQ-9XF2']);
  });

  it('arrives in Express as bytes, and is refused if a parser has read it', async () => {
    const { webhooks, received, errors, note } = shop();
    const handler = webhooks.nodeHandler(note);
    const { headers, body } = message();
    const call = async (request: object) => {
      const response = { statusCode: 0, setHeader: () => undefined, end: () => undefined };
      const stream = { async *[Symbol.asyncIterator]() {} };
      await handler({ method: 'POST', headers: lowerCase(headers), ...stream, ...request }, response);
      return response.statusCode;
    };
    expect(await call({ body: JSON.parse(body) })).toBe(500);
    expect(errors).toMatchObject([{ reason: 'BODY_WAS_PARSED' }]);
    expect([await call({ body: Buffer.from(body) }), await call({ body: {}, rawBody: body })]).toEqual([204, 204]);
    expect(received.length).toBe(1);
    expect(await call({ readableDidRead: true })).toBe(500);
    expect(errors).toHaveLength(2);
  });

  it('arrives in Express 4 behind a parser of another type, which leaves an empty object', async () => {
    const { webhooks, received, note } = shop();
    const { headers, body } = message();
    const response = { statusCode: 0, setHeader: () => undefined, end: () => undefined };
    const stream = Object.assign(Readable.from([Buffer.from(body)]), { method: 'POST', headers: lowerCase(headers) });
    await webhooks.nodeHandler(note)(Object.assign(stream, { body: {} }), response);
    expect([response.statusCode, received.length]).toEqual([204, 1]);
  });

  it('is refused by its reason if a handler of the Fetch API has read it', async () => {
    const { webhooks, errors, note } = shop();
    const { headers, body } = message();
    const request = new Request('https://shop.example/', { method: 'POST', headers, body });
    await request.json();
    expect((await webhooks.fetchHandler(note)(request)).status).toBe(500);
    expect(errors).toMatchObject([{ reason: 'BODY_WAS_PARSED' }]);
  });

  it('is forgotten by the store of one process when many newer ones have come', async () => {
    const store = memoryStore(2);
    for (const id of ['a', 'b', 'c']) {
      await store.claim(id, 0, 1);
      await store.finish(id, undefined, 1);
    }
    expect([await store.claim('c', 0, 1), await store.claim('a', 0, 1)]).toEqual(['DONE', 'CLAIMED']);
  });
});

const lowerCase = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
