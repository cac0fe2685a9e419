/**
 * The Pix code (BR Code) that a payer's bank reads. This module does not share the gateway's code, because it checks
 * the gateway.
 */

interface BrCodeFields {
  /** The charge's URL without `https://`. */
  readonly location: string;
  readonly name: string;
  readonly city: string;
}

export function brCode({ location, name, city }: BrCodeFields): string {
  const account = field('00', 'br.gov.bcb.pix') + field('25', location);
  const text =
    field('00', '01') +
    field('01', '12') +
    field('26', account) +
    field('52', '0000') +
    field('53', '986') +
    field('58', 'BR') +
    field('59', name) +
    field('60', city) +
    field('62', field('05', '***')) +
    '6304';
  return text + checksum(text);
}

/** @returns the end of the code's address; undefined for a code of another PSP or an invalid one */
export function locationIn(code: string): string | undefined {
  const text = code.trim();
  const isWhole = checksum(text.slice(0, -4)) === text.slice(-4).toUpperCase();
  return isWhole ? /\/qr\/v2\/([0-9a-f]{32})/.exec(text)?.[1] : undefined;
}

function field(id: string, value: string): string {
  return id + String(value.length).padStart(2, '0') + value;
}

/** The table for a CRC-16 with the polynomial 0x1021 and the initial value 0xFFFF. */
const TABLE = Array.from({ length: 256 }, (_, byte) =>
  Array.from({ length: 8 }).reduce<number>(
    (value) => ((value & 0x8000) === 0 ? (value << 1) & 0xffff : ((value << 1) & 0xffff) ^ 0x1021),
    byte << 8,
  ),
);

function checksum(text: string): string {
  const value = Buffer.from(text).reduce(
    (crc, byte) => ((crc << 8) & 0xffff) ^ (TABLE[(crc >> 8) ^ byte] ?? 0),
    0xffff,
  );
  return value.toString(16).toUpperCase().padStart(4, '0');
}
