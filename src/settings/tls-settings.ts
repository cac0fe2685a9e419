/**
 * Reads the gateway's TLS settings: its certificate and key, and the authorities of client certificates. The files are
 * checked at startup, because an error in a handshake is reported to the client rather than to the operator.
 */
import type { Secret } from '../contract/secret.ts';
import { authorities, certificateWithKey, tryContext } from './pem-files.ts';
import { SettingsError } from './settings-error.ts';

export interface TlsSettings {
  /** PEM of the gateway's certificate, followed by the intermediate certificates. */
  readonly cert: string;
  /** PEM of the certificate's private key. */
  readonly key: Secret;
  /** PEM of the authorities that issue merchants' certificates. Absent: client certificates are not requested. */
  readonly clientCa?: string;
}

/** Paths of PEM files. */
export interface TlsFiles {
  readonly TLS_CERT?: string | undefined;
  readonly TLS_KEY?: string | undefined;
  readonly TLS_CLIENT_CA?: string | undefined;
}

/** A setting, another setting that it requires, and the end of the error's sentence. */
const REQUIRED_SETTINGS: readonly (readonly [keyof TlsFiles, keyof TlsFiles, string])[] = [
  ['TLS_CERT', 'TLS_KEY', 'the private key of its first certificate'],
  ['TLS_KEY', 'TLS_CERT', 'the certificate of that key'],
  ['TLS_CLIENT_CA', 'TLS_CERT', 'and only a gateway that serves https itself can ask for certificates'],
];

/**
 * @returns the TLS settings; undefined if the gateway uses plain HTTP
 * @throws SettingsError with one line that names the setting
 */
export function readTls(files: TlsFiles): TlsSettings | undefined {
  for (const [setting, needed, why] of REQUIRED_SETTINGS) {
    if (files[setting] !== undefined && files[needed] === undefined) {
      throw new SettingsError(`${setting} is set without ${needed}, ${why}.`);
    }
  }
  const { TLS_CERT, TLS_KEY, TLS_CLIENT_CA } = files;
  if (TLS_CERT === undefined || TLS_KEY === undefined) {
    return undefined;
  }
  const certFile = { setting: 'TLS_CERT', file: TLS_CERT };
  const { cert, key } = certificateWithKey(certFile, { setting: 'TLS_KEY', file: TLS_KEY });
  const clientCa = TLS_CLIENT_CA && authorities({ setting: 'TLS_CLIENT_CA', file: TLS_CLIENT_CA });
  tryContext(certFile, { cert, key: key.reveal(), ca: clientCa });
  return { cert, key, clientCa };
}
