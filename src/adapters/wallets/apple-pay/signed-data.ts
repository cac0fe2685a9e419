/**
 * Reads a detached CMS signature (RFC 5652) with one signer, and verifies it with the key of a certificate. Trust in
 * the certificate is `chain.ts`.
 */
import { createHash, type KeyObject, verify, X509Certificate } from 'node:crypto';
import {
  type BerElement,
  BerError,
  contentOf,
  innerElements,
  objectIdentifierOf,
  readElement,
  TAGS,
  timeOf,
} from './ber.ts';

const OIDS = {
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingTime: '1.2.840.113549.1.9.5',
  sha256: '2.16.840.1.101.3.4.2.1',
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
} as const;

/** A leaf, its issuer, and perhaps the root. */
const CERTIFICATES_MAX = 6;

export interface SignedData {
  readonly certificates: readonly X509Certificate[];
  /** Milliseconds since 1970, as the signer says. */
  readonly signedAt: number;
  /** Whether the content was signed with this key, and the signing time with it. */
  readonly isSignedBy: (key: KeyObject, content: Buffer) => boolean;
}

/** @throws {Error} if it is no such signature, or its algorithms are others than ECDSA with SHA-256 */
export function readSignedData(bytes: Buffer): SignedData {
  const [type, explicit] = innerElements(readElement(bytes), TAGS.sequence);
  requireOid(type, OIDS.signedData);
  const [signedData, ...more] = innerElements(explicit, TAGS.explicit0);
  const [, , encapsulated, ...rest] = innerElements(signedData, TAGS.sequence);
  const [contentType, content] = innerElements(encapsulated, TAGS.sequence);
  if (more.length > 0 || content !== undefined) {
    throw new BerError('a signature that is not detached');
  }
  const certificates = innerElements(rest[0], TAGS.explicit0);
  const [signer, ...otherSigners] = innerElements(rest.at(-1), TAGS.set);
  if (otherSigners.length > 0 || certificates.length > CERTIFICATES_MAX) {
    throw new BerError('several signers');
  }
  return {
    certificates: certificates.map(({ whole }) => new X509Certificate(whole)),
    ...readSigner(signer, objectIdentifierOf(contentType)),
  };
}

function readSigner(signer: BerElement | undefined, contentType: string): Pick<SignedData, 'isSignedBy' | 'signedAt'> {
  const [, , digestAlgorithm, attributes, signatureAlgorithm, signature] = innerElements(signer, TAGS.sequence);
  requireOid(innerElements(digestAlgorithm, TAGS.sequence)[0], OIDS.sha256);
  requireOid(innerElements(signatureAlgorithm, TAGS.sequence)[0], OIDS.ecdsaWithSha256);
  const signed = readAttributes(attributes);
  requireOid(signed.get(OIDS.contentType), contentType);
  const digest = contentOf(signed.get(OIDS.messageDigest), TAGS.octetString);
  const signedAt = timeOf(signed.get(OIDS.signingTime));
  const value = contentOf(signature, TAGS.octetString);
  const bytes = asSet(attributes);
  return {
    signedAt,
    isSignedBy: (key, content) =>
      createHash('sha256').update(content).digest().equals(digest) && verify('sha256', bytes, key, value),
  };
}

/** The single value of each attribute. */
function readAttributes(attributes: BerElement | undefined): ReadonlyMap<string, BerElement> {
  const found = new Map<string, BerElement>();
  for (const attribute of innerElements(attributes, TAGS.explicit0)) {
    const [type, values] = innerElements(attribute, TAGS.sequence);
    const [value, ...more] = innerElements(values, TAGS.set);
    const name = objectIdentifierOf(type);
    if (value === undefined || more.length > 0 || found.has(name)) {
      throw new BerError('an attribute without a single value');
    }
    found.set(name, value);
  }
  return found;
}

const INDEFINITE = 0x80;

/** The signed bytes: the attributes with the tag of a SET instead of their own (RFC 5652, 5.4). */
function asSet(attributes: BerElement | undefined): Buffer {
  if (attributes === undefined || attributes.whole[1] === INDEFINITE) {
    throw new BerError('attributes that are not DER');
  }
  return Buffer.concat([Buffer.of(TAGS.set), attributes.whole.subarray(1)]);
}

function requireOid(element: BerElement | undefined, oid: string): void {
  if (objectIdentifierOf(element) !== oid) {
    throw new BerError('unexpected object identifier');
  }
}
