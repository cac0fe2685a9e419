/**
 * The key-encryption key that the sandbox generates at its first start. It is stored in a file next to the data that it
 * encrypts, so it must not protect real cards: live mode recognises it, also as a copy.
 */
import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { KEY_BYTES } from '../platform/aes-gcm.ts';
import { readOrCreateSecret, readSecret } from './stored-secret.ts';

/** The last bytes of the key are a checksum of the first, and mark the key. The other 24 bytes are random: 192 bits. */
const MARK_BYTES = 8;
const RANDOM_BYTES = KEY_BYTES - MARK_BYTES;

/** Files with keys that this process has generated. */
const newFiles = new Set<string>();

/**
 * Reads the key, in Base64, from a file in `dataDir`, or generates it if the file does not exist. Only its owner can
 * read it.
 */
export function sandboxKey(dataDir: string): string {
  const file = fileIn(dataDir);
  return readOrCreateSecret(file, KEY_BYTES, 'base64', () => {
    newFiles.add(file);
    return generateKey();
  });
}

/**
 * Removes a key that this process has generated and that is useless, because the store needs the key of a lost file.
 *
 * @returns the file; undefined if this process has generated no key
 */
export function forgetNewSandboxKey(dataDir: string): string | undefined {
  const file = fileIn(dataDir);
  if (!newFiles.delete(file)) {
    return undefined;
  }
  rmSync(file, { force: true });
  return file;
}

/** Whether the sandbox generated the key: a marked one, or the one in `dataDir`, which may be older than the mark. */
export function isSandboxKey(key: Buffer, dataDir: string): boolean {
  const kept = readSecret(fileIn(dataDir));
  return (
    markOf(key).equals(key.subarray(RANDOM_BYTES)) || (kept !== undefined && Buffer.from(kept, 'base64').equals(key))
  );
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'keys', 'sandbox.key');
}

function generateKey(): Buffer {
  const random = randomBytes(RANDOM_BYTES);
  return Buffer.concat([random, markOf(random)]);
}

function markOf(key: Buffer): Buffer {
  const beginning = key.subarray(0, RANDOM_BYTES);
  return createHash('sha256').update('turnpike sandbox key').update(beginning).digest().subarray(0, MARK_BYTES);
}
