/**
 * A chain of certificates as that which signs Apple Pay's tokens: a root, an intermediate authority and a leaf, with
 * Apple's marker extensions. Only for the sandbox and tests.
 */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { DAY_MS, YEAR_MS } from '../../contract/durations.ts';
import { certificateExtension, createCertificate, MAY_ISSUE } from './certificate.ts';

/** So long that a stored certificate does not expire while a sandbox is in use. */
const LIFETIME_MS = 10 * YEAR_MS;
/** The marker extensions hold NULL. */
const NULL = Buffer.of(0x05, 0x00);

/** PEM. */
export interface ApplePayChain {
  readonly root: string;
  readonly intermediate: string;
  readonly leaf: string;
  readonly leafKey: string;
}

export interface ChainOptions {
  /** Object identifiers of the marker extensions. */
  readonly leafOid?: string;
  readonly intermediateOid?: string;
  readonly leafUntil?: Date;
  /** The owner's name in the leaf. */
  readonly leafName?: string;
  readonly mayIntermediateIssue?: boolean;
}

export function issueApplePayChain({
  leafOid = '1.2.840.113635.100.6.29',
  intermediateOid = '1.2.840.113635.100.6.2.14',
  leafUntil,
  leafName = 'Sandbox Wallet Signing',
  mayIntermediateIssue = true,
}: ChainOptions = {}): ApplePayChain {
  const names = ['Sandbox Wallet Root', 'Sandbox Wallet Authority', leafName].map((commonName) => ({ commonName }));
  const [root, intermediate, leaf] = names as [Name, Name, Name];
  const [rootKeys, intermediateKeys, leafKeys] = [newKeys(), newKeys(), newKeys()];
  const now = Date.now();
  const issue = (
    subject: Name,
    publicKey: KeyObject,
    by: { readonly issuer: Name; readonly signingKey: KeyObject },
    extensions: readonly Buffer[],
    until = new Date(now + LIFETIME_MS),
  ) => createCertificate({ subject, publicKey, ...by, from: new Date(now - DAY_MS), until, extensions }).toString();
  const byRoot = { issuer: root, signingKey: rootKeys.privateKey };
  const byIntermediate = { issuer: intermediate, signingKey: intermediateKeys.privateKey };
  const marker = certificateExtension(intermediateOid, NULL);
  return {
    root: issue(root, rootKeys.publicKey, byRoot, [MAY_ISSUE]),
    intermediate: issue(
      intermediate,
      intermediateKeys.publicKey,
      byRoot,
      mayIntermediateIssue ? [MAY_ISSUE, marker] : [marker],
    ),
    leaf: issue(leaf, leafKeys.publicKey, byIntermediate, [certificateExtension(leafOid, NULL)], leafUntil),
    leafKey: leafKeys.privateKey.export({ type: 'pkcs8', format: 'pem' }),
  };
}

interface Name {
  readonly commonName: string;
}

function newKeys() {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}
