/**
 * The certificates for connections between the gateway and the sandbox's directory servers: an authority's, a server
 * certificate, and a client certificate of each side. The gateway and the sandbox start together, so the first process
 * issues the certificates, and both read the same file.
 */
import { join } from 'node:path';
import { type IssuedCertificate, TestAuthority } from '../../platform/x509/index.ts';
import { readOrCreateText } from '../stored-secret.ts';

/** The hosts in the server certificate. The directory servers listen only on this machine. */
const HOSTS = ['localhost', '127.0.0.1'];

export interface SandboxThreeDSCertificates {
  /** PEM of the authority, which both sides trust. */
  readonly ca: string;
  /** The directory servers' server certificate, for AReq and PReq. */
  readonly server: IssuedCertificate;
  /** The client certificate of the gateway, which acts as the 3DS Server. */
  readonly threeDSServer: IssuedCertificate;
  /** The directory servers' client certificate, for RReq to the 3DS Server. */
  readonly directoryServer: IssuedCertificate;
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
 * Reads the certificates in `<dataDir>/sandbox/three-ds-certificates.json`, or issues them if the file does not exist.
 * Only the file's owner can read it.
 *
 * @throws {Error} with one line for the operator
 */
export function sandboxThreeDSCertificates(dataDir: string): SandboxThreeDSCertificates {
  const file = join(dataDir, 'sandbox', 'three-ds-certificates.json');
  const text = readOrCreateText(file, () =>
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
