/**
 * The keys of the sandbox's wallets: it signs tokens as Apple and Google do, and the gateway trusts it. The two
 * processes start together, so the first one generates the keys and both read the same file.
 */
import { generateKeyPairSync } from 'node:crypto';
import { join } from 'node:path';
import { type ApplePayChain, issueApplePayChain } from '../../platform/x509/index.ts';
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
  const file = join(dataDir, 'sandbox', 'wallet-keys.json');
  const text = readOrCreateText(file, () => JSON.stringify(makeWalletKeys(), null, 2));
  try {
    return JSON.parse(text) as SandboxWalletKeys;
  } catch {
    throw new Error(`${file} must hold the keys of the sandbox's wallets; remove it, and new ones are generated.`);
  }
}
