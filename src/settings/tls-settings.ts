/**
 * The gateway's own TLS: its certificate and key, and the authorities whose client certificates it trusts. Read and
 * tried once at the start, because a handshake that fails later is reported to the client and not to the operator.
 */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { Secret } from '../contract/secret.ts';
import { pemCertificates } from './pem.ts';
import { SettingsError } from './settings-error.ts';

export interface TlsSettings {
  /** PEM: the gateway's certificate, then those between it and its root. */
  readonly cert: string;
  /** PEM. */
  readonly key: Secret;
  /** PEM: authorities of merchants' certificates. Absent: client certificates are not requested. */
  readonly clientCa?: string;
}

/** Paths of PEM files. */
export interface TlsFiles {
  readonly TLS_CERT?: string | undefined;
  readonly TLS_KEY?: string | undefined;
  readonly TLS_CLIENT_CA?: string | undefined;
}

/** Settings that need another one, and why. */
const NEEDS: readonly (readonly [keyof TlsFiles, keyof TlsFiles, string])[] = [
  ['TLS_CERT', 'TLS_KEY', 'the private key of its first certificate'],
  ['TLS_KEY', 'TLS_CERT', 'the certificate of that key'],
  ['TLS_CLIENT_CA', 'TLS_CERT', 'and only a gateway that serves https itself can ask for certificates'],
];

/** @returns undefined when the gateway speaks plain http @throws SettingsError with one line that names the setting */
export function readTls(files: TlsFiles): TlsSettings | undefined {
  for (const [setting, needed, why] of NEEDS) {
    if (files[setting] !== undefined && files[needed] === undefined) {
      throw new SettingsError(`${setting} is set without ${needed}, ${why}.`);
    }
  }
  const { TLS_CERT, TLS_KEY, TLS_CLIENT_CA } = files;
  if (TLS_CERT === undefined || TLS_KEY === undefined) {
    return undefined;
  }
  const cert = textOf('TLS_CERT', TLS_CERT);
  const [first] = certificates('TLS_CERT', TLS_CERT, cert);
  const key = textOf('TLS_KEY', TLS_KEY);
  if (!first.checkPrivateKey(privateKey(TLS_KEY, key))) {
    throw refused('TLS_KEY', TLS_KEY, 'is not the key of the first certificate in TLS_CERT');
  }
  const clientCa = TLS_CLIENT_CA === undefined ? undefined : authorities(TLS_CLIENT_CA);
  try {
    createSecureContext({ cert, key, ca: clientCa });
  } catch (error) {
    throw refused('TLS_CERT', TLS_CERT, `cannot be used for TLS (${codeOf(error)})`);
  }
  return { cert, key: new Secret(key), ...(clientCa !== undefined && { clientCa }) };
}

function authorities(file: string): string {
  const pem = textOf('TLS_CLIENT_CA', file);
  certificates('TLS_CLIENT_CA', file, pem);
  return pem;
}

function textOf(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw refused(setting, file, `cannot be read (${codeOf(error)}): it takes a PEM file`);
  }
}

/** Parses every one of them: TLS itself would silently skip what it cannot read. */
function certificates(setting: string, file: string, text: string): [X509Certificate, ...X509Certificate[]] {
  const [first, ...rest] = pemCertificates(text);
  if (first === undefined) {
    throw refused(setting, file, 'holds no certificate in PEM');
  }
  try {
    return [new X509Certificate(first), ...rest.map((pem) => new X509Certificate(pem))];
  } catch (error) {
    throw refused(setting, file, `holds a certificate that cannot be read (${codeOf(error)})`);
  }
}

/** The error never has OpenSSL's text, which may hold parts of the key. */
function privateKey(file: string, pem: string): KeyObject {
  // PKCS #8 marks encryption in the frame (RFC 7468, 11), the older forms in a header (RFC 1421, 4.6.1.1).
  if (/\bENCRYPTED\b/.test(pem)) {
    throw refused('TLS_KEY', file, 'has a passphrase: nobody is there to type it');
  }
  try {
    return createPrivateKey(pem);
  } catch {
    throw refused('TLS_KEY', file, 'holds no private key in PEM');
  }
}

function refused(setting: string, file: string, why: string): SettingsError {
  return new SettingsError(`${setting}=${JSON.stringify(file)} ${why}.`);
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code ?? 'unknown');
}
