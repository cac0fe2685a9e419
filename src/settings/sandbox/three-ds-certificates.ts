/**
 * The certificates between the gateway and the sandbox's directory servers: an authority, and what either side shows
 * when it calls or is called. They are two processes that start together, so the first one issues them and both read
 * the same.
 */
import { join } from 'node:path';
import { type CertifiedKey, TestAuthority } from '../../x509/index.ts';
import { keptText } from '../kept-secret.ts';

/** Where both listen: this machine alone. */
const HOSTS = ['localhost', '127.0.0.1'];

export interface SandboxThreeDSCertificates {
  /** PEM of the authority: what either side trusts. */
  readonly ca: string;
  /** Of the directory servers, which are called by AReq and PReq. */
  readonly server: CertifiedKey;
  /** The gateway's own, with which it calls them: it is the 3DS Server. */
  readonly threeDSServer: CertifiedKey;
  /** The directory servers' own, with which they call the 3DS Server by RReq. */
  readonly directoryServer: CertifiedKey;
}

export function issueThreeDSCertificates(authority: TestAuthority): SandboxThreeDSCertificates {
  return {
    ca: authority.cert,
    server: authority.issueServer(...HOSTS),
    threeDSServer: authority.issueClient('Turnpike 3DS Server'),
    directoryServer: authority.issueClient('Sandbox Directory Server'),
  };
}

/**
 * Those in `<dataDir>/sandbox/three-ds-certificates.json`. If there is no such file, they are issued; only its owner
 * can read it.
 *
 * @throws {Error} whose message is one line for the operator
 */
export function sandboxThreeDSCertificates(dataDir: string): SandboxThreeDSCertificates {
  const file = join(dataDir, 'sandbox', 'three-ds-certificates.json');
  const text = keptText(file, () =>
    JSON.stringify(issueThreeDSCertificates(new TestAuthority('Sandbox 3DS Authority')), null, 2),
  );
  try {
    return JSON.parse(text) as SandboxThreeDSCertificates;
  } catch {
    throw new Error(
      `${file} must hold the certificates of the sandbox's directory servers; remove it, and new ones are issued.`,
    );
  }
}
