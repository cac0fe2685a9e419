import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PUBLIC_HOST, type Rig, startRig } from '../../api/rest/rig.ts';

// The real limits are tens of seconds; this tests that they are set, and the answer to the client.
const slowClients = { headersMs: 200, requestMs: 400, checkedEveryMs: 50 };

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({}, 1, 'trace', { slowClients });
});
afterAll(() => rig.close());

const BODY = `PUT /api/rest/version/100/merchant/TESTSHOP/order/a/transaction/1 HTTP/1.1\r\nHost: ${PUBLIC_HOST}\r\nContent-Length: 10\r\n\r\n{`;

describe('a client that is slow on purpose', () => {
  it.each([
    ['headers that never end', `GET / HTTP/1.1\r\nHost: ${PUBLIC_HOST}\r\nX-A: a`],
    ['a body that never ends', BODY],
  ])('is cut off: %s', async (_what, text) => {
    const answer = await rig.raw(text);
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).toMatchObject({ result: 'ERROR' });
  });

  it('does not delay other clients', async () => {
    const slow = Array.from({ length: 50 }, () => rig.raw(BODY));
    expect((await rig.call('GET', '/api/rest/version/100/information')).status).toBe(200);
    for (const answer of await Promise.all(slow)) {
      expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    }
  });
});
