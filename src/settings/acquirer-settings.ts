/**
 * Where the acquirer is and how it is reached. Live mode sends real card numbers there, so it takes TLS, or a plain
 * connection that leaves neither the machine nor a private network.
 */
import { isIP } from 'node:net';
import { acquirerAddress } from '../acquirers/acquirer-address.ts';
import { isWithin, type PlaintextReach } from '../acquirers/plaintext-reach.ts';
import type { Secret } from '../contract/secret.ts';
import { authorities, certificateWithKey, tryContext } from './pem-files.ts';
import { SettingsError } from './settings-error.ts';

export interface AcquirerSettings {
  /** `iso8583://host:port`, or `iso8583s://host:port` for TLS. */
  readonly url: string;
  /** PEM texts, for TLS alone. */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: Secret };
  /** How far a connection without TLS may reach; absent: anywhere. */
  readonly plaintextReach?: PlaintextReach;
  /** Whether to hang up on the sandbox's acquirer. */
  readonly refusesSimulator: boolean;
}

/** Texts of the environment, not empty; the last three are paths of PEM files. */
export interface AcquirerTexts {
  readonly ACQUIRER_URL?: string | undefined;
  readonly ACQUIRER_PLAINTEXT?: string | undefined;
  readonly ACQUIRER_CA?: string | undefined;
  readonly ACQUIRER_CERT?: string | undefined;
  readonly ACQUIRER_KEY?: string | undefined;
}

const SIMULATOR_URL = 'iso8583://127.0.0.1:8583';
const PRIVATE_NETWORK = 'private-network';
const FILES = ['ACQUIRER_CA', 'ACQUIRER_CERT', 'ACQUIRER_KEY'] as const;

/** @throws SettingsError with one line that names the setting */
export function readAcquirer(texts: AcquirerTexts, isLive: boolean): AcquirerSettings {
  const { ACQUIRER_URL, ACQUIRER_PLAINTEXT } = texts;
  if (ACQUIRER_URL === undefined && isLive) {
    throw new SettingsError(
      "ACQUIRER_URL is not set: live mode needs your acquirer's host, such as iso8583s://acquirer.example:8583.",
    );
  }
  if (ACQUIRER_PLAINTEXT !== undefined && ACQUIRER_PLAINTEXT !== PRIVATE_NETWORK) {
    throw new SettingsError(
      `ACQUIRER_PLAINTEXT=${JSON.stringify(ACQUIRER_PLAINTEXT)} cannot be used: it takes ${PRIVATE_NETWORK}, or nothing.`,
    );
  }
  const url = ACQUIRER_URL ?? SIMULATOR_URL;
  const { host, isSecure } = addressIn(url);
  if (isSecure) {
    return { url, tls: readTls(texts), refusesSimulator: isLive };
  }
  const unused = FILES.find((name) => texts[name] !== undefined);
  if (unused !== undefined) {
    throw new SettingsError(`${unused} is set, and ACQUIRER_URL=${JSON.stringify(url)} is not iso8583s://, for TLS.`);
  }
  if (!isLive) {
    return { url, refusesSimulator: false };
  }
  const plaintextReach = ACQUIRER_PLAINTEXT === PRIVATE_NETWORK ? 'PRIVATE_NETWORK' : 'LOOPBACK';
  if (!mayBeWithin(plaintextReach, host)) {
    throw new SettingsError(
      `ACQUIRER_URL=${JSON.stringify(url)} cannot be used in live mode: card numbers would leave in clear. It takes iso8583s:// (TLS), iso8583:// to this machine, or to a private address with ACQUIRER_PLAINTEXT=${PRIVATE_NETWORK}.`,
    );
  }
  return { url, plaintextReach, refusesSimulator: true };
}

function addressIn(url: string) {
  try {
    return acquirerAddress(url);
  } catch {
    throw new SettingsError(
      `ACQUIRER_URL=${JSON.stringify(url)} cannot be used: it takes iso8583://host:port, or iso8583s://host:port for TLS.`,
    );
  }
}

/** The link judges a name by the address that it leads to, at each connection. */
function mayBeWithin(reach: PlaintextReach, host: string): boolean {
  if (isIP(host) !== 0) {
    return isWithin(reach, host);
  }
  return host === 'localhost' || reach === 'PRIVATE_NETWORK';
}

function readTls({ ACQUIRER_CA, ACQUIRER_CERT, ACQUIRER_KEY }: AcquirerTexts): NonNullable<AcquirerSettings['tls']> {
  const ca = ACQUIRER_CA && authorities({ setting: 'ACQUIRER_CA', file: ACQUIRER_CA });
  if (ACQUIRER_CERT === undefined && ACQUIRER_KEY === undefined) {
    return { ...(ca && { ca }) };
  }
  if (ACQUIRER_KEY === undefined) {
    throw new SettingsError('ACQUIRER_CERT is set without ACQUIRER_KEY, the private key of its first certificate.');
  }
  if (ACQUIRER_CERT === undefined) {
    throw new SettingsError('ACQUIRER_KEY is set without ACQUIRER_CERT, the certificate of that key.');
  }
  const certFile = { setting: 'ACQUIRER_CERT', file: ACQUIRER_CERT };
  const { cert, key } = certificateWithKey(certFile, { setting: 'ACQUIRER_KEY', file: ACQUIRER_KEY });
  tryContext(certFile, { cert, key: key.reveal(), ca });
  return { ...(ca && { ca }), cert, key };
}
