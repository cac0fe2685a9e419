/**
 * The keys of the sandbox's wallets: it signs tokens as Apple and Google do, and the gateway trusts it. The two
 * processes start together, so the first one generates the keys and both read the same file.
 */
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { YEAR_MS } from '../../contract/durations.ts';
import { type ApplePayChain, createCertificate, issueApplePayChain } from '../../platform/x509/index.ts';
import { readOrCreateText } from '../stored-secret.ts';

/** Private keys are PKCS #8 in PEM. */
export interface SandboxWalletKeys {
  readonly applePay: {
    readonly chain: ApplePayChain;
    /** The merchant identifier and the payment processing key of the sandbox's merchant. */
    readonly merchantId: string;
    readonly processingKey: string;
  };
  readonly googlePay: {
    readonly rootKey: string;
    /** The gateway's name, and the key for which tokens are encrypted. */
    readonly gateway: string;
    readonly gatewayKey: string;
  };
}

export function makeWalletKeys(): SandboxWalletKeys {
  return {
    applePay: { chain: issueApplePayChain(), merchantId: 'merchant.example.testshop', processingKey: newKey() },
    googlePay: { rootKey: newKey(), gateway: 'turnpikesandbox', gatewayKey: newKey() },
  };
}

/** PEM of the merchant identity certificate of the sandbox's merchant, and of its key. */
export interface SandboxWalletIdentity {
  readonly certificate: string;
  readonly key: string;
}

export function makeWalletIdentity(): SandboxWalletIdentity {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = { commonName: 'merchant.example.testshop' };
  const now = Date.now();
  const certificate = createCertificate({
    subject: name,
    issuer: name,
    from: new Date(now - YEAR_MS),
    until: new Date(now + 10 * YEAR_MS),
    publicKey,
    signingKey: privateKey,
    extensions: [],
  });
  return { certificate: certificate.toString(), key: privateKey.export({ type: 'pkcs8', format: 'pem' }) };
}

function newKey(): string {
  return generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });
}

/**
 * Reads the keys in `<dataDir>/sandbox/wallet-keys.json`, or generates them if the file does not exist. Only its owner
 * can read it.
 *
 * @throws {Error} with one line for the operator
 */
export function sandboxWalletKeys(dataDir: string): SandboxWalletKeys {
  return readOrMake(join(dataDir, 'sandbox', 'wallet-keys.json'), makeWalletKeys);
}

/** Like `sandboxWalletKeys`, with a file of its own, which the folders of older releases do not have. */
export function sandboxWalletIdentity(dataDir: string): SandboxWalletIdentity {
  return readOrMake(join(dataDir, 'sandbox', 'wallet-identity.json'), makeWalletIdentity);
}

function readOrMake<Keys>(file: string, make: () => Keys): Keys {
  const text = readOrCreateText(file, () => JSON.stringify(make(), null, 2));
  try {
    return JSON.parse(text) as Keys;
  } catch {
    throw new Error(`${file} must hold the keys of the sandbox's wallets; remove it, and new ones are generated.`);
  }
}
