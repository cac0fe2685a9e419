/**
 * Google's root signing keys, from a file that the operator keeps up to date. It is read again while the process runs,
 * because Google replaces its keys.
 */
import type { KeyObject } from 'node:crypto';
import { z } from 'zod';
import { publicKeyOf } from '../elliptic-keys.ts';
import { base64Bytes, jsonOf } from '../token-text.ts';
import { PROTOCOL } from './signatures.ts';

const READ_EVERY_MS = 60_000;

/** Milliseconds since 1970, as text. */
export const expiration = z
  .string()
  .regex(/^\d{1,15}$/)
  .transform(Number);

const listSchema = z.object({ keys: z.array(z.object({ protocolVersion: z.string() }).loose()).max(50) });
const keySchema = z.object({ keyValue: base64Bytes, keyExpiration: expiration });

export interface RootKey {
  readonly key: KeyObject;
  readonly expiresAt: number;
}

/** @param text as Google publishes it @returns the keys of ECv2; undefined for a text of another form */
export function readRootKeys(text: string): RootKey[] | undefined {
  const list = listSchema.safeParse(jsonOf(text)).data;
  const keys = list?.keys
    .filter(({ protocolVersion }) => protocolVersion === PROTOCOL)
    .map((one) => {
      const read = keySchema.safeParse(one).data;
      const key = read && publicKeyOf(read.keyValue);
      return key && { key, expiresAt: read.keyExpiration };
    });
  return keys?.every((key) => key !== undefined) ? keys : undefined;
}

/** @param read the file's text, which may throw @returns the keys that have not expired */
export function rootKeys(read: () => string): (now: number) => KeyObject[] {
  let keys: RootKey[] = [];
  let readAt = Number.NEGATIVE_INFINITY;
  return (now) => {
    if (Math.abs(now - readAt) >= READ_EVERY_MS) {
      readAt = now;
      // A file that is being replaced leaves the keys as they are, until they expire.
      keys = latest(read) ?? keys;
    }
    return keys.filter(({ expiresAt }) => expiresAt > now).map(({ key }) => key);
  };
}

function latest(read: () => string): RootKey[] | undefined {
  try {
    return readRootKeys(read());
  } catch {
    return undefined;
  }
}
