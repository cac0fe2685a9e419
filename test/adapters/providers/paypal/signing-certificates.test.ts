/** Names of certificates that attackers make up. */
import { expect, it } from 'vitest';
import type { JsonClient } from '../../../../src/adapters/http-json.ts';
import { SigningCertificates } from '../../../../src/adapters/providers/paypal/signing-certificates.ts';
import { createAuthority } from '../../../support/certificates.ts';

const FOLDER = 'https://api.paypal.com/v1/notifications/certs/';
const OWN = `${FOLDER}CERT-own`;
const { cert } = createAuthority('messageverificationcerts.paypal.com');

it('many unknown addresses cause few requests to PayPal, and evict no certificate of PayPal’s', async () => {
  const asked: string[] = [];
  const client: Pick<JsonClient, 'text'> = {
    async text({ url }) {
      asked.push(url);
      return { status: 'ANSWERED', code: url === OWN ? 200 : 404, body: url === OWN ? cert : '' };
    },
  };
  const site = { anchors: [], isCertificate: (url: URL) => url.href.startsWith(FOLDER) };
  const certificates = new SigningCertificates(site as never, client as JsonClient);
  const statusOf = async (address: string, now: number) => (await certificates.at(address, now))?.status;
  await statusOf(OWN, 0);
  const flooded = [];
  for (let name = 0; name < 500; name += 1) {
    flooded.push(await statusOf(`${FOLDER}CERT-${name}`, 1));
  }
  expect(flooded.filter((status) => status === 'UNKNOWN')).toHaveLength(20);
  expect(flooded.filter((status) => status === 'BUSY')).toHaveLength(480);
  await statusOf(OWN, 1);
  expect(asked.filter((url) => url === OWN)).toHaveLength(1);
  expect(asked).toHaveLength(21);
  // After a minute a name that PayPal may have added is requested again.
  expect(await statusOf(`${FOLDER}CERT-new`, 60_002)).toBe('UNKNOWN');
});
