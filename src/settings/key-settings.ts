/**
 * Reads the key-encryption keys from `TURNPIKE_KEYS`. Live mode refuses keys that can be guessed, and keys that the
 * sandbox generated.
 */
import { isPkcs11Uri, Pkcs11UriError, pkcs11Key, SignIns } from '../adapters/pkcs11/index.ts';
import { type KeyEncryptionKey, type KeyService, keyEncryptionKey } from '../adapters/vault/index.ts';
import { isSandboxKey, sandboxKey } from './sandbox-key.ts';
import { SettingsError } from './settings-error.ts';
import { weaknessOf } from './weak-key.ts';

/** The key-encryption keys, the newest first. */
export type Keys = readonly [KeyService, ...KeyService[]];

const REMEDY = 'make one with openssl rand -base64 32.';

/**
 * Environment variables that most programs need. `PKCS11_ENV` names further variables that a vendor's PKCS#11 module
 * needs.
 */
const ENVIRONMENT = ['PATH', 'HOME', 'LANG', 'LC_ALL', 'TZ', 'TMPDIR', 'LD_LIBRARY_PATH'];

interface KeyPlace {
  readonly dataDir: string;
  readonly isLive: boolean;
  /** The environment of the process. PKCS#11 modules get only the part that they need. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/**
 * @param text the value of `TURNPIKE_KEYS`. Absent: the key that the sandbox generated is used
 * @throws SettingsError with one line, which contains no part of a key or PIN
 */
export function readKeys(text: string | undefined, { dataDir, isLive, env }: KeyPlace): Keys {
  if (text === undefined && isLive) {
    throw new SettingsError(
      'TURNPIKE_KEYS is not set: live mode needs at least one key, 32 random bytes in base64 (openssl rand -base64 32).',
    );
  }
  const source = text ?? sandboxKey(dataDir);
  const helper = { mustStay: isLive, env: moduleEnvironment(env), signIns: new SignIns() };
  const [first, ...rest] = source.split(',').map((part) => {
    const given = part.trim();
    return isPkcs11Uri(given) ? tokenKey(given, helper) : textKey(given, isLive, dataDir);
  });
  // `split` returns at least one part.
  return [first as KeyService, ...rest];
}

function textKey(text: string, isLive: boolean, dataDir: string): KeyService {
  const key = keyEncryptionKey(text);
  if (key === undefined) {
    throw new SettingsError(
      'TURNPIKE_KEYS cannot be used: it takes keys of 32 bytes in base64, or pkcs11: URIs in which a comma is %2C, ' +
        'separated by commas, newest first.',
    );
  }
  if (isLive) {
    refuseInLive(key, dataDir);
  }
  return key;
}

function tokenKey(uri: string, helper: Parameters<typeof pkcs11Key>[1]): KeyService {
  try {
    return pkcs11Key(uri, helper);
  } catch (error) {
    if (error instanceof Pkcs11UriError) {
      throw new SettingsError(`TURNPIKE_KEYS cannot be used: of a pkcs11: URI, ${error.message}.`);
    }
    throw error;
  }
}

/**
 * Returns the environment for a third-party PKCS#11 library, without the gateway's settings, because the library must
 * not see the database's password or other keys.
 */
function moduleEnvironment(env: KeyPlace['env']): Readonly<Record<string, string>> {
  const named = (env.PKCS11_ENV ?? '').split(',').map((name) => name.trim());
  const values = [...ENVIRONMENT, ...named].map((name) => [name, env[name]] as const);
  return Object.fromEntries(values.filter((entry): entry is readonly [string, string] => entry[1] !== undefined));
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
