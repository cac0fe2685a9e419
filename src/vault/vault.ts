/**
 * Seals and opens card data, and makes the keyed hashes that replace it. Every sealed text begins with the id of its
 * data key (4 bytes), so that old texts open after a new data key was made.
 */
import { createHmac, randomBytes } from 'node:crypto';
import type { DataKeys } from '../gateway/ports/index.ts';
import { decrypt, deriveKey, encrypt, KEY_BYTES, type KeyEncryptionKey } from './keys.ts';

const KEY_ID_BYTES = 4;

interface DataKey {
  readonly id: number;
  readonly seal: Buffer;
}

export class Vault {
  readonly #byId = new Map<number, DataKey>();
  readonly #newest: DataKey;
  readonly #hash: Buffer;

  private constructor(keys: readonly { id: number; bytes: Buffer }[]) {
    for (const { id, bytes } of keys) {
      this.#byId.set(id, { id, seal: deriveKey(bytes, 'seal') });
    }
    const [oldest, newest] = [keys[0]!, keys[keys.length - 1]!];
    this.#newest = this.#byId.get(newest.id)!;
    // Hashes made under an older key must still match, so hashing stays with the first data key.
    this.#hash = deriveKey(oldest.bytes, 'hash');
  }

  /**
   * @param keks key-encryption keys, newest first
   * @throws when a stored data key is wrapped by none of them, or there is none although data was sealed
   */
  static async open(keks: readonly [KeyEncryptionKey, ...KeyEncryptionKey[]], stored: DataKeys): Promise<Vault> {
    if ((await stored.all()).length === 0) {
      if (await stored.areNeeded()) {
        throw new Error(
          'The table data_key is empty, but data is stored that only its keys open: restore it from a backup.',
        );
      }
      const [kek] = keks;
      await stored.add({ kek: kek.id, wrapped: encrypt(kek.bytes, randomBytes(KEY_BYTES), 'data key') });
    }
    const keys = (await stored.all()).map(({ id, kek: kekId, wrapped }) => {
      const kek = keks.find((known) => known.id === kekId);
      if (kek === undefined) {
        throw new Error(`TURNPIKE_KEYS lacks the key ${kekId}, under which card data is stored.`);
      }
      return { id, bytes: decrypt(kek.bytes, wrapped, 'data key') };
    });
    return new Vault(keys.sort((a, b) => a.id - b.id));
  }

  /** @param place what the text belongs to, e.g. `session 12 card`; it opens there only */
  seal(plain: string, place: string): Buffer {
    const sealed = encrypt(this.#newest.seal, Buffer.from(plain, 'utf8'), place, KEY_ID_BYTES);
    sealed.writeUInt32BE(this.#newest.id);
    return sealed;
  }

  /** @throws when it was not sealed for this place by a key we hold */
  open(sealed: Uint8Array, place: string): string {
    const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
    const key = this.#byId.get(bytes.readUInt32BE(0));
    if (key === undefined) {
      throw new Error('Sealed under a data key that is not here.');
    }
    return decrypt(key.seal, bytes.subarray(KEY_ID_BYTES), place).toString('utf8');
  }

  /** HMAC-SHA-256, 32 bytes. `purpose` separates hashes of different use. */
  hash(purpose: string, text: string): Buffer {
    return createHmac('sha256', this.#hash).update(`${purpose}\0${text}`).digest();
  }
}
