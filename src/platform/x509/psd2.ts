/**
 * Creates the qualified certificates of payment service providers (ETSI TS 119 495): a QWAC for connections, and a
 * QSEAL for signatures. Each states its kind and its owner's roles.
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

/** The validity of certificates: so long that a stored certificate does not expire while a sandbox is in use. */
const LIFETIME_MS = 10 * YEAR_MS;
/** The length of RSA keys. Banks accept RSA signatures with SHA-256. */
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

/** A certificate and its private key, both in PEM. */
export interface IssuedCertificate {
  readonly cert: string;
  readonly key: string;
}

export interface CertificateRequest {
  readonly kind: Psd2Kind;
  /** The owner's name. */
  readonly name?: string;
  /** The owner's registration by a competent authority, such as `PSDDE-BAFIN-123456`. */
  readonly organizationIdentifier?: string;
  /** The owner's roles. By default the owner may initiate payments. */
  readonly roles?: readonly Psd2Role[];
  readonly from?: Date;
  readonly until?: Date;
}

/**
 * A certificate authority for the sandbox and tests. Each instance has its own key, so instances of the same name are
 * different authorities.
 */
export class TestAuthority {
  readonly #name: DistinguishedName;
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  /** PEM of the authority's own certificate, which a verifier has to trust. */
  readonly cert: string;

  constructor(name: string) {
    this.#name = { commonName: name };
    this.cert = this.#issue({ subject: this.#name, publicKey: this.#keys.publicKey, extensions: [MAY_ISSUE] });
  }

  /** Issues a server certificate for these hosts. */
  issueServer(...hosts: readonly string[]): IssuedCertificate {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const extensions = [extendedKeyUse('server'), alternativeNames(...hosts)];
    return issuedCertificate(
      this.#issue({ subject: { commonName: hosts[0] ?? '' }, publicKey, extensions }),
      privateKey,
    );
  }

  /** Issues a client certificate without PSD2 statements. */
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

/** Reads the PSD2 statements of a certificate. Returns undefined if it is neither QWAC nor QSEAL. */
export function psd2StatementsOf({ raw }: X509Certificate): { kind: Psd2Kind; roles: Psd2Role[] } | undefined {
  // Searches for the bytes of object identifiers, which are unambiguous in these certificates.
  const has = (id: string) => raw.includes(objectIdentifier(id));
  const kind = namesOf(KINDS).find((name) => has(KINDS[name]));
  return kind && { kind, roles: namesOf(ROLES).filter((name) => has(ROLES[name])) };
}

/**
 * Encodes the PSD2 statement (ETSI TS 119 495, 5.1) in the extension for qualified certificate statements (RFC 3739,
 * 3.2.6).
 */
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
