/**
 * The certificate that signs Apple Pay's tokens: Apple's marker extensions in it and in its issuer, whose issuer is a
 * root of the operator. Roots in a token prove nothing, and are ignored.
 */
import type { KeyObject, X509Certificate } from 'node:crypto';
import { innerElements, objectIdentifierOf, readElement, TAGS } from './ber.ts';

/** Apple's marker extensions: their presence counts, not their value. */
const LEAF_OID = '1.2.840.113635.100.6.29';
const INTERMEDIATE_OID = '1.2.840.113635.100.6.2.14';

/**
 * @param roots trusted by the operator
 * @returns the keys of certificates that may sign tokens, mostly one
 * @throws {Error} if a certificate cannot be read
 */
export function trustedSigners(
  certificates: readonly X509Certificate[],
  roots: readonly X509Certificate[],
  now: number,
): KeyObject[] {
  const valid = certificates.filter((certificate) => isValidAt(certificate, now));
  const intermediates = valid.filter(
    (certificate) =>
      certificate.ca &&
      extensionsOf(certificate).has(INTERMEDIATE_OID) &&
      roots.some((root) => root.ca && isValidAt(root, now) && isIssuedBy(certificate, root)),
  );
  return valid
    .filter(
      (certificate) =>
        !certificate.ca &&
        extensionsOf(certificate).has(LEAF_OID) &&
        intermediates.some((issuer) => isIssuedBy(certificate, issuer)),
    )
    .map(({ publicKey }) => publicKey);
}

function isIssuedBy(certificate: X509Certificate, issuer: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

function isValidAt({ validFromDate, validToDate }: X509Certificate, now: number): boolean {
  return validFromDate.getTime() <= now && now <= validToDate.getTime();
}

/** Read from their place: an owner's name, which others choose, may contain the same bytes. */
function extensionsOf({ raw }: X509Certificate): ReadonlySet<string> {
  const [toBeSigned] = innerElements(readElement(raw), TAGS.sequence);
  const explicit = innerElements(toBeSigned, TAGS.sequence).find(({ tag }) => tag === TAGS.explicit3);
  if (explicit === undefined) {
    return new Set();
  }
  const [list] = innerElements(explicit, TAGS.explicit3);
  const extensions = innerElements(list, TAGS.sequence);
  return new Set(extensions.map((extension) => objectIdentifierOf(innerElements(extension, TAGS.sequence)[0])));
}
