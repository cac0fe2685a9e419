/**
 * The stand-in's own certificate authority: a root, an issuer below it, and below that the certificate whose key signs
 * webhooks, as PayPal's hangs below a public authority. X.509 version 3 (RFC 5280); Node reads certificates and makes
 * none.
 */
import { generateKeyPairSync, type KeyObject, randomBytes, sign, X509Certificate } from 'node:crypto';
import {
  bitString,
  boolean,
  integer,
  objectIdentifier,
  octetString,
  sequence,
  tlv,
  utcTime,
  utf8String,
} from './der.ts';

/** The name that PayPal's signing certificates have. */
export const SIGNER_NAME = 'messageverificationcerts.paypal.com';

const YEAR_MS = 365 * 86_400_000;
/** RSA, because PayPal signs with it: SHA256withRSA. */
const RSA_BITS = 2_048;

export interface Authority {
  /** PEM of the root: what a verifier has to trust. */
  readonly root: string;
  /** PEM of the signing certificate and its issuer's, in this order. */
  readonly chain: string;
  readonly signingKey: KeyObject;
}

interface Party {
  readonly name: string;
  readonly publicKey: KeyObject;
  readonly privateKey: KeyObject;
}

/** Two of one name are two: each has keys of its own. */
export function createAuthority(name: string): Authority {
  const root: Party = { name: `${name} Root`, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
  const issuer: Party = { name: `${name} Issuer`, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
  const signer: Party = { name: SIGNER_NAME, ...generateKeyPairSync('rsa', { modulusLength: RSA_BITS }) };
  const leaf = certificate(signer, issuer, [SERVER_USE, alternativeName(SIGNER_NAME)]);
  return {
    root: certificate(root, root, [MAY_ISSUE]),
    chain: leaf + certificate(issuer, root, [MAY_ISSUE]),
    signingKey: signer.privateKey,
  };
}

/** RFC 5280, 4.1. @returns PEM */
function certificate(subject: Party, issuer: Party, extensions: readonly Buffer[]): string {
  const now = Date.now();
  const toBeSigned = sequence(
    tlv(0xa0, integer(Buffer.of(2))),
    // The first byte keeps the number positive and not zero.
    integer(Buffer.concat([Buffer.of(1), randomBytes(15)])),
    ECDSA_WITH_SHA256,
    distinguishedName(issuer.name),
    sequence(utcTime(new Date(now - YEAR_MS)), utcTime(new Date(now + 2 * YEAR_MS))),
    distinguishedName(subject.name),
    subject.publicKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(...extensions)),
  );
  const signature = bitString(sign('sha256', toBeSigned, issuer.privateKey));
  return new X509Certificate(sequence(toBeSigned, ECDSA_WITH_SHA256, signature)).toString();
}

function distinguishedName(commonName: string): Buffer {
  return sequence(tlv(0x31, sequence(objectIdentifier('2.5.4.3'), utf8String(commonName))));
}

function extension(id: string, value: Buffer, ...critical: readonly Buffer[]): Buffer {
  return sequence(objectIdentifier(id), ...critical, octetString(value));
}

function alternativeName(host: string): Buffer {
  return extension('2.5.29.17', sequence(tlv(0x82, Buffer.from(host))));
}

const ECDSA_WITH_SHA256 = sequence(objectIdentifier('1.2.840.10045.4.3.2'));
/** Basic constraints, critical: it may issue. */
const MAY_ISSUE = extension('2.5.29.19', sequence(boolean(true)), boolean(true));
const SERVER_USE = extension('2.5.29.37', sequence(objectIdentifier('1.3.6.1.5.5.7.3.1')));
