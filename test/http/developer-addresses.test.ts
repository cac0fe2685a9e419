/** Addresses that are not for payers: a developer is directed to the right place. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isDeveloperAddress, isRestAddress } from '../../src/http/routing/routes.ts';
import { type Rig, startRig } from '../api/rest/rig.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig({ SANDBOX_PORT: '21190' });
});
afterAll(() => rig.close());

const OF_PAYERS = 'We cannot find this payment';

it('the sandbox’s own page lists the parts that run here, and leads to the demo shop and the reference', async () => {
  const { status, headers, text } = await rig.call('GET', '/');
  expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  expect(text).toContain('Turnpike gateway in sandbox mode');
  expect(text).toContain('href="http://localhost:21190/"');
  expect(text).toContain('href="/docs"');
  expect(headers['content-security-policy']).toContain("default-src 'none'");
});

describe('without a page, a developer is led to the reference from', () => {
  it.each(['/docs/typo', '/docs/operations/NONE', '/docs/errors/more', '/apidocs', '/admin?a=1'])(
    '%s',
    async (address) => {
      const { status, headers, text } = await rig.call('GET', address);
      expect([status, headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(text).toContain('There is no page at this address');
      expect(text).toContain('href="/docs"');
      expect(text).not.toContain(OF_PAYERS);
    },
  );
});

it('an address below the reference that cannot be read is refused on a page of the reference', async () => {
  const { status, text } = await rig.call('GET', '/docs/%zz');
  expect(status).toBe(400);
  expect(text).toContain('There is no page at this address');
});

it.each(['/api', '/api/rest', '/static/none.js', '/form/none', '/.well-known/none', '/healthz/none'])(
  'a program at %s is answered in JSON',
  async (address) => {
    const { status, json } = await rig.call('GET', address);
    expect([status, json.result, json.error?.explanation]).toEqual([404, 'ERROR', 'There is nothing at this address.']);
  },
);

it.each(['/checkout', '/checkout/nowhere', '/checkout/pay/x', '/redirect/x', '/return/x'])(
  'a payer at %s reads the payer’s page',
  async (address) => {
    const { status, text } = await rig.call('GET', address);
    expect(status).toBe(404);
    expect(text).not.toContain('/docs');
  },
);

describe('in live mode', () => {
  it.each(['/', '/admin', '/checkout/nowhere', '/docsx'])(
    'an unauthenticated client at %s learns nothing about a gateway',
    (address) => {
      expect([isDeveloperAddress(address, false), isRestAddress(address)]).toEqual([false, false]);
    },
  );

  it('an address below the reference leads to the reference', () => {
    expect(isDeveloperAddress('/docs/typo', false)).toBe(true);
  });
});
