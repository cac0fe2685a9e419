/**
 * The sandbox's directory servers and ACS for a gateway of a test, and the settings by which the gateway knows one of
 * them.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type StartedThreeDS, startThreeDS } from '../../src/sandbox/three-ds/start-three-ds.ts';
import { memoryLog } from '../adapters/acquirers/fixtures.ts';

export interface DirectoryServers {
  readonly started: StartedThreeDS;
  /** Mastercard's directory server, for the tests' cards. */
  readonly env: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

export async function startDirectoryServers(): Promise<DirectoryServers> {
  const started = await startThreeDS({ log: memoryLog() });
  const folder = mkdtempSync(join(tmpdir(), 'turnpike-3ds-'));
  const file = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 });
    return join(folder, name);
  };
  const { ca, threeDSServer } = started.certificates;
  return {
    started,
    env: {
      DIRECTORY_SERVER_MASTERCARD_URL: `${started.api}/mastercard`,
      DIRECTORY_SERVER_MASTERCARD_CA: file('ca.pem', ca),
      DIRECTORY_SERVER_MASTERCARD_CERT: file('cert.pem', threeDSServer.cert),
      DIRECTORY_SERVER_MASTERCARD_KEY: file('key.pem', threeDSServer.key),
      DIRECTORY_SERVER_MASTERCARD_RID: 'A000000004',
      THREE_DS_SERVER_REFERENCE_NUMBER: '3DS_LOA_SER_TESTS_020200_00001',
    },
    async close() {
      await started.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
