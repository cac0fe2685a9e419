/**
 * Reads the operator's settings of wallets: the authorities of Apple, the root signing keys of Google, and the
 * registration with Google as a gateway. Keys of a merchant are in its profile.
 */
import { createPrivateKey, createPublicKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type GooglePayDependencies, readRootKeys } from '../adapters/wallets/index.ts';
import { YEAR_MS } from '../contract/durations.ts';
import { pemCertificates } from '../platform/pem.ts';
import { authorities, ellipticKeys } from './pem-files.ts';
import type { SandboxWalletKeys } from './sandbox/index.ts';
import { SettingsError } from './settings-error.ts';

export interface WalletSettings {
  /** Absent: tokens of Apple Pay are refused. */
  readonly applePayRoots?: readonly X509Certificate[] | undefined;
  /** Absent: tokens of Google Pay are refused. */
  readonly googlePay?: GooglePayDependencies | undefined;
  /** The wallets that the sandbox simulates, because the operator has not set them. */
  readonly isSandbox: Readonly<Record<'applePay' | 'googlePay', boolean>>;
  /** The file by which Apple verifies the domain of the hosted page. */
  readonly applePayDomain: Uint8Array | undefined;
}

type Texts = Readonly<Record<string, string | undefined>>;

/** The name in a shop's `tokenizationSpecification`. */
const GATEWAY_NAME = /^[\x21-\x7e]{1,100}$/;

/**
 * @param texts of the environment, without empty ones
 * @param sandbox the keys of the sandbox's wallets, used for a wallet that is not set
 * @throws SettingsError with one line that names the setting
 */
export function readWallets(texts: Texts, sandbox: (() => SandboxWalletKeys) | undefined): WalletSettings {
  const set = { applePayRoots: applePayRoots(texts), googlePay: googlePay(texts) };
  const applePayDomain = domainFile(texts);
  if (sandbox === undefined) {
    return { ...set, isSandbox: { applePay: false, googlePay: false }, applePayDomain };
  }
  const keys = sandbox();
  return {
    isSandbox: { applePay: set.applePayRoots === undefined, googlePay: set.googlePay === undefined },
    applePayDomain,
    applePayRoots: set.applePayRoots ?? [new X509Certificate(keys.applePay.chain.root)],
    googlePay: set.googlePay ?? sandboxGooglePay(keys.googlePay),
  };
}

/** Apple's files have about 10 KB. */
const DOMAIN_FILE_BYTES_MAX = 64 * 1024;

function domainFile({ APPLE_PAY_DOMAIN_FILE: file }: Texts): Uint8Array | undefined {
  if (file === undefined) {
    return undefined;
  }
  let bytes: Uint8Array | undefined;
  try {
    bytes = readFileSync(file);
  } catch {
    bytes = undefined;
  }
  if (bytes === undefined || bytes.length === 0 || bytes.length > DOMAIN_FILE_BYTES_MAX) {
    throw new SettingsError(
      `APPLE_PAY_DOMAIN_FILE=${JSON.stringify(file)} cannot be used: it takes the domain association file from Apple.`,
    );
  }
  return bytes;
}

function applePayRoots({ APPLE_PAY_ROOTS: file }: Texts): X509Certificate[] | undefined {
  return file === undefined
    ? undefined
    : pemCertificates(authorities({ setting: 'APPLE_PAY_ROOTS', file })).map((pem) => new X509Certificate(pem));
}

function googlePay(texts: Texts): GooglePayDependencies | undefined {
  const { GOOGLE_PAY_ROOT_KEYS: file, GOOGLE_PAY_GATEWAY: name, GOOGLE_PAY_KEYS: keyFile } = texts;
  if ((name === undefined) !== (keyFile === undefined)) {
    throw new SettingsError('GOOGLE_PAY_GATEWAY and GOOGLE_PAY_KEYS belong together: set both or none.');
  }
  if (file === undefined) {
    if (name !== undefined) {
      throw new SettingsError(
        'GOOGLE_PAY_GATEWAY is set without GOOGLE_PAY_ROOT_KEYS, the root signing keys of Google.',
      );
    }
    return undefined;
  }
  const read = () => readFileSync(file, 'utf8');
  requireRootKeys(file, read);
  if (name === undefined || keyFile === undefined) {
    return { readRootKeys: read, gateway: undefined };
  }
  if (!GATEWAY_NAME.test(name)) {
    throw new SettingsError(
      `GOOGLE_PAY_GATEWAY=${JSON.stringify(name)} cannot be used: it takes the gateway's name at Google.`,
    );
  }
  const privateKeys = ellipticKeys({ setting: 'GOOGLE_PAY_KEYS', file: keyFile });
  return { readRootKeys: read, gateway: { name, privateKeys } };
}

function requireRootKeys(file: string, read: () => string): void {
  let keys: ReturnType<typeof readRootKeys>;
  try {
    keys = readRootKeys(read());
  } catch {
    keys = undefined;
  }
  if (keys === undefined || keys.length === 0) {
    throw new SettingsError(
      `GOOGLE_PAY_ROOT_KEYS=${JSON.stringify(file)} cannot be used: it takes a file with Google's root signing keys ` +
        'of ECv2, JSON.',
    );
  }
}

function sandboxGooglePay({ rootKey, gateway, gatewayKey }: SandboxWalletKeys['googlePay']): GooglePayDependencies {
  const keyValue = createPublicKey(rootKey).export({ type: 'spki', format: 'der' }).toString('base64');
  const keyExpiration = String(Date.now() + 10 * YEAR_MS);
  const text = JSON.stringify({ keys: [{ keyValue, protocolVersion: 'ECv2', keyExpiration }] });
  return {
    readRootKeys: () => text,
    gateway: { name: gateway, privateKeys: [createPrivateKey(gatewayKey)] },
  };
}
