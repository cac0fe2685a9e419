/** Encodes the types of DER (ITU-T X.690) that certificates need. */

export function tlv(tag: number, ...contents: readonly Buffer[]): Buffer {
  const value = Buffer.concat(contents);
  const { length } = value;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.of(tag, ...size), value]);
}

export const sequence = (...items: readonly Buffer[]): Buffer => tlv(0x30, ...items);
export const set = (...items: readonly Buffer[]): Buffer => tlv(0x31, ...items);
export const integer = (bytes: Buffer): Buffer => tlv(0x02, bytes);
export const bitString = (bytes: Buffer): Buffer => tlv(0x03, Buffer.of(0), bytes);
export const octetString = (bytes: Buffer): Buffer => tlv(0x04, bytes);
export const boolean = (value: boolean): Buffer => tlv(0x01, Buffer.of(value ? 0xff : 0));
export const utf8String = (text: string): Buffer => tlv(0x0c, Buffer.from(text));

/** Encodes a UTCTime, which has two digits for the year and represents 1950 to 2049. */
export function utcTime(date: Date): Buffer {
  return tlv(0x17, Buffer.from(`${date.toISOString().replace(/\D/g, '').slice(2, 14)}Z`));
}

/**
 * Encodes an object identifier. Its first two arcs share a byte. Each further arc is in base 128, with the high bit set
 * in all digits but the last.
 */
export function objectIdentifier(dotted: string): Buffer {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tlv(0x06, Buffer.from([first * 40 + second, ...rest.flatMap((arc) => base128(arc))]));
}

function base128(arc: number): number[] {
  const digits = [arc & 0x7f];
  for (let left = arc >> 7; left > 0; left >>= 7) {
    digits.unshift((left & 0x7f) | 0x80);
  }
  return digits;
}
