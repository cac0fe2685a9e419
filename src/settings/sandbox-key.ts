/**
 * The key-encryption key that the sandbox generates at its first start. It lies in a file beside the data that it
 * protects, so it must never protect real cards: live mode recognises it, wherever it was copied to.
 */
import { createHash, randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { KEY_BYTES } from '../vault/index.ts';
import { keptSecret, keptSecretIn } from './kept-secret.ts';

/** The end of the key is a checksum of its beginning, and marks it. The other 24 bytes are random: 192 bits. */
const MARK_BYTES = 8;
const RANDOM_BYTES = KEY_BYTES - MARK_BYTES;

/** The files whose keys this process has made. */
const made = new Set<string>();

/** In base64, from a file in `dataDir`. If there is none, it is generated; only its owner can read it. */
export function sandboxKey(dataDir: string): string {
  const file = fileIn(dataDir);
  return keptSecret(file, KEY_BYTES, 'base64', () => {
    made.add(file);
    return marked();
  });
}

/**
 * Removes a key that this process has made and that opens nothing: the store needs the one that was in the file before.
 * @returns the file; undefined where this process has made none
 */
export function forgetNewSandboxKey(dataDir: string): string | undefined {
  const file = fileIn(dataDir);
  if (!made.delete(file)) {
    return undefined;
  }
  rmSync(file, { force: true });
  return file;
}

/** Whether the sandbox made it: a marked one, or the one in `dataDir`, which may be older than the mark. */
export function isSandboxKey(key: Buffer, dataDir: string): boolean {
  const kept = keptSecretIn(fileIn(dataDir));
  return (
    markOf(key).equals(key.subarray(RANDOM_BYTES)) || (kept !== undefined && Buffer.from(kept, 'base64').equals(key))
  );
}

function fileIn(dataDir: string): string {
  return join(dataDir, 'keys', 'sandbox.key');
}

function marked(): Buffer {
  const random = randomBytes(RANDOM_BYTES);
  return Buffer.concat([random, markOf(random)]);
}

function markOf(key: Buffer): Buffer {
  const beginning = key.subarray(0, RANDOM_BYTES);
  return createHash('sha256').update('turnpike sandbox key').update(beginning).digest().subarray(0, MARK_BYTES);
}
