/**
 * DUKPT with triple DES, ANSI X9.24-1: a terminal encrypts each message under a different key, from which earlier keys
 * cannot be computed. The key is derived from the base derivation key (BDK) and the key serial number (KSN) in the
 * message.
 *
 * This is the data encryption key for requests (X9.24-1:2009), one of the keys for a KSN: the transaction's key with
 * the data variant, encrypted by itself. The standard defines it for card numbers and track data. The PIN variant,
 * which some old readers use for them too, is not tried: a key that encrypts PINs must not encrypt other data, and if
 * several keys were tried, every wrong BDK would look like a reader of the other kind.
 *
 * Single DES is computed as triple DES with two equal keys, because OpenSSL has single DES only among its legacy
 * ciphers.
 */
import { createCipheriv, createDecipheriv } from 'node:crypto';

const DES_BLOCK_BYTES = 8;
/** The transaction counter is the last 21 bits of the KSN: five bits of its third last byte, and the last two bytes. */
const COUNTER_BITS = 21;
const COUNTER_BYTES = 3;

/**
 * X9.24-1, annex A: the mask by which the left and right half of a derived key differ, and likewise those of the
 * initial key.
 */
const HALF_MASK = Buffer.from('C0C0C0C000000000C0C0C0C000000000', 'hex');
/** X9.24-1:2009, table A-1: data encryption, request. */
const DATA_REQUEST_VARIANT = Buffer.from('0000000000FF00000000000000FF0000', 'hex');

export interface DukptMessage {
  /** The base derivation key, 32 hex digits. */
  readonly bdk: string;
  /** The key serial number, 20 hex digits. */
  readonly keySerialNumber: string;
  /** The encrypted data in hex, in whole blocks of 8 bytes. */
  readonly payload: string;
  /** 16 hex digits; zeros when absent. */
  readonly initializationVector?: string | undefined;
}

/**
 * Decrypts in CBC mode. The caller must validate the result, because the message does not show whether the key was
 * right.
 *
 * @returns the plain bytes with their padding, for the caller to wipe; undefined if the payload is not whole blocks
 */
export function decryptDukpt(message: DukptMessage): Buffer | undefined {
  const payload = Buffer.from(message.payload, 'hex');
  if (payload.length * 2 !== message.payload.length || payload.length % DES_BLOCK_BYTES !== 0) {
    return undefined;
  }
  const vector = Buffer.from(message.initializationVector ?? '00'.repeat(DES_BLOCK_BYTES), 'hex');
  const decipher = createDecipheriv('des-ede-cbc', dataRequestKey(message.bdk, message.keySerialNumber), vector);
  decipher.setAutoPadding(false);
  return Buffer.concat([decipher.update(payload), decipher.final()]);
}

/** The data encryption key for requests, 16 bytes. */
export function dataRequestKey(bdk: string, keySerialNumber: string): Buffer {
  const ksn = Buffer.from(keySerialNumber, 'hex');
  const variant = xor(transactionKey(initialKey(Buffer.from(bdk, 'hex'), ksn), ksn), DATA_REQUEST_VARIANT);
  return Buffer.concat([tripleDes(variant, leftHalf(variant)), tripleDes(variant, right(variant))]);
}

/** The terminal's initial key: the KSN without its counter, encrypted under the BDK. */
export function initialKey(bdk: Buffer, ksn: Buffer): Buffer {
  const serial = withCounter(ksn, 0).subarray(0, DES_BLOCK_BYTES);
  return Buffer.concat([tripleDes(bdk, serial), tripleDes(xor(bdk, HALF_MASK), serial)]);
}

/**
 * The key of a transaction. It is derived from the initial key in one step for each set bit of the counter, the highest
 * first.
 */
export function transactionKey(initial: Buffer, ksn: Buffer): Buffer {
  const counter = ksn.readUIntBE(ksn.length - COUNTER_BYTES, COUNTER_BYTES) & ((1 << COUNTER_BITS) - 1);
  let key = initial;
  let reached = 0;
  for (let bit = 1 << (COUNTER_BITS - 1); bit > 0; bit >>= 1) {
    if ((counter & bit) === 0) {
      continue;
    }
    reached |= bit;
    const register = withCounter(ksn, reached).subarray(-DES_BLOCK_BYTES);
    key = Buffer.concat([derivedHalf(xor(key, HALF_MASK), register), derivedHalf(key, register)]);
  }
  return key;
}

/**
 * X9.24-1, annex A, non-reversible key generation: the right half masks the register before and after the left one
 * encrypts it.
 */
function derivedHalf(key: Buffer, register: Buffer): Buffer {
  return xor(singleDes(leftHalf(key), xor(register, right(key))), right(key));
}

function withCounter(ksn: Buffer, counter: number): Buffer {
  const copy = Buffer.from(ksn);
  const at = copy.length - COUNTER_BYTES;
  const serialBits = (copy.readUIntBE(at, COUNTER_BYTES) >>> COUNTER_BITS) << COUNTER_BITS;
  copy.writeUIntBE(serialBits | counter, at, COUNTER_BYTES);
  return copy;
}

function singleDes(key: Buffer, block: Buffer): Buffer {
  return tripleDes(Buffer.concat([key, key]), block);
}

function tripleDes(key: Buffer, block: Buffer): Buffer {
  const cipher = createCipheriv('des-ede-ecb', key, null);
  cipher.setAutoPadding(false);
  return cipher.update(block);
}

function leftHalf(key: Buffer): Buffer {
  return key.subarray(0, DES_BLOCK_BYTES);
}

function right(key: Buffer): Buffer {
  return key.subarray(DES_BLOCK_BYTES);
}

function xor(a: Buffer, b: Buffer): Buffer {
  return Buffer.from(a.map((byte, at) => byte ^ b[at]!));
}
