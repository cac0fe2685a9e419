/** The ends of the settings' certificates, for the metrics. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { certificateEnds } from '../../src/compose/certificate-ends.ts';
import type { Provider } from '../../src/core/ports/index.ts';
import { readSettings } from '../../src/settings/settings.ts';
import { createAuthority, hoursFromNow } from '../support/certificates.ts';

/** Certificates have whole seconds. */
const ofHours = (hours: number) => Math.floor(hoursFromNow(hours).getTime() / 1_000) * 1_000;
const near = (at: number) => expect.closeTo(at, -4);

it('each setting has the first end of its certificates, and each provider that of its own', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'turnpike-ends-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [authority, other] = [createAuthority('One'), createAuthority('Other')];
  const server = authority.issue({ name: 'pay.example', use: 'server', until: hoursFromNow(48) });
  const client = authority.issue({ name: 'gateway', use: 'client', until: hoursFromNow(12) });
  const file = async (name: string, text: string) => {
    const path = join(folder, name);
    await writeFile(path, text, { mode: 0o600 });
    return path;
  };
  const settings = readSettings({
    DATA_DIR: folder,
    PUBLIC_ORIGIN: 'https://localhost:8443',
    // The authority above it lasts longer.
    TLS_CERT: await file('cert.pem', server.cert + authority.cert),
    TLS_KEY: await file('key.pem', server.key),
    TLS_CLIENT_CA: await file('ca.pem', authority.cert + other.cert),
    ACQUIRER_EU_URL: 'iso8583s://acquirer.example:8583',
    ACQUIRER_EU_CA: await file('eu-ca.pem', other.cert),
    ACQUIRER_EU_CERT: await file('eu.pem', client.cert),
    ACQUIRER_EU_KEY: await file('eu-key.pem', client.key),
  });
  const bank = { certificates: [{ name: 'OPEN_BANKING_QWAC_CERT', from: 0, until: 5_000 }] } as unknown as Provider;
  const ends = certificateEnds(settings, new Map([['bank', bank]]));
  expect(Object.fromEntries(ends)).toMatchObject({
    TLS_CERT: near(ofHours(48)),
    TLS_CLIENT_CA: near(ofHours(72)),
    ACQUIRER_EU_CA: near(ofHours(72)),
    ACQUIRER_EU_CERT: near(ofHours(12)),
    OPEN_BANKING_QWAC_CERT: 5_000,
  });
});
