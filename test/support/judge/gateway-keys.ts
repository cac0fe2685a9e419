/** Every key of a gateway, for a thief who has stolen all of them: as stored, and as derived for each purpose. */

import type { KeyEncryptionKey } from '../../../src/adapters/vault/keys.ts';
import { unwrapKey } from '../../../src/adapters/vault/wrapping.ts';
import type { WrappedDataKey } from '../../../src/core/ports/index.ts';
import { deriveKey } from '../../../src/platform/aes-gcm.ts';
import type { Key } from './sweep.ts';

const PURPOSES = ['seal', 'hash', 'payer cookie', 'session id seal', 'session', 'session key'];

export async function gatewayKeys(
  keks: readonly KeyEncryptionKey[],
  wrapped: readonly WrappedDataKey[],
): Promise<Key[]> {
  const data = await Promise.all(
    wrapped.map(async (row) => ({
      name: `data key ${row.id}`,
      bytes: await unwrapKey(keks, row),
    })),
  );
  const roots = [...keks.map(({ id, bytes }) => ({ name: `key-encryption key ${id}`, bytes })), ...data];
  return roots.flatMap((root) => [root, ...derived(root)]);
}

function derived({ name, bytes }: Key): Key[] {
  return PURPOSES.map((purpose) => ({ name: `${name} for ${purpose}`, bytes: deriveKey(bytes, purpose) }));
}

/** The keys derived from a session's id. */
export function keysOfId(id: string): Key[] {
  return [{ name: `the id ${id.slice(0, 12)}…`, bytes: deriveKey(Buffer.from(id), 'session id seal') }];
}
