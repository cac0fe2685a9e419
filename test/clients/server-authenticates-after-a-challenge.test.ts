/**
 * One client sends its credentials only after a challenge; others compare the error text of a refusal, or its reason
 * phrase.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { basic, PASSWORD, PUBLIC_HOST, type Rig, startRig } from '../api/rest/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

it('the client is challenged for Basic once, and served with it', async () => {
  const challenge = await rig.api('POST', '/session', {}, { authorization: null });
  expect([challenge.status, challenge.headers['www-authenticate']]).toEqual([401, expect.stringMatching(/^Basic /)]);
  expect((await rig.api('POST', '/session', {}, { authorization: basic('TESTSHOP', PASSWORD) })).status).toBe(201);
});

it('wrong credentials have the error text that clients compare', async () => {
  const wrong = [basic('TESTSHOP', 'wrong'), basic('NOBODY', PASSWORD), 'Bearer abc', 'Basic bm9ib2R5'];
  for (const authorization of wrong) {
    const { status, json } = await rig.api('GET', '/order/x', undefined, { authorization });
    const { cause, explanation } = json.error;
    expect([status, cause, explanation]).toEqual([401, 'INVALID_REQUEST', 'Invalid credentials.']);
  }
});

it.each([
  ['401 Unauthorized', 'merchant/TESTSHOP/order/x', 'Basic bm9ib2R5'],
  ['400 Bad Request', 'merchant/TESTSHOP/order/x', basic('TESTSHOP', PASSWORD)],
  ['404 Not Found', 'merchant/TESTSHOP/nowhere', basic('TESTSHOP', PASSWORD)],
])('a refused request is answered with "%s", in JSON', async (phrase, path, authorization) => {
  const lines = [`Host: ${PUBLIC_HOST}`, `Authorization: ${authorization}`, 'Connection: close', '', ''];
  const answer = await rig.raw([`GET /api/rest/version/100/${path} HTTP/1.1`, ...lines].join('\r\n'));
  expect(answer.split('\r\n', 1)).toEqual([`HTTP/1.1 ${phrase}`]);
  expect(answer).toMatch(/content-type: application\/json/i);
  expect(JSON.parse(answer.split('\r\n\r\n')[1] ?? '')).toMatchObject({ result: 'ERROR' });
});
