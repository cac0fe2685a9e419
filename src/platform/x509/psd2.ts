/**
 * Qualified certificates of payment service providers (ETSI TS 119 495): a QWAC for connections, a QSEAL for
 * signatures. Each states its kind and its owner's roles.
 */
import { generateKeyPairSync, type KeyObject, type X509Certificate } from 'node:crypto';
import { DAY_MS, YEAR_MS } from '../../contract/durations.ts';
import {
  alternativeNames,
  certificateExtension,
  createCertificate,
  type DistinguishedName,
  extendedKeyUse,
  MAY_ISSUE,
} from './certificate.ts';
import { objectIdentifier, sequence, utf8String } from './der.ts';

/** So long that a stored certificate does not expire while a sandbox is in use. */
const LIFETIME_MS = 10 * YEAR_MS;
/** RSA, because banks accept signatures of RSA with SHA-256. */
const RSA_BITS = 2_048;

const ROLES = {
  PSP_AS: '0.4.0.19495.1.1',
  PSP_PI: '0.4.0.19495.1.2',
  PSP_AI: '0.4.0.19495.1.3',
  PSP_IC: '0.4.0.19495.1.4',
} as const;
const KINDS = { QSEAL: '0.4.0.1862.1.6.2', QWAC: '0.4.0.1862.1.6.3' } as const;

export type Psd2Role = keyof typeof ROLES;
export type Psd2Kind = keyof typeof KINDS;

/** A certificate and its key, both PEM. */
export interface IssuedCertificate {
  readonly cert: string;
  readonly key: string;
}

export interface CertificateRequest {
  readonly kind: Psd2Kind;
  /** The owner's name. */
  readonly name?: string;
  /** The registration by a competent authority: `PSDDE-BAFIN-123456`. */
  readonly organizationIdentifier?: string;
  /** By default the owner may initiate payments. */
  readonly roles?: readonly Psd2Role[];
  readonly from?: Date;
  readonly until?: Date;
}

/** An authority for tests. Two of the same name are different, since each has its own key. */
export class TestAuthority {
  readonly #name: DistinguishedName;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  /** PEM of its own certificate, which a verifier has to trust. */
  readonly cert: string;

  constructor(name: string) {
    this.#name = { commonName: name };
    this.cert = this.#issue({ subject: this.#name, publicKey: this.#keys.publicKey, extensions: [MAY_ISSUE] });
  }

  /** Issues a certificate for a server at these hosts. */
  issueServer(...hosts: readonly string[]): IssuedCertificate {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const extensions = [extendedKeyUse('server'), alternativeNames(...hosts)];
    return issuedCertificate(
      this.#issue({ subject: { commonName: hosts[0] ?? '' }, publicKey, extensions }),
      privateKey,
    );
  }

  /** Issues a plain client certificate. */
  issueClient(name: string): IssuedCertificate {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const extensions = [extendedKeyUse('client')];
    return issuedCertificate(this.#issue({ subject: { commonName: name }, publicKey, extensions }), privateKey);
  }

  issue({ kind, roles = ['PSP_PI'], from, until, ...owner }: CertificateRequest): IssuedCertificate {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: RSA_BITS });
    const { name = 'Turnpike Test', organizationIdentifier = 'PSDDE-BAFIN-000000' } = owner;
    const subject = { country: 'DE', organization: name, organizationIdentifier, commonName: name };
    const extensions = [...(kind === 'QWAC' ? [extendedKeyUse('client')] : []), statements(kind, roles)];
    return issuedCertificate(this.#issue({ subject, publicKey, extensions, from, until }), privateKey);
  }

  #issue(wanted: {
    subject: DistinguishedName;
    publicKey: KeyObject;
    extensions: readonly Buffer[];
    from?: Date | undefined;
    until?: Date | undefined;
  }): string {
    const now = Date.now();
    const { from = new Date(now - DAY_MS), until = new Date(now + LIFETIME_MS), ...rest } = wanted;
    const issuer = { issuer: this.#name, signingKey: this.#keys.privateKey };
    return createCertificate({ ...rest, ...issuer, from, until }).toString();
  }
}

/** Reads the statements of a certificate. Undefined if it is neither QWAC nor QSEAL. */
export function psd2StatementsOf({ raw }: X509Certificate): { kind: Psd2Kind; roles: Psd2Role[] } | undefined {
  // Finds object identifiers by their bytes, which are unambiguous in these certificates.
  const has = (id: string) => raw.includes(objectIdentifier(id));
  const kind = namesOf(KINDS).find((name) => has(KINDS[name]));
  return kind && { kind, roles: namesOf(ROLES).filter((name) => has(ROLES[name])) };
}

/** ETSI TS 119 495, 5.1, within the qualified statements of RFC 3739, 3.2.6. */
function statements(kind: Psd2Kind, roles: readonly Psd2Role[]): Buffer {
  const held = roles.map((role) => sequence(objectIdentifier(ROLES[role]), utf8String(role)));
  const psd2 = sequence(sequence(...held), utf8String('Sandbox Authority'), utf8String('DE-SANDBOX'));
  return certificateExtension(
    '1.3.6.1.5.5.7.1.3',
    sequence(
      sequence(objectIdentifier('0.4.0.1862.1.1')),
      sequence(objectIdentifier('0.4.0.1862.1.6'), sequence(objectIdentifier(KINDS[kind]))),
      sequence(objectIdentifier('0.4.0.19495.2'), psd2),
    ),
  );
}

function issuedCertificate(cert: string, key: KeyObject): IssuedCertificate {
  return { cert, key: key.export({ type: 'pkcs8', format: 'pem' }) };
}

function namesOf<Name extends string>(table: Readonly<Record<Name, string>>): Name[] {
  return Object.keys(table) as Name[];
}
