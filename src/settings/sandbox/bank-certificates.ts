/**
 * The certificates between the gateway and the sandbox's banks: an authority, what the gateway shows and signs with,
 * and what the banks' server shows. They are two processes that start together, so the first one issues them and both
 * read the same.
 */
import { join } from 'node:path';
import { type CertifiedKey, TestAuthority } from '../../x509/index.ts';
import { keptText } from '../kept-secret.ts';

/** Where the banks listen: this machine alone. */
const HOSTS = ['localhost', '127.0.0.1'];

export interface SandboxBankCertificates {
  /** PEM of the authority: what either side trusts. */
  readonly ca: string;
  /** Of the banks' server. */
  readonly server: CertifiedKey;
  /** The gateway's own, for its connections. */
  readonly qwac: CertifiedKey;
  /** The gateway's own, for its signatures. */
  readonly qseal: CertifiedKey;
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
 * Those in `<dataDir>/sandbox/bank-certificates.json`. If there is no such file, they are issued; only its owner can
 * read it.
 *
 * @throws {Error} whose message is one line for the operator
 */
export function sandboxBankCertificates(dataDir: string): SandboxBankCertificates {
  const file = join(dataDir, 'sandbox', 'bank-certificates.json');
  const text = keptText(file, () =>
    JSON.stringify(issueBankCertificates(new TestAuthority('Sandbox Authority')), null, 2),
  );
  try {
    return JSON.parse(text) as SandboxBankCertificates;
  } catch {
    throw new Error(`${file} must hold the certificates of the sandbox's banks; remove it, and new ones are issued.`);
  }
}
