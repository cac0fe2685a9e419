/**
 * Reads the URL of each acquirer and the protection of its connection. Live mode sends real card numbers to acquirers,
 * so it requires TLS, or a plain connection within this machine or a private network.
 */
import { isIP } from 'node:net';
import {
  type AcquirerProtocol,
  acquirerAddress,
  hasScheme,
  isWithinReach,
  type PlaintextReach,
} from '../adapters/acquirers/index.ts';
import type { Secret } from '../contract/secret.ts';
import type { TestMode } from '../contract/test-mode.ts';
import { type AcquirerNames, findAcquirers } from './acquirer-names.ts';
import { authorities, certificateWithKey, tryContext } from './pem-files.ts';
import { SettingsError } from './settings-error.ts';

export interface AcquirerSettings {
  /** The name of the setting with the URL, and its value, for a message to the operator. */
  readonly says: string;
  /** `SCHEME://host:port`, or `SCHEMEs://host:port` for TLS. */
  readonly url: string;
  /** The certificates and the key in PEM. Only for TLS. */
  readonly tls?: { readonly ca?: string; readonly cert?: string; readonly key?: Secret };
  /** The networks to which a connection without TLS is permitted. Absent: all. */
  readonly plaintextReach?: PlaintextReach;
  /** True if the gateway must disconnect from an acquirer that turns out to be the sandbox's. */
  readonly refusesSimulator: boolean;
  /**
   * True if the gateway must disconnect from any acquirer but the sandbox's, because staging must not send cards to a
   * real acquirer.
   */
  readonly requiresSimulator: boolean;
  /** Returns the value of a setting that only the acquirer's protocol knows, by the suffix of its name. */
  readonly setting: (name: string) => string | undefined;
  /** Returns the full name of a setting of this acquirer by its suffix. */
  readonly nameOf: (name: string) => string;
}

/** The environment, without empty values. */
export type AcquirerTexts = Readonly<Record<string, string | undefined>>;

const SIMULATOR_URL = 'iso8583://127.0.0.1:8583';
const PRIVATE_NETWORK = 'private-network';
/** Suffixes of settings that name PEM files. */
const FILES = ['CA', 'CERT', 'KEY'] as const;

/** Staging applies the rules of live mode to the sandbox's acquirer. */
export type AcquirerMode = TestMode | 'live';

/**
 * @returns the settings of each acquirer by its name
 * @throws SettingsError with one line that names the setting
 */
export function readAcquirers(
  texts: AcquirerTexts,
  mode: AcquirerMode,
  protocols: readonly AcquirerProtocol[],
): ReadonlyMap<string, AcquirerSettings> {
  const names = findAcquirers(texts);
  const read = (one: AcquirerNames) => {
    const settings = readAcquirer(texts, one, mode !== 'sandbox', protocols);
    return mode === 'staging' ? forStaging(settings) : settings;
  };
  return new Map(names.map((one) => [one.name, read(one)]));
}

/** Returns the settings for staging. They must name an acquirer on this machine without TLS, like the sandbox's. */
function forStaging(settings: AcquirerSettings): AcquirerSettings {
  if (settings.plaintextReach !== 'LOOPBACK') {
    throw new SettingsError(
      `${settings.says} cannot be used in staging: it is not on this machine, and staging takes the sandbox's acquirer ` +
        'alone, such as iso8583://127.0.0.1:8583.',
    );
  }
  return { ...settings, refusesSimulator: false, requiresSimulator: true };
}

function readAcquirer(
  texts: AcquirerTexts,
  { nameOf }: AcquirerNames,
  isLive: boolean,
  protocols: readonly AcquirerProtocol[],
): AcquirerSettings {
  const setting = (name: string) => texts[nameOf(name)];
  const [given, plaintext] = [setting('URL'), setting('PLAINTEXT')];
  if (given === undefined && isLive) {
    throw new SettingsError(
      `${nameOf('URL')} is not set: live mode needs your acquirer's host, such as iso8583s://acquirer.example:8583.`,
    );
  }
  if (plaintext !== undefined && plaintext !== PRIVATE_NETWORK) {
    throw new SettingsError(
      `${nameOf('PLAINTEXT')}=${JSON.stringify(plaintext)} cannot be used: it takes ${PRIVATE_NETWORK}, or nothing.`,
    );
  }
  const url = given ?? SIMULATOR_URL;
  const says = `${nameOf('URL')}=${JSON.stringify(url)}`;
  const { host, isSecure, scheme } = addressIn(url, says, protocols);
  if (isSecure) {
    const tls = readTls(setting, nameOf);
    return { says, url, tls, refusesSimulator: isLive, requiresSimulator: false, setting, nameOf };
  }
  const unused = FILES.find((name) => setting(name) !== undefined);
  if (unused !== undefined) {
    throw new SettingsError(`${nameOf(unused)} is set, and ${says} is not ${scheme}s://, for TLS.`);
  }
  if (!isLive) {
    return { says, url, refusesSimulator: false, requiresSimulator: false, setting, nameOf };
  }
  const plaintextReach = plaintext === PRIVATE_NETWORK ? 'PRIVATE_NETWORK' : 'LOOPBACK';
  if (!mayBeWithin(plaintextReach, host)) {
    throw new SettingsError(
      `${says} cannot be used in live mode: card numbers would leave in clear. It takes ${scheme}s:// (TLS), ${scheme}:// to this machine, or to a private address with ${nameOf('PLAINTEXT')}=${PRIVATE_NETWORK}.`,
    );
  }
  return { says, url, plaintextReach, refusesSimulator: true, requiresSimulator: false, setting, nameOf };
}

function addressIn(url: string, says: string, protocols: readonly AcquirerProtocol[]) {
  const scheme = protocols.find((one) => hasScheme(url, one.scheme))?.scheme;
  try {
    if (scheme !== undefined) {
      return { ...acquirerAddress(url, scheme), scheme };
    }
  } catch {
    // The URL is invalid: the error for an unknown scheme is thrown below.
  }
  const taken = protocols.map((one) => `${one.scheme}://host:port, or ${one.scheme}s://host:port for TLS`);
  throw new SettingsError(`${says} cannot be used: it takes ${taken.join('; ')}.`);
}

/** Checks an IP address. A host name is checked by the connection, each time it resolves the name. */
function mayBeWithin(reach: PlaintextReach, host: string): boolean {
  if (isIP(host) !== 0) {
    return isWithinReach(reach, host);
  }
  return host === 'localhost' || reach === 'PRIVATE_NETWORK';
}

function readTls(
  setting: AcquirerSettings['setting'],
  nameOf: AcquirerNames['nameOf'],
): NonNullable<AcquirerSettings['tls']> {
  const fileOf = (name: (typeof FILES)[number]) => ({ setting: nameOf(name), file: setting(name) ?? '' });
  const [caFile, certFile, keyFile] = [fileOf('CA'), fileOf('CERT'), fileOf('KEY')];
  const ca = caFile.file === '' ? undefined : authorities(caFile);
  if (certFile.file === '' && keyFile.file === '') {
    return { ca };
  }
  if (keyFile.file === '') {
    throw new SettingsError(
      `${certFile.setting} is set without ${keyFile.setting}, the private key of its first certificate.`,
    );
  }
  if (certFile.file === '') {
    throw new SettingsError(`${keyFile.setting} is set without ${certFile.setting}, the certificate of that key.`);
  }
  const { cert, key } = certificateWithKey(certFile, keyFile);
  tryContext(certFile, { cert, key: key.reveal(), ca });
  return { ca, cert, key };
}
