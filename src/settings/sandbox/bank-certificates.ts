/**
 * The certificates for connections between the gateway and the sandbox's banks: an authority's, two of the gateway, and
 * one of the banks' server. The gateway and the sandbox start together, so the first process issues the certificates,
 * and both read the same file.
 */
import { join } from 'node:path';
import { type IssuedCertificate, TestAuthority } from '../../platform/x509/index.ts';
import { readOrCreateText } from '../stored-secret.ts';

/** The hosts in the server certificate. The banks listen only on this machine. */
const HOSTS = ['localhost', '127.0.0.1'];

export interface SandboxBankCertificates {
  /** PEM of the authority, which both sides trust. */
  readonly ca: string;
  /** The certificate of the banks' server. */
  readonly server: IssuedCertificate;
  /** The gateway's certificate for connections. */
  readonly qwac: IssuedCertificate;
  /** The gateway's certificate for signatures. */
  readonly qseal: IssuedCertificate;
}

export function issueBankCertificates(authority: TestAuthority): SandboxBankCertificates {
  return {
    ca: authority.cert,
    server: authority.issueServer(...HOSTS),
    qwac: authority.issue({ kind: 'QWAC' }),
    qseal: authority.issue({ kind: 'QSEAL' }),
  };
}

/**
 * Reads the certificates in `<dataDir>/sandbox/bank-certificates.json`, or issues them if the file does not exist. Only
 * the file's owner can read it.
 *
 * @throws {Error} with one line for the operator
 */
export function sandboxBankCertificates(dataDir: string): SandboxBankCertificates {
  const file = join(dataDir, 'sandbox', 'bank-certificates.json');
  const text = readOrCreateText(file, () =>
    JSON.stringify(issueBankCertificates(new TestAuthority('Sandbox Authority')), null, 2),
  );
  try {
    return JSON.parse(text) as SandboxBankCertificates;
  } catch {
    throw new Error(`${file} must hold the certificates of the sandbox's banks; remove it, and new ones are issued.`);
  }
}
