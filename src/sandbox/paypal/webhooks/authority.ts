/**
 * The simulator's own certificate authority: a root, an issuer, and the certificate of the key that signs webhooks.
 * PayPal's certificate is issued by a public authority.
 */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { YEAR_MS } from '../../../contract/durations.ts';
import { alternativeNames, createCertificate, extendedKeyUse, MAY_ISSUE } from '../../../platform/x509/index.ts';

/** The name in PayPal's signing certificates. */
const SIGNER_NAME = 'messageverificationcerts.paypal.com';

/** Length of the signing key, which is an RSA key for PayPal's algorithm SHA256withRSA. */
const RSA_BITS = 2_048;

export interface Authority {
  /** PEM of the root, which a verifier has to trust. */
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

/** Creates an authority with keys of its own, even if another one has the same name. */
export function createAuthority(name: string): Authority {
  const root: Party = { name: `${name} Root`, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
  const issuer: Party = { name: `${name} Issuer`, ...generateKeyPairSync('ec', { namedCurve: 'P-256' }) };
  const signer: Party = { name: SIGNER_NAME, ...generateKeyPairSync('rsa', { modulusLength: RSA_BITS }) };
  const leaf = certificate(signer, issuer, [extendedKeyUse('server'), alternativeNames(SIGNER_NAME)]);
  return {
    root: certificate(root, root, [MAY_ISSUE]),
    chain: leaf + certificate(issuer, root, [MAY_ISSUE]),
    signingKey: signer.privateKey,
  };
}

function certificate(subject: Party, issuer: Party, extensions: readonly Buffer[]): string {
  const now = Date.now();
  return createCertificate({
    subject: { commonName: subject.name },
    issuer: { commonName: issuer.name },
    from: new Date(now - YEAR_MS),
    until: new Date(now + 2 * YEAR_MS),
    publicKey: subject.publicKey,
    signingKey: issuer.privateKey,
    extensions,
  }).toString();
}
