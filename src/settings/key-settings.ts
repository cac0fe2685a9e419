/**
 * `TURNPIKE_KEYS`: the key-encryption keys. Live mode takes none that anybody could guess, or that the sandbox made.
 */
import { type KeyEncryptionKey, keyEncryptionKey } from '../vault/index.ts';
import { isSandboxKey, sandboxKey } from './sandbox-key.ts';
import { SettingsError } from './settings-error.ts';
import { weaknessOf } from './weak-key.ts';

/** Newest first. */
export type Keys = readonly [KeyEncryptionKey, ...KeyEncryptionKey[]];

const REMEDY = 'make one with openssl rand -base64 32.';

/** @param text absent: the sandbox's own key @throws SettingsError with one line, which has nothing of a key */
export function readKeys(text: string | undefined, dataDir: string, isLive: boolean): Keys {
  if (text === undefined && isLive) {
    throw new SettingsError(
      'TURNPIKE_KEYS is not set: live mode needs at least one key, 32 random bytes in base64 (openssl rand -base64 32).',
    );
  }
  const source = text ?? sandboxKey(dataDir);
  const parsed = source.split(',').map((part) => keyEncryptionKey(part.trim()));
  const [first, ...rest] = parsed;
  if (first === undefined || rest.includes(undefined)) {
    throw new SettingsError(
      'TURNPIKE_KEYS cannot be used: it takes keys of 32 bytes in base64, separated by commas, newest first.',
    );
  }
  const keys: Keys = [first, ...(rest as KeyEncryptionKey[])];
  if (isLive) {
    for (const key of keys) {
      refuseInLive(key, dataDir);
    }
  }
  return keys;
}

function refuseInLive({ id, bytes }: KeyEncryptionKey, dataDir: string): void {
  const weakness = weaknessOf(bytes);
  if (weakness !== undefined) {
    throw new SettingsError(
      `TURNPIKE_KEYS cannot be used in live mode: the key ${id} is ${weakness}, not random; ${REMEDY}`,
    );
  }
  if (isSandboxKey(bytes, dataDir)) {
    throw new SettingsError(
      `TURNPIKE_KEYS cannot be used in live mode: the key ${id} was made by the sandbox; ${REMEDY}`,
    );
  }
}
