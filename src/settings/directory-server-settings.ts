/**
 * Reads the settings of the directory servers for payer authentication. Each scheme has its own group of settings,
 * because secret managers can inject secrets in separate variables.
 */
import { X509Certificate } from 'node:crypto';
import { type DirectoryServerSettings, SCHEMES, type Scheme } from '../adapters/three-ds-server/index.ts';
import { pemCertificates } from '../platform/pem.ts';
import { authorities, certificateWithKey, tryContext } from './pem-files.ts';
import { SettingsError } from './settings-error.ts';

/** The environment, without empty values. */
export type DirectoryServerTexts = Readonly<Record<string, string | undefined>>;

const URL_SETTING = /^DIRECTORY_SERVER_(.+)_URL$/;
const OTHER_SETTING = /^DIRECTORY_SERVER_(.+?)_(?:CA|CERT|KEY|OPERATOR_ID|RID)$/;
const REFERENCE = 'THREE_DS_SERVER_REFERENCE_NUMBER';
/** The format of `threeDSServerRefNumber` and `threeDSServerOperatorID`. */
const NUMBER = /^[\x21-\x7e]{1,32}$/;
/** A registered application provider id (RID): five bytes. */
const APPLICATION_PROVIDER = /^[0-9A-F]{10}$/;

/**
 * @param resultsUrl returns the URL to which a scheme's directory server sends results
 * @returns the directory servers; empty if none is configured, so that payers are not authenticated
 * @throws SettingsError with one line that names the setting
 */
export function readDirectoryServers(
  texts: DirectoryServerTexts,
  resultsUrl: (scheme: Scheme) => string,
): DirectoryServerSettings[] {
  const names = Object.keys(texts).filter((name) => texts[name] !== undefined);
  const schemes = names.flatMap((name) => URL_SETTING.exec(name)?.[1] ?? []).sort();
  for (const name of names) {
    const scheme = OTHER_SETTING.exec(name)?.[1];
    if (scheme !== undefined && !schemes.includes(scheme)) {
      throw new SettingsError(
        `${name} is set without DIRECTORY_SERVER_${scheme}_URL, the address of that directory server.`,
      );
    }
  }
  return schemes.map((name) => readOne(texts, schemeOf(name), resultsUrl));
}

/**
 * Refuses an authority that issues both for a scheme and for merchants. A certificate of a scheme's authority permits
 * its owner to report authentication results, and a certificate of `TLS_CLIENT_CA` authenticates a merchant. With a
 * shared authority, a directory server could act as a merchant, and a merchant as a directory server.
 *
 * @throws SettingsError with one line that names the setting
 */
export function refuseSharedAuthorities(
  servers: readonly Pick<DirectoryServerSettings, 'ca' | 'scheme'>[],
  clientCa: string | undefined,
): void {
  const ofMerchants = new Set(pemCertificates(clientCa ?? '').map(derOf));
  for (const { scheme, ca } of servers) {
    if (pemCertificates(ca).some((pem) => ofMerchants.has(derOf(pem)))) {
      throw new SettingsError(
        `DIRECTORY_SERVER_${scheme}_CA names an authority that TLS_CLIENT_CA names too: merchants' certificates and a ` +
          "directory server's have to come from different ones.",
      );
    }
  }
}

const derOf = (pem: string): string => new X509Certificate(pem).raw.toString('base64');

function schemeOf(name: string): Scheme {
  const scheme = SCHEMES.find((one) => one === name);
  if (scheme === undefined) {
    throw new SettingsError(`DIRECTORY_SERVER_${name}_URL cannot be used: the schemes are ${SCHEMES.join(', ')}.`);
  }
  return scheme;
}

function readOne(
  texts: DirectoryServerTexts,
  scheme: Scheme,
  resultsUrl: (scheme: Scheme) => string,
): DirectoryServerSettings {
  const nameOf = (end: string) => `DIRECTORY_SERVER_${scheme}_${end}`;
  const needed = (setting: string, what: string) => {
    const text = texts[setting];
    if (text === undefined) {
      throw new SettingsError(`${nameOf('URL')} is set without ${setting}, ${what}.`);
    }
    return text;
  };
  const fileOf = (end: string, what: string) => ({ setting: nameOf(end), file: needed(nameOf(end), what) });
  const url = addressOf(nameOf('URL'), texts[nameOf('URL')] ?? '');
  const [caFile, certFile, keyFile] = [
    fileOf('CA', 'the authorities of its certificate'),
    fileOf('CERT', 'the certificate by which it knows the gateway'),
    fileOf('KEY', 'the private key of that certificate'),
  ];
  const ca = authorities(caFile);
  const { cert, key } = certificateWithKey(certFile, keyFile);
  tryContext(certFile, { cert, key: key.reveal(), ca });
  const directoryServerId = requireMatch(texts, nameOf('RID'), APPLICATION_PROVIDER, 'ten digits and letters A to F');
  const operatorId = requireMatch(texts, nameOf('OPERATOR_ID'), NUMBER, 'at most 32 characters, without spaces');
  needed(REFERENCE, 'which EMVCo gives with its approval');
  return {
    scheme,
    url,
    ca,
    cert,
    key,
    threeDSServerRefNumber: requireMatch(texts, REFERENCE, NUMBER, 'at most 32 characters, without spaces') ?? '',
    threeDSServerUrl: resultsUrl(scheme),
    directoryServerId,
    threeDSServerOperatorId: operatorId,
  };
}

function addressOf(setting: string, text: string): string {
  const url = URL.parse(text);
  const isBare = url !== null && url.username === '' && url.password === '' && url.hash === '';
  if (!isBare || url.protocol !== 'https:') {
    // The error omits the URL, which may contain a password.
    throw new SettingsError(`${setting} cannot be used: it takes an address such as https://ds.example/3ds.`);
  }
  return url.href;
}

function requireMatch(
  texts: DirectoryServerTexts,
  setting: string,
  pattern: RegExp,
  taken: string,
): string | undefined {
  const text = texts[setting];
  if (text !== undefined && !pattern.test(text)) {
    throw new SettingsError(`${setting}=${JSON.stringify(text)} cannot be used: it takes ${taken}.`);
  }
  return text;
}
