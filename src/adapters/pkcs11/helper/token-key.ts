/** Finds, identifies and uses a key in a token. */
import { createHash, randomBytes } from 'node:crypto';
import type { OpenedKey } from '../messages.ts';
import type { KeyAddress } from '../uri.ts';
import { copyOf, piece, template, ulong, ulongs } from './memory.ts';
import type { Module } from './module.ts';
import { requireSuccess, TokenError } from './return-values.ts';

const CKA = {
  CLASS: 0x0,
  LABEL: 0x3,
  KEY_TYPE: 0x100,
  ID: 0x102,
  SENSITIVE: 0x103,
  VALUE_LEN: 0x161,
  EXTRACTABLE: 0x162,
};
const CKO_SECRET_KEY = 4;
const CKK_AES = 0x1f;
const CKM_AES_ECB = 0x1081;
const CKM_AES_GCM = 0x1087;
/** The key length of AES-256. */
const KEY_BYTES = 32n;
const BLOCK_BYTES = 16;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const BYTE_BITS = 8;
const ID_DIGITS = 8;
/** A fixed block whose ciphertext identifies the key. It is not encrypted for any other purpose. */
const KNOWN_BLOCK = createHash('sha256').update('turnpike key id').digest().subarray(0, BLOCK_BYTES);

export interface TokenKey extends OpenedKey {
  readonly module: Module;
  readonly session: bigint;
  readonly handle: bigint;
}

/** @throws TokenError if there is no such key, there are several, or the key is not an AES-256 key */
export function findKey(module: Module, session: bigint, address: KeyAddress): TokenKey {
  const { functions, addressOf } = module;
  const wanted = template(addressOf, [
    [CKA.CLASS, ulongs(CKO_SECRET_KEY)],
    [CKA.KEY_TYPE, ulongs(CKK_AES)],
    ...(address.object === undefined ? [] : [[CKA.LABEL, copyOf(Buffer.from(address.object, 'utf8'))] as const]),
    ...(address.id === undefined ? [] : [[CKA.ID, copyOf(Buffer.from(address.id, 'hex'))] as const]),
  ]);
  requireSuccess('C_FindObjectsInit', functions.C_FindObjectsInit(session, wanted.array, wanted.count));
  const [handles, count] = [ulongs(0, 0), ulongs(0)];
  requireSuccess('C_FindObjects', functions.C_FindObjects(session, handles, 2n, count));
  requireSuccess('C_FindObjectsFinal', functions.C_FindObjectsFinal(session));
  if (ulong(count) !== 1n) {
    const text =
      ulong(count) === 0n ? 'the token has no such AES key' : 'the token has several such keys; id tells them apart';
    throw new TokenError({ kind: 'AWAY', text });
  }
  const handle = ulong(handles);
  const canLeave = kindOf(module, session, handle);
  const key = { module, session, handle, canLeave };
  return { ...key, id: keyIdOf(key) };
}

/** Encrypts with AES-256-GCM, bound to a place, in the vault's own layout: nonce, ciphertext, tag. */
export function wrap(key: TokenKey, plain: Buffer, place: string): Buffer {
  const { functions } = key.module;
  const nonce = copyOf(randomBytes(NONCE_BYTES));
  const mechanism = gcm(key, nonce, place);
  requireSuccess('C_EncryptInit', functions.C_EncryptInit(key.session, mechanism, key.handle));
  const text = runOperation('C_Encrypt', functions.C_Encrypt, key, plain, plain.length + TAG_BYTES);
  // Some tokens ignore the given nonce and overwrite it with their own, so return the nonce as it is after the call.
  return Buffer.concat([nonce, text]);
}

/** @throws TokenError of kind DAMAGED if the key, the bytes or the place is not that of `wrap` */
export function unwrap(key: TokenKey, wrapped: Buffer, place: string): Buffer {
  if (wrapped.length < NONCE_BYTES + TAG_BYTES) {
    throw new TokenError({ kind: 'DAMAGED', text: 'too short' });
  }
  const { functions } = key.module;
  const mechanism = gcm(key, copyOf(wrapped.subarray(0, NONCE_BYTES)), place);
  requireSuccess('C_DecryptInit', functions.C_DecryptInit(key.session, mechanism, key.handle));
  const text = copyOf(wrapped.subarray(NONCE_BYTES));
  try {
    return runOperation('C_Decrypt', functions.C_Decrypt, key, text, text.length);
  } catch (error) {
    throw isWell(key) ? new TokenError({ kind: 'DAMAGED', text: (error as Error).message }) : error;
  }
}

/**
 * True if the token works. Distinguishes a failed token from damaged bytes, for which some modules return the same
 * value.
 */
function isWell(key: TokenKey): boolean {
  try {
    return keyIdOf(key) === key.id;
  } catch {
    return false;
  }
}

/** Returns the key's id. Fails if the token does not respond. */
export function keyIdOf({ module, session, handle }: Pick<TokenKey, 'handle' | 'module' | 'session'>): string {
  const { functions } = module;
  requireSuccess('C_EncryptInit', functions.C_EncryptInit(session, ulongs(CKM_AES_ECB, 0, 0), handle));
  const block = runOperation('C_Encrypt', functions.C_Encrypt, { session }, copyOf(KNOWN_BLOCK), BLOCK_BYTES);
  return createHash('sha256').update('turnpike key id').update(block).digest('hex').slice(0, ID_DIGITS);
}

/** @returns true if the key can leave the token @throws TokenError unless the key is an AES-256 key */
function kindOf(module: Module, session: bigint, handle: bigint): boolean {
  const [length, sensitive, extractable] = [ulongs(0), piece(1), piece(1)];
  const asked = template(module.addressOf, [
    [CKA.VALUE_LEN, length],
    [CKA.SENSITIVE, sensitive],
    [CKA.EXTRACTABLE, extractable],
  ]);
  const value = module.functions.C_GetAttributeValue(session, handle, asked.array, asked.count);
  requireSuccess('C_GetAttributeValue', value);
  if (ulong(length) !== KEY_BYTES) {
    throw new TokenError({
      kind: 'AWAY',
      text: `the key has ${Number(ulong(length)) * BYTE_BITS} bits; 256 are needed`,
    });
  }
  return sensitive[0] === 0 || extractable[0] !== 0;
}

/** Builds a `CK_MECHANISM` with `CK_GCM_PARAMS`. */
function gcm({ module: { addressOf } }: TokenKey, nonce: Buffer, place: string) {
  const bound = copyOf(Buffer.from(place, 'utf8'));
  const parameters = ulongs(
    addressOf(nonce),
    NONCE_BYTES,
    NONCE_BYTES * BYTE_BITS,
    addressOf(bound),
    bound.length,
    TAG_BYTES * BYTE_BITS,
  );
  return ulongs(CKM_AES_GCM, addressOf(parameters), parameters.length);
}

function runOperation(
  name: string,
  operation: Module['functions']['C_Encrypt'],
  { session }: Pick<TokenKey, 'session'>,
  text: Buffer,
  bytesMax: number,
): Buffer {
  const [result, length] = [piece(bytesMax), ulongs(bytesMax)];
  requireSuccess(name, operation(session, copyOf(text), BigInt(text.length), result, length));
  return result.subarray(0, Number(ulong(length)));
}
