/**
 * Memory that a module reads and writes, as C lays it out where a `CK_ULONG` has eight bytes: every Unix of 64 bits.
 * Each piece is an array buffer of its own, which no garbage collection moves while somebody holds it.
 */
import { endianness } from 'node:os';

export const ULONG_BYTES = 8;
const isLittle = endianness() === 'LE';

export type AddressOf = (buffer: Buffer) => bigint;

/** A module may read from an address that it was told calls before, when no code of ours holds the piece any more. */
const held: Buffer[] = [];

/** It is held until `release`. */
export function piece(bytes: number): Buffer {
  const made = Buffer.from(new ArrayBuffer(bytes));
  held.push(made);
  return made;
}

/** Wipes every piece and lets go of it: nothing that was asked before is under way. */
export function release(): void {
  for (const made of held.splice(0)) {
    made.fill(0);
  }
}

export function copyOf(bytes: Uint8Array): Buffer {
  const copy = piece(bytes.length);
  copy.set(bytes);
  return copy;
}

/** Numbers and addresses one after the other: most structures of PKCS#11 are nothing else. */
export function ulongs(...values: readonly (bigint | number)[]): Buffer {
  const made = piece(values.length * ULONG_BYTES);
  for (const [at, value] of values.entries()) {
    const offset = at * ULONG_BYTES;
    isLittle ? made.writeBigUInt64LE(BigInt(value), offset) : made.writeBigUInt64BE(BigInt(value), offset);
  }
  return made;
}

/** @param at which number of the piece, from 0 */
export function ulong(from: Buffer, at = 0): bigint {
  const offset = at * ULONG_BYTES;
  return isLittle ? from.readBigUInt64LE(offset) : from.readBigUInt64BE(offset);
}

/** A `CK_ATTRIBUTE[]`. */
export function template(addressOf: AddressOf, attributes: readonly (readonly [type: number, value: Buffer])[]) {
  const array = ulongs(
    ...attributes.flatMap(([type, value]) => [type, value.length === 0 ? 0n : addressOf(value), value.length]),
  );
  return { array, count: BigInt(attributes.length) };
}
