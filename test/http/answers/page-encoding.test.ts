/** A payer's page and an error page, with each content encoding that browsers accept. */
import { get, type IncomingMessage } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PUBLIC_HOST, type Rig, startRig } from '../../api/rest/rig.ts';
import { hands } from '../../checkout/hands.ts';

let rig: Rig;
beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const { checkout } = hands(() => rig);

async function asked(path: string, accepted: string | undefined) {
  const headers = { Host: PUBLIC_HOST, ...(accepted !== undefined && { 'Accept-Encoding': accepted }) };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port: rig.app.port, path, headers }, resolve).on('error', reject);
  });
  return { encoding: response.headers['content-encoding'], body: await buffer(response) };
}

describe.each([
  ['a page', async () => `/checkout/pay/${(await checkout()).id}`, 'Pay Example Shop'],
  ['an error page', async () => `/checkout/pay/SESSION${'0'.repeat(24)}`, 'We cannot find this payment'],
] as const)('%s', (_what, address, words) => {
  it.each(['gzip', 'br, gzip', 'gzip;q=0.5, br;q=0', '*'])(
    'is compressed for a client that accepts %s',
    async (accepted) => {
      const { encoding, body } = await asked(await address(), accepted);
      expect([encoding, gunzipSync(body).toString()]).toEqual(['gzip', expect.stringContaining(words)]);
    },
  );

  it.each([undefined, '', 'identity', 'zstd', 'br', 'gzip;q=0'])(
    'is not compressed for a client that accepts %s',
    async (accepted) => {
      const { encoding, body } = await asked(await address(), accepted);
      expect([encoding, body.toString()]).toEqual([undefined, expect.stringContaining(words)]);
    },
  );
});
