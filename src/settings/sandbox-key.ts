/**
 * The key-encryption key that the sandbox generates at its first start. The key is stored in a file next to the data
 * that it encrypts, so it must not protect real cards. Live mode recognises the key and refuses it, also if it was
 * copied from the file.
 */
import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { KEY_BYTES } from '../platform/aes-gcm.ts';
import { readOrCreateSecret, readSecret } from './stored-secret.ts';

/**
 * The length of the mark at the key's end: a checksum of the first bytes, by which the key is recognised. The other 24
 * bytes (192 bits) are random.
 */
const MARK_BYTES = 8;
const RANDOM_BYTES = KEY_BYTES - MARK_BYTES;

/** Files with keys that this process has generated. */
const newFiles = new Set<string>();

/**
 * Reads the key, in Base64, from a file in `dataDir`, or generates it if the file does not exist. Only the file's owner
 * can read it.
 */
export function sandboxKey(dataDir: string): string {
  const file = fileIn(dataDir);
  return readOrCreateSecret(file, KEY_BYTES, 'base64', () => {
    newFiles.add(file);
    return generateKey();
  });
}

/**
 * Removes the file of a key that this process has generated. Used if the key is useless, because the store was
 * encrypted with a lost key.
 *
 * @returns the path of the removed file; undefined if this process has generated no key
 */
export function forgetNewSandboxKey(dataDir: string): string | undefined {
  const file = fileIn(dataDir);
  if (!newFiles.delete(file)) {
    return undefined;
  }
  rmSync(file, { force: true });
  return file;
}

/**
 * Returns true if the sandbox generated the key: if it ends with the mark, or equals the key in `dataDir`, which an
 * earlier version may have generated without a mark.
 */
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
