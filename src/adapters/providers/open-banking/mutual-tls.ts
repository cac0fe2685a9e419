/** The qualified certificate for websites (QWAC), by which banks identify this gateway, from the operator's files. */
import { X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import type { CertifiedKey } from '../mutual-tls-agent.ts';

export type { CertifiedKey } from '../mutual-tls-agent.ts';

/** A file, with the name of the setting that has its path. */
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
