/** Connections to banks, with the qualified certificate for websites (QWAC): by it a bank knows who calls. */
import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { Agent } from 'node:https';
import { createSecureContext } from 'node:tls';
import { POOL } from '../../http-json.ts';
import { TLS_CIPHERS } from '../../tls-ciphers.ts';

export interface CertifiedKey {
  /** PEM, and those between it and its root. */
  readonly cert: string;
  /** PEM. */
  readonly key: string;
}

/** @param ca PEM of the authorities of banks' certificates; absent: those that Node trusts */
export function bankAgent({ cert, key }: CertifiedKey, ca: string | undefined): Agent {
  const tls = { cert, key, ciphers: TLS_CIPHERS, minVersion: 'TLSv1.2', ...(ca !== undefined && { ca }) } as const;
  // At the start, and not at the first handshake.
  createSecureContext(tls);
  return new Agent({ ...POOL, ...tls });
}

/** A setting's name, and the path that it has. */
export interface NamedFile {
  readonly setting: string;
  readonly file: string;
}

const OTHERS = 0o007;

/** @throws Error with one line for the operator */
export function readCertifiedKey(cert: NamedFile, key: NamedFile): CertifiedKey {
  const read = { cert: readPem(cert), key: readPem(key) };
  if ((statSync(key.file).mode & OTHERS) !== 0) {
    throw new Error(`${key.setting} names ${key.file}, which everybody on this machine may read: make it 0600.`);
  }
  try {
    new X509Certificate(read.cert);
  } catch {
    throw new Error(`${cert.setting} names ${cert.file}, which is no certificate in PEM.`);
  }
  return read;
}

/** @throws Error with one line for the operator */
export function readPem({ setting, file }: NamedFile): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new Error(`${setting} names ${file}, which cannot be read: it takes a PEM file.`);
  }
}
