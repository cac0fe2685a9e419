/**
 * Creates X.509 certificates, version 3 (RFC 5280), signed with ECDSA over P-256, because Node can only read
 * certificates. Used only by the sandbox and by tests, whose authorities nobody else trusts.
 */
import { type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import {
  bitString,
  boolean,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  set,
  tlv,
  utcTime,
  utf8String,
} from './der.ts';

/** The object identifiers of the attributes of a distinguished name. */
const ATTRIBUTES = {
  country: '2.5.4.6',
  organization: '2.5.4.10',
  organizationIdentifier: '2.5.4.97',
  commonName: '2.5.4.3',
} as const;

export type DistinguishedName = Readonly<Partial<Record<keyof typeof ATTRIBUTES, string>>>;

export interface CertificateContents {
  readonly subject: DistinguishedName;
  readonly issuer: DistinguishedName;
  readonly from: Date;
  readonly until: Date;
  readonly publicKey: KeyObject;
  /** The issuer's private key, on P-256. */
  readonly signingKey: KeyObject;
  readonly extensions: readonly Buffer[];
}

/** Creates and signs a certificate in the format of RFC 5280, 4.1. */
export function createCertificate(contents: CertificateContents): X509Certificate {
  const toBeSigned = sequence(
    tlv(0xa0, integer(Buffer.of(2))),
    // The serial number. The first byte makes it positive and not zero.
    integer(Buffer.concat([Buffer.of(1), randomBytes(15)])),
    ECDSA_WITH_SHA256,
    distinguishedName(contents.issuer),
    sequence(utcTime(contents.from), utcTime(contents.until)),
    distinguishedName(contents.subject),
    contents.publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(...contents.extensions)),
  );
  const signature = bitString(sign('sha256', toBeSigned, contents.signingKey));
  return new X509Certificate(sequence(toBeSigned, ECDSA_WITH_SHA256, signature));
}

export function certificateExtension(id: string, value: Buffer, ...critical: readonly Buffer[]): Buffer {
  return sequence(objectIdentifier(id), ...critical, octetString(value));
}

/** @param hosts host names or IPv4 addresses */
export function alternativeNames(...hosts: readonly string[]): Buffer {
  const names = hosts.map((host) =>
    isIP(host) === 4 ? tlv(0x87, Buffer.from(host.split('.').map(Number))) : tlv(0x82, Buffer.from(host)),
  );
  return certificateExtension('2.5.29.17', sequence(...names));
}

export function extendedKeyUse(use: keyof typeof USES): Buffer {
  return certificateExtension('2.5.29.37', sequence(objectIdentifier(USES[use])));
}

function distinguishedName(name: DistinguishedName): Buffer {
  const attributes = Object.entries(ATTRIBUTES).filter(([attribute]) => name[attribute as keyof typeof ATTRIBUTES]);
  return sequence(
    ...attributes.map(([attribute, id]) => {
      const value = name[attribute as keyof typeof ATTRIBUTES] ?? '';
      return set(sequence(objectIdentifier(id), utf8String(value)));
    }),
  );
}

const ECDSA_WITH_SHA256 = sequence(objectIdentifier('1.2.840.10045.4.3.2'));
const USES = { server: '1.3.6.1.5.5.7.3.1', client: '1.3.6.1.5.5.7.3.2' } as const;

/** The critical extension "basic constraints" of an authority's certificate. */
export const MAY_ISSUE: Buffer = certificateExtension('2.5.29.19', sequence(boolean(true)), boolean(true));
