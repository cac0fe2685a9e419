/**
 * A certificate authority for tests: P-256 keys, ECDSA with SHA-256. Node only reads certificates, and test machines
 * may have no other program that makes them.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject, type X509Certificate } from 'node:crypto';
import { HOUR_MS } from '../../src/contract/durations.ts';
import { alternativeNames, createCertificate, extendedKeyUse, MAY_ISSUE } from '../../src/platform/x509/index.ts';

export interface Issued {
  /** PEM. */
  readonly cert: string;
  readonly key: string;
  readonly der: Buffer;
  /** SHA-256 of the DER, lower-case hex. */
  readonly fingerprint: string;
}

export interface Wanted {
  readonly name: string;
  readonly use: 'server' | 'client';
  /** Names and addresses of a server. */
  readonly hosts?: readonly string[];
  readonly from?: Date;
  readonly until?: Date;
  /** The curve of its key; P-256 by default. */
  readonly curve?: string;
}

export interface Authority extends Issued {
  issue(wanted: Wanted): Issued;
}

export const hoursFromNow = (hours: number): Date => new Date(Date.now() + hours * HOUR_MS);

/**
 * Two authorities of one name are different: each has a key of its own.
 *
 * @param above the issuer's name and key for its certificate; self-signed by default
 */
export function createAuthority(name: string, above?: { readonly name: string; readonly key: string }): Authority {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const by = { issuer: { commonName: name }, signingKey: keys.privateKey };
  const root = createCertificate({
    issuer: { commonName: above?.name ?? name },
    signingKey: above === undefined ? keys.privateKey : createPrivateKey(above.key),
    subject: by.issuer,
    from: hoursFromNow(-72),
    until: hoursFromNow(72),
    publicKey: keys.publicKey,
    extensions: [MAY_ISSUE],
  });
  return {
    ...issued(root, keys.privateKey),
    issue({ name: subject, use, hosts = [], from = hoursFromNow(-24), until = hoursFromNow(24), curve = 'P-256' }) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: curve });
      const extensions = [extendedKeyUse(use), ...(hosts.length > 0 ? [alternativeNames(...hosts)] : [])];
      const made = createCertificate({ ...by, subject: { commonName: subject }, from, until, publicKey, extensions });
      return issued(made, privateKey);
    },
  };
}

function issued(x509: X509Certificate, key: KeyObject): Issued {
  return {
    cert: x509.toString(),
    key: key.export({ type: 'pkcs8', format: 'pem' }),
    der: x509.raw,
    fingerprint: x509.fingerprint256.replaceAll(':', '').toLowerCase(),
  };
}
