/** Solves a challenge of altcha-lib: finds the lowest counter whose derived key starts with the challenge's prefix. */

export interface Challenge {
  readonly parameters: {
    readonly cost: number;
    readonly keyLength: number;
    /** The required start of the key, in hex digits. Nonce and salt are hex digits too. */
    readonly keyPrefix: string;
    readonly nonce: string;
    readonly salt: string;
  };
}

export interface Solution {
  readonly counter: number;
  /** Hex digits. */
  readonly derivedKey: string;
}

const COUNTER_BYTES = 4;
/** The highest counter to try, far above those that the server chooses, so that the search ends in any case. */
const COUNTER_MAX = 10_000;

/** @throws Error if there is no solution, or the browser cannot derive keys */
export async function solve({ parameters }: Challenge): Promise<Solution> {
  const { cost: iterations, keyLength, keyPrefix } = parameters;
  const salt = bytesOf(parameters.salt);
  const nonce = bytesOf(parameters.nonce);
  const password = new Uint8Array(nonce.length + COUNTER_BYTES);
  password.set(nonce);
  for (let counter = 0; counter <= COUNTER_MAX; counter += 1) {
    new DataView(password.buffer).setUint32(nonce.length, counter);
    const key = await crypto.subtle.importKey('raw', password, 'PBKDF2', false, ['deriveBits']);
    const options = { name: 'PBKDF2', salt, iterations, hash: 'SHA-256' };
    const derivedKey = hexOf(await crypto.subtle.deriveBits(options, key, keyLength * 8));
    if (derivedKey.startsWith(keyPrefix)) {
      return { counter, derivedKey };
    }
  }
  throw new Error('The challenge has no solution.');
}

function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}

function hexOf(bytes: ArrayBuffer): string {
  return Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
