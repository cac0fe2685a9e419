import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type StartedHttp, startHttp } from '../start-http.ts';

let sandbox: StartedHttp;
beforeAll(async () => {
  sandbox = await startHttp('http://127.0.0.1:9');
});
afterAll(() => sandbox.close());

const call = async (method: string, path: string, body?: string, headers: Record<string, string> = {}) => {
  const response = await fetch(sandbox.origin + path, { method, headers, ...(body !== undefined && { body }) });
  const text = await response.text();
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
};

describe('the HTTP server', () => {
  const statusFor = (host: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      request({ host: '127.0.0.1', port: sandbox.port, path: '/notifications', headers: { host } }, (response) => {
        response.resume();
        resolve(response.statusCode);
      })
        .on('error', reject)
        .end();
    });

  it.each(['localhost', '127.0.0.1:8090', '[::1]:8090'])('answers a request with the host %s', async (host) => {
    expect(await statusFor(host)).toBe(200);
  });

  it.each(['evil.example', 'localhost.evil.example', '192.168.0.5:8090'])(
    'refuses a request with the host %s',
    async (host) => {
      expect(await statusFor(host)).toBe(421);
    },
  );

  it('refuses a body over 64 KiB', async () => {
    expect((await call('POST', '/notifications/receive', 'x'.repeat(64 * 1024 + 1))).status).toBe(413);
  });

  it('answers 404 with a message at unknown addresses', async () => {
    expect((await call('GET', '/nothing')).status).toBe(404);
  });
});

describe("the acquirer's ledger", () => {
  it('is filtered by merchant and order', async () => {
    const { body } = await call('GET', '/acquirer/ledger?merchant=TESTSHOP&order=a%2541');
    expect(body).toEqual([{ kind: 'PAYMENT', state: 'APPROVED' }]);
    expect(sandbox.filters.at(-1)).toEqual({ merchant: 'TESTSHOP', order: 'a%41' });
  });

  it('is whole without a filter', async () => {
    await call('GET', '/acquirer/ledger?merchant=&order=');
    expect(sandbox.filters.at(-1)).toEqual({});
  });
});

describe("the acquirer's faults", () => {
  it('are set with any content type, and answered in their new state', async () => {
    const { status, body } = await call('PUT', '/acquirer/faults', '{"mode":"DROP_REPLY","count":2}');
    expect(status).toBe(200);
    expect(body).toEqual({ mode: 'DROP_REPLY', delayMs: 0, count: 2 });
  });

  it.each([
    ['{"mode":"SOMETIMES"}', 'mode'],
    ['{"mode":"DELAY","delayMs":-1}', 'delayMs'],
    ['{"mode":"NONE","extra":1}', 'extra'],
    ['', 'mode'],
    ['{', 'JSON'],
  ])('refuse %s and name the error', async (body, named) => {
    const answer = await call('PUT', '/acquirer/faults', body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toContain(named);
  });
});

/** Node's own client, which is much faster than fetch: the tests send a thousand requests. */
async function posted(body: string, agent: Agent): Promise<void> {
  const { port } = sandbox;
  const sent = request({ host: '127.0.0.1', port, method: 'POST', path: '/notifications/receive', agent });
  sent.end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  response.resume();
  await once(response, 'end');
}

describe('the notification receiver', () => {
  beforeEach(() => call('DELETE', '/notifications'));

  it('keeps headers as sent and the exact bytes of the body beside its JSON', async () => {
    const raw = '{ "order": {"id": "1"} }';
    const headers = { 'X-Notification-Id': 'n-1', 'content-type': 'application/json' };
    expect((await call('POST', '/notifications/receive', raw, headers)).status).toBe(200);
    const { body } = await call('GET', '/notifications');
    expect(body).toHaveLength(1);
    expect(body[0]).toMatchObject({
      body: { order: { id: '1' } },
      rawBody: raw,
      headers: { 'x-notification-id': 'n-1' },
    });
    expect(body[0].rawHeaders).toContainEqual(['X-Notification-Id', 'n-1']);
  });

  it('accepts a body that is not JSON, and an empty one', async () => {
    await call('POST', '/notifications/receive', 'plain', { 'content-type': 'text/plain' });
    await call('POST', '/notifications/receive');
    const { body } = await call('GET', '/notifications');
    expect(body.map((one: { body: unknown }) => one.body)).toEqual(['plain', '']);
  });

  it('clears its list on demand', async () => {
    await call('POST', '/notifications/receive', '{}');
    expect((await call('DELETE', '/notifications')).status).toBe(204);
    expect((await call('GET', '/notifications')).body).toEqual([]);
  });

  it('keeps the last thousand notifications', async () => {
    const agent = new Agent({ keepAlive: true });
    onTestFinished(() => agent.destroy());
    for (let n = 0; n < 1_001; n += 1) {
      await posted(String(n), agent);
    }
    const { body } = await call('GET', '/notifications');
    expect([body.length, body[0].body, body.at(-1).body]).toEqual([1_000, 1, 1_000]);
  });
});
