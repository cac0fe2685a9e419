/**
 * The directory servers and the ACS alone, on ports of their own, for callers that do not need the rest of the sandbox.
 */
import { TestAuthority } from '../../platform/x509/index.ts';
import { issueThreeDSCertificates, type SandboxThreeDSCertificates } from '../../settings/sandbox/index.ts';
import { LOOPBACK, listenOnLoopback } from '../kit/http/listen.ts';
import { addThreeDS } from './add-three-ds.ts';
import { listenAsDirectoryServer } from './directory-server/server.ts';
import { THREE_DS_PREFIX } from './prefix.ts';
import { ThreeDS, type ThreeDSOptions } from './three-ds.ts';

export interface StartedThreeDS {
  /** `https://localhost:port`; a directory server's address is below `/{scheme}`. */
  readonly api: string;
  /** `http://127.0.0.1:port/three-ds`: pages and control. */
  readonly control: string;
  readonly threeDS: ThreeDS;
  /** A 3DS Server's trusted authority, and its own certificate. */
  readonly certificates: SandboxThreeDSCertificates;
  close(): Promise<void>;
}

export interface StartOptions extends Omit<ThreeDSOptions, 'certificates'> {
  /** Absent: certificates cached by this process. */
  readonly certificates?: SandboxThreeDSCertificates;
}

/** Cached, because key generation is slow and tests start many simulators. */
let cachedCertificates: SandboxThreeDSCertificates | undefined;

/** @throws when the ledger cannot be opened */
export async function startThreeDS({ certificates: given, ...options }: StartOptions): Promise<StartedThreeDS> {
  cachedCertificates ??= given ?? issueThreeDSCertificates(new TestAuthority('Sandbox 3DS Authority'));
  const certificates = given ?? cachedCertificates;
  const threeDS = new ThreeDS({ ...options, certificates });
  const pages = await listenOnLoopback((app) => addThreeDS(app, threeDS));
  const server = await listenAsDirectoryServer(threeDS, certificates, LOOPBACK, 0);
  return {
    api: threeDS.bases.api,
    control: pages.origin + THREE_DS_PREFIX,
    threeDS,
    certificates,
    async close() {
      await server.close();
      await pages.close();
      await threeDS.close();
    },
  };
}
