/** The console's host: which addresses it has, and which headers. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Rig, startRig } from '../api/rest/rig.ts';
import { PersonClient } from './person.ts';

const PAY = 'https://pay.example';
const CONSOLE = 'https://console.example';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ PUBLIC_ORIGIN: PAY, CONSOLE_ORIGIN: CONSOLE });
});
afterAll(() => rig.close());

const statusAt = async (origin: string, path: string) => (await new PersonClient(rig, { origin }).get(path)).status;

describe('a console with a host of its own', () => {
  it('answers there alone', async () => {
    expect(await statusAt(CONSOLE, '/console/sign-in')).toBe(200);
    expect(await statusAt('https://console.example:443', '/console')).toBe(303);
    expect(await statusAt(PAY, '/console/sign-in')).toBe(404);
    expect(await statusAt(PAY, '/console/no/such/page')).toBe(404);
    expect(await statusAt('https://other.example', '/console/sign-in')).toBe(421);
  });

  it.each(['/', '/docs', '/checkout/pay/x', '/api/rest/version/100/information', '/consolex', '/static/scripts.json'])(
    'has no %s there',
    async (path) => {
      expect(await statusAt(CONSOLE, path)).toBe(404);
    },
  );

  it.each(['/favicon.svg', '/healthz'])('has %s there', async (path) => {
    expect(await statusAt(CONSOLE, path)).toBe(200);
  });

  it('takes forms of its own pages, and none of payers’ pages', async () => {
    const client = new PersonClient(rig, { origin: CONSOLE });
    await client.get('/console/sign-in');
    const typed = { email: 'a@shop.example', password: 'x' };
    expect((await client.send(typed)).status).toBe(422);
    const body = new URLSearchParams({ ...client.hidden(), ...typed }).toString();
    expect((await client.post('/console/sign-in', body, { Origin: PAY })).status).toBe(403);
  });

  it('sets a cookie for this host alone, by https, out of reach of scripts', async () => {
    const client = new PersonClient(rig, { origin: CONSOLE });
    await client.get('/console/sign-in');
    const [pair = '', ...attributes] = client.setCookie.split('; ');
    expect(pair).toMatch(/^__Host-turnpike-console=/);
    expect(attributes.sort()).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Lax', 'Secure']);
  });

  it('has pages without script, in no frame, that nobody keeps', async () => {
    const { headers, text } = await new PersonClient(rig, { origin: CONSOLE }).get('/console/sign-in');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'referrer-policy': 'same-origin',
      'strict-transport-security': 'max-age=63072000; includeSubDomains',
      'x-content-type-options': 'nosniff',
    });
    const policy = String(headers['content-security-policy']).split('; ');
    expect(policy).toEqual(
      expect.arrayContaining(["default-src 'none'", "script-src 'none'", "connect-src 'none'", "form-action 'self'"]),
    );
    expect(policy).toEqual(expect.arrayContaining(["frame-ancestors 'none'", "base-uri 'none'"]));
    expect(policy.join()).not.toMatch(/unsafe-|\*/);
    expect(text).not.toMatch(/<script|style="|onclick/);
  });
});
