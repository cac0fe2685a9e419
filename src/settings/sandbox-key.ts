/**
 * The key-encryption key that the sandbox generates at its first start. It lies in a file beside the data that it
 * protects, so it must never protect real cards: live mode recognises it, wherever it was copied to.
 */
import { createHash, randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { KEY_BYTES } from '../vault/index.ts';
import { keptSecret, keptSecretIn } from './kept-secret.ts';

/** The end of the key is a checksum of its beginning, and marks it. The other 24 bytes are random: 192 bits. */
const MARK_BYTES = 8;
const RANDOM_BYTES = KEY_BYTES - MARK_BYTES;

/** In base64, from a file in `dataDir`. If there is none, it is generated; only its owner can read it. */
export function sandboxKey(dataDir: string): string {
  return keptSecret(fileIn(dataDir), KEY_BYTES, 'base64', marked);
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
