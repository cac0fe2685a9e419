/** Every key that a gateway has, for whoever has stolen all of them: as they are, and as each purpose derives them. */
import { decrypt, deriveKey, type KeyEncryptionKey } from '../../../src/vault/keys.ts';
import type { Key } from './sweep.ts';

export interface WrappedKey {
  readonly id: number;
  readonly kek: string;
  readonly wrapped: Uint8Array;
}

const PURPOSES = ['seal', 'hash', 'payer cookie', 'session id seal', 'session', 'session key'];

export function gatewayKeys(keks: readonly KeyEncryptionKey[], wrapped: readonly WrappedKey[]): Key[] {
  const data = wrapped.map(({ id, kek, wrapped: text }) => {
    const own = keks.find((one) => one.id === kek);
    if (own === undefined) {
      throw new Error(`The judge lacks the key ${kek}.`);
    }
    return { name: `data key ${id}`, bytes: decrypt(own.bytes, text, 'data key') };
  });
  const roots = [...keks.map(({ id, bytes }) => ({ name: `key-encryption key ${id}`, bytes })), ...data];
  return roots.flatMap((root) => [root, ...derived(root)]);
}

function derived({ name, bytes }: Key): Key[] {
  return PURPOSES.map((purpose) => ({ name: `${name} for ${purpose}`, bytes: deriveKey(bytes, purpose) }));
}

/** What hangs on a session's id. */
export function keysOfId(id: string): Key[] {
  return [{ name: `the id ${id.slice(0, 12)}…`, bytes: deriveKey(Buffer.from(id), 'session id seal') }];
}
