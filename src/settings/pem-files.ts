/**
 * Reads the PEM files that settings name, and reports errors at startup that would otherwise make a TLS handshake fail.
 */
import { createPrivateKey, type KeyObject, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext, type SecureContextOptions } from 'node:tls';
import { Secret } from '../contract/secret.ts';
import { pemCertificates } from '../platform/pem.ts';
import { SettingsError } from './settings-error.ts';

/** A setting's name and its value, a path. */
export interface FileOfSetting {
  readonly setting: string;
  readonly file: string;
}

/**
 * @returns PEM of a certificate with its intermediate certificates, and of its key
 * @throws SettingsError with one line if a file cannot be used
 */
export function certificateWithKey(
  cert: FileOfSetting,
  key: FileOfSetting,
): { readonly cert: string; readonly key: Secret } {
  const text = textOf(cert);
  const [first] = certificates(cert, text);
  const keyText = textOf(key);
  if (!first.checkPrivateKey(privateKey(key, keyText))) {
    throw fileError(key, `is not the key of the first certificate in ${cert.setting}`);
  }
  return { cert: text, key: new Secret(keyText) };
}

/**
 * @returns PEM of at least one certificate
 * @throws SettingsError with one line if the file cannot be used
 */
export function authorities(named: FileOfSetting): string {
  const pem = textOf(named);
  certificates(named, pem);
  return pem;
}

const PRIVATE_KEY = /-----BEGIN [A-Z ]*PRIVATE KEY-----[^-]*-----END [A-Z ]*PRIVATE KEY-----/g;

/**
 * @returns the private keys in the file, at least one, all on P-256
 * @throws SettingsError in one line
 */
export function ellipticKeys(named: FileOfSetting): KeyObject[] {
  const keys = (textOf(named).match(PRIVATE_KEY) ?? []).map((pem) => privateKey(named, pem));
  if (keys.length === 0 || keys.some(({ asymmetricKeyDetails }) => asymmetricKeyDetails?.namedCurve !== 'prime256v1')) {
    throw fileError(named, 'holds no private keys on P-256 in PEM');
  }
  return keys;
}

/** Checks that OpenSSL accepts the certificates and the key. @throws SettingsError with one line that names the file */
export function tryContext(named: FileOfSetting, context: SecureContextOptions): void {
  try {
    createSecureContext(context);
  } catch (error) {
    throw fileError(named, `cannot be used for TLS (${codeOf(error)})`);
  }
}

function textOf(named: FileOfSetting): string {
  try {
    return readFileSync(named.file, 'utf8');
  } catch (error) {
    throw fileError(named, `cannot be read (${codeOf(error)}): it takes a PEM file`);
  }
}

/** Parses each certificate, because Node's TLS silently skips certificates that it cannot parse. */
function certificates(named: FileOfSetting, text: string): [X509Certificate, ...X509Certificate[]] {
  const [first, ...rest] = pemCertificates(text);
  if (first === undefined) {
    throw fileError(named, 'holds no certificate in PEM');
  }
  try {
    return [new X509Certificate(first), ...rest.map((pem) => new X509Certificate(pem))];
  } catch (error) {
    throw fileError(named, `holds a certificate that cannot be read (${codeOf(error)})`);
  }
}

/** Parses a private key. The error omits OpenSSL's message, which may contain parts of the key. */
function privateKey(named: FileOfSetting, pem: string): KeyObject {
  // An encrypted key is marked in the PEM label in PKCS #8 (RFC 7468, 11), and in a header in older formats (RFC 1421,
  // 4.6.1.1).
  if (/\bENCRYPTED\b/.test(pem)) {
    throw fileError(named, 'has a passphrase: nobody is there to type it');
  }
  try {
    return createPrivateKey(pem);
  } catch {
    throw fileError(named, 'holds no private key in PEM');
  }
}

function fileError({ setting, file }: FileOfSetting, why: string): SettingsError {
  return new SettingsError(`${setting}=${JSON.stringify(file)} ${why}.`);
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code ?? 'unknown');
}
