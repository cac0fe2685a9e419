/**
 * Memory shared with a module, in C's layout where a `CK_ULONG` has eight bytes, as on every 64-bit Unix. Each piece
 * has its own array buffer, which garbage collection neither moves nor frees while it is referenced.
 */
import { endianness } from 'node:os';

export const ULONG_BYTES = 8;
const isLittle = endianness() === 'LE';

export type AddressOf = (buffer: Buffer) => bigint;

/** Keeps every piece referenced: a module may read from an address that it received in an earlier call. */
const liveBuffers: Buffer[] = [];

/** Allocates memory that stays referenced until `releaseMemory`. */
export function piece(bytes: number): Buffer {
  const made = Buffer.from(new ArrayBuffer(bytes));
  liveBuffers.push(made);
  return made;
}

/** Wipes and releases every piece. Call it only while no operation is in progress. */
export function releaseMemory(): void {
  for (const made of liveBuffers.splice(0)) {
    made.fill(0);
  }
}

export function copyOf(bytes: Uint8Array): Buffer {
  const copy = piece(bytes.length);
  copy.set(bytes);
  return copy;
}

/** Writes numbers and addresses in sequence, which is the layout of most PKCS#11 structures. */
export function ulongs(...values: readonly (bigint | number)[]): Buffer {
  const made = piece(values.length * ULONG_BYTES);
  for (const [at, value] of values.entries()) {
    const offset = at * ULONG_BYTES;
    isLittle ? made.writeBigUInt64LE(BigInt(value), offset) : made.writeBigUInt64BE(BigInt(value), offset);
  }
  return made;
}

/** @param at index of the number in the piece, from 0 */
export function ulong(from: Buffer, at = 0): bigint {
  const offset = at * ULONG_BYTES;
  return isLittle ? from.readBigUInt64LE(offset) : from.readBigUInt64BE(offset);
}

/** Builds a `CK_ATTRIBUTE[]`. */
export function template(addressOf: AddressOf, attributes: readonly (readonly [type: number, value: Buffer])[]) {
  const array = ulongs(
    ...attributes.flatMap(([type, value]) => [type, value.length === 0 ? 0n : addressOf(value), value.length]),
  );
  return { array, count: BigInt(attributes.length) };
}
