/** Explains a module's return values (CKR_…, PKCS#11 v2.40) to the operator. */
import type { ProblemKind, TokenProblem } from '../messages.ts';

const OK = 0n;

interface Meaning {
  readonly name: string;
  readonly kind?: ProblemKind;
  readonly says?: string;
}

/** The meanings by return value. A value without a sentence is shown by its name, an unknown value as a number. */
const MEANINGS: ReadonlyMap<bigint, Meaning> = new Map<bigint, Meaning>([
  [0x02n, { name: 'CKR_HOST_MEMORY' }],
  [0x03n, { name: 'CKR_SLOT_ID_INVALID' }],
  [0x05n, { name: 'CKR_GENERAL_ERROR' }],
  [0x06n, { name: 'CKR_FUNCTION_FAILED' }],
  [0x20n, { name: 'CKR_DATA_INVALID', kind: 'DAMAGED' }],
  [0x30n, { name: 'CKR_DEVICE_ERROR' }],
  [0x31n, { name: 'CKR_DEVICE_MEMORY' }],
  [0x32n, { name: 'CKR_DEVICE_REMOVED', says: 'the token was removed' }],
  [0x35n, { name: 'CKR_AEAD_DECRYPT_FAILED', kind: 'DAMAGED' }],
  [0x40n, { name: 'CKR_ENCRYPTED_DATA_INVALID', kind: 'DAMAGED' }],
  [0x41n, { name: 'CKR_ENCRYPTED_DATA_LEN_RANGE', kind: 'DAMAGED' }],
  [0x54n, { name: 'CKR_FUNCTION_NOT_SUPPORTED' }],
  [0x60n, { name: 'CKR_KEY_HANDLE_INVALID', says: 'the key is not there any more' }],
  [0x68n, { name: 'CKR_KEY_FUNCTION_NOT_PERMITTED', says: 'the key may not encrypt and decrypt' }],
  [0x70n, { name: 'CKR_MECHANISM_INVALID', says: 'the token lacks AES-GCM or AES-ECB' }],
  [0x71n, { name: 'CKR_MECHANISM_PARAM_INVALID' }],
  [0xa0n, { name: 'CKR_PIN_INCORRECT', kind: 'REFUSED', says: 'the PIN is wrong' }],
  [0xa1n, { name: 'CKR_PIN_INVALID', kind: 'REFUSED', says: 'the PIN is wrong' }],
  [0xa2n, { name: 'CKR_PIN_LEN_RANGE', kind: 'REFUSED', says: 'the PIN is wrong: it is too short or too long' }],
  [0xa3n, { name: 'CKR_PIN_EXPIRED', kind: 'REFUSED', says: 'the PIN has expired' }],
  [0xa4n, { name: 'CKR_PIN_LOCKED', kind: 'REFUSED', says: 'the PIN is locked, after too many wrong ones' }],
  [0xb3n, { name: 'CKR_SESSION_HANDLE_INVALID', says: 'the token has ended the session' }],
  [0xc0n, { name: 'CKR_SIGNATURE_INVALID', kind: 'DAMAGED' }],
  [0xe0n, { name: 'CKR_TOKEN_NOT_PRESENT', says: 'the token is not there' }],
  [0xe1n, { name: 'CKR_TOKEN_NOT_RECOGNIZED' }],
  [0x101n, { name: 'CKR_USER_NOT_LOGGED_IN', says: 'the token has ended the session' }],
  [0x102n, { name: 'CKR_USER_PIN_NOT_INITIALIZED', kind: 'REFUSED', says: 'the token has no PIN of a user yet' }],
]);

export class TokenError extends Error {
  readonly kind: ProblemKind;

  constructor({ kind, text }: TokenProblem) {
    super(text);
    this.kind = kind;
  }
}

/** @throws TokenError unless the call succeeded */
export function requireSuccess(called: string, value: bigint): void {
  if (value === OK) {
    return;
  }
  const { name, kind = 'AWAY', says } = MEANINGS.get(value) ?? { name: `0x${value.toString(16)}` };
  const text = says === undefined ? `${called} answers ${name}` : `${says} (${called}: ${name})`;
  throw new TokenError({ kind, text });
}
