/**
 * Reads BER (ITU-T X.690), the encoding of CMS messages. Apple's signatures have elements of indefinite length, which
 * DER forbids.
 */

export interface BerElement {
  /** The identifier octet. */
  readonly tag: number;
  readonly content: Buffer;
  /** With its header. */
  readonly whole: Buffer;
}

export const TAGS = {
  integer: 0x02,
  octetString: 0x04,
  objectIdentifier: 0x06,
  utcTime: 0x17,
  generalizedTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  /** Context-specific and constructed, `[0]` and `[3]`. */
  explicit0: 0xa0,
  explicit3: 0xa3,
} as const;

export class BerError extends Error {}

const CONSTRUCTED = 0x20;
const LONG_TAG = 0x1f;
const INDEFINITE = 0x80;
const LENGTH_BYTES_MAX = 3;
/** A signature nests eight levels. */
const DEPTH_MAX = 24;

/** @throws BerError if the bytes are not exactly one element */
export function readElement(bytes: Buffer): BerElement {
  const [element, ...more] = readElements(bytes);
  if (element === undefined || more.length > 0) {
    throw new BerError('not one element');
  }
  return element;
}

/** @throws BerError */
function readElements(bytes: Buffer): BerElement[] {
  const elements: BerElement[] = [];
  for (let at = 0; at < bytes.length; ) {
    const element = elementAt(bytes, at, 0);
    elements.push(element);
    at += element.whole.length;
  }
  return elements;
}

function elementAt(bytes: Buffer, at: number, depth: number): BerElement {
  const [tag, first] = [byteAt(bytes, at), byteAt(bytes, at + 1)];
  if ((tag & LONG_TAG) === LONG_TAG || depth > DEPTH_MAX) {
    throw new BerError('unexpected tag');
  }
  return first === INDEFINITE
    ? indefiniteAt(bytes, at, tag, depth)
    : definiteAt(bytes, at, tag, first < INDEFINITE ? 0 : first - INDEFINITE);
}

/** @param lengthBytes after the first one; 0 where the first one is the length */
function definiteAt(bytes: Buffer, at: number, tag: number, lengthBytes: number): BerElement {
  const start = at + 2 + lengthBytes;
  if (lengthBytes > LENGTH_BYTES_MAX || start > bytes.length) {
    throw new BerError('unexpected length');
  }
  const length = lengthBytes === 0 ? byteAt(bytes, at + 1) : bytes.readUIntBE(at + 2, lengthBytes);
  const end = start + length;
  if (end > bytes.length) {
    throw new BerError('the bytes end early');
  }
  return { tag, content: bytes.subarray(start, end), whole: bytes.subarray(at, end) };
}

/** Its content ends before two zero bytes. */
function indefiniteAt(bytes: Buffer, at: number, tag: number, depth: number): BerElement {
  if ((tag & CONSTRUCTED) === 0) {
    throw new BerError('a primitive element of indefinite length');
  }
  const start = at + 2;
  let end = start;
  while (byteAt(bytes, end) !== 0 || byteAt(bytes, end + 1) !== 0) {
    end += elementAt(bytes, end, depth + 1).whole.length;
  }
  return { tag, content: bytes.subarray(start, end), whole: bytes.subarray(at, end + 2) };
}

function byteAt(bytes: Buffer, at: number): number {
  const byte = bytes[at];
  if (byte === undefined) {
    throw new BerError('the bytes end early');
  }
  return byte;
}

/** The elements within, of the given tag. @throws BerError for an element of another tag */
export function innerElements(element: BerElement | undefined, tag: number): BerElement[] {
  return readElements(contentOf(element, tag));
}

/** @throws BerError if the element is missing, or has another tag */
export function contentOf(element: BerElement | undefined, tag: number): Buffer {
  if (element?.tag !== tag) {
    throw new BerError('unexpected element');
  }
  return element.content;
}

/** Dotted: `1.2.840.113549.1.7.2`. @throws BerError */
export function objectIdentifierOf(element: BerElement | undefined): string {
  const bytes = contentOf(element, TAGS.objectIdentifier);
  const arcs: bigint[] = [];
  let arc = 0n;
  for (const byte of bytes) {
    arc = (arc << 7n) | BigInt(byte & 0x7f);
    if (byte < INDEFINITE) {
      arcs.push(arc);
      arc = 0n;
    }
  }
  const [joined = 0n, ...rest] = arcs;
  const first = joined < 80n ? joined / 40n : 2n;
  return [first, joined - first * 40n, ...rest].join('.');
}

const UTC_TIME = /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/;
const GENERALIZED_TIME = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)Z$/;
/** UTCTime has years from 1950 to 2049. */
const CENTURY_TURN = 50;

/** Milliseconds since 1970. @throws BerError for a form that DER forbids */
export function timeOf(element: BerElement | undefined): number {
  const isShort = element?.tag === TAGS.utcTime;
  const text = contentOf(element, isShort ? TAGS.utcTime : TAGS.generalizedTime).toString('latin1');
  const parts = (isShort ? UTC_TIME : GENERALIZED_TIME).exec(text)?.slice(1).map(Number);
  if (parts === undefined) {
    throw new BerError('unexpected time');
  }
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = parts;
  const century = isShort ? (year < CENTURY_TURN ? 2_000 : 1_900) : 0;
  return Date.UTC(century + year, month - 1, day, hour, minute, second);
}
