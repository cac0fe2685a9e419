/**
 * Data of a chip card and its terminal: EMV tags, BER-TLV in hex, as in `emvRequest`. The parser is strict: a text that
 * two parsers read differently could bypass masking.
 *
 * Encoding: EMV Book 3, annex B, after ISO/IEC 8825-1. A tag has further bytes if the low five bits of its first byte
 * are all set, and then for as long as a byte has its top bit set. A length up to 127 is one byte; a greater length is
 * 81 or 82 followed by one or two bytes.
 */
import { EMV_TAGS, type EmvTag } from './emv-tags.ts';

/** The interface's bound on the hex text. */
const TEXT_CHARACTERS_MAX = 250;
/**
 * The maximum length of a tag. EMV uses two bytes, and its kernels use three. A longer tag shows that the text is not
 * EMV data.
 */
const TAG_BYTES_MAX = 3;
/** The maximum number of tags that a refusal lists. */
const LISTED_MAX = 10;

const HEX_BYTES = /^(?:[0-9A-F]{2})+$/;

export type EmvReading =
  /**
   * Tag to value, both upper-case hex, in the order sent. The values are card data in clear, and must not leave the
   * function that reads them.
   */
  | { readonly tags: ReadonlyMap<string, string> }
  /** The allowed format and the problem, as part of a sentence that names tags but not values. */
  | { readonly problem: string };

interface DataObject {
  readonly tag: string;
  readonly value: string;
}

/** @param text hex, either case. An element without a value is accepted: the terminal has no value for it. */
export function readEmv(text: string): EmvReading {
  const { objects, whole } = dataObjects(text.toUpperCase());
  if (!whole) {
    return { problem: malformedText(objects) };
  }
  const refused = objects.filter(({ tag }) => !EMV_TAGS.has(tag));
  if (refused.length > 0) {
    return { problem: `permitted EMV tags alone, and ${listTags(refused)} not among them` };
  }
  const tags = new Map(objects.map(({ tag, value }) => [tag, value]));
  const repeated = objects.filter(({ tag }, at) => objects.findIndex((other) => other.tag === tag) < at);
  if (repeated.length > 0) {
    return { problem: `each EMV tag once, and ${listTags(repeated)} there again` };
  }
  const malformed = objects.filter(({ tag, value }) => !isWellFormed(EMV_TAGS.get(tag)!, value));
  if (malformed.length > 0) {
    return { problem: malformed.map(({ tag }) => format(tag)).join('; ') };
  }
  return { tags };
}

/**
 * Returns the text without the elements that answers must not show. Empty if no element remains, or if the text cannot
 * be parsed.
 */
export function shownEmv(text: string): string {
  const reading = readEmv(text);
  if (!('tags' in reading)) {
    return '';
  }
  return [...reading.tags]
    .filter(([tag]) => EMV_TAGS.get(tag)?.hidden === undefined)
    .map(([tag, value]) => tag + hexByte(value.length / 2) + value)
    .join('');
}

/** Returns the objects before the first malformed one. `whole` is true if the text has no malformed object. */
function dataObjects(hex: string): { objects: DataObject[]; whole: boolean } {
  const objects: DataObject[] = [];
  if (hex.length > TEXT_CHARACTERS_MAX || !HEX_BYTES.test(hex)) {
    return { objects, whole: false };
  }
  const bytes = Buffer.from(hex, 'hex');
  let at = 0;
  while (at < bytes.length) {
    const lengthAt = tagEnd(bytes, at);
    const value = lengthAt === undefined ? undefined : valueAt(bytes, lengthAt);
    if (lengthAt === undefined || value === undefined) {
      return { objects, whole: false };
    }
    objects.push({ tag: hex.slice(at * 2, lengthAt * 2), value: hex.slice(value.start * 2, value.end * 2) });
    at = value.end;
  }
  return { objects, whole: true };
}

function tagEnd(bytes: Buffer, start: number): number | undefined {
  let at = start;
  if ((bytes[at]! & 0x1f) === 0x1f) {
    do {
      at += 1;
    } while (at < bytes.length && (bytes[at]! & 0x80) !== 0);
  }
  const end = at + 1;
  return end > bytes.length || end - start > TAG_BYTES_MAX ? undefined : end;
}

function valueAt(bytes: Buffer, lengthAt: number): { start: number; end: number } | undefined {
  const first = bytes[lengthAt];
  if (first === undefined) {
    return undefined;
  }
  const lengthBytes = first < 0x80 ? 0 : first & 0x7f;
  const start = lengthAt + 1 + lengthBytes;
  // EMV excludes 80 (indefinite length), and three bytes of length exceed the text's bound.
  if (first === 0x80 || lengthBytes > 2 || start > bytes.length) {
    return undefined;
  }
  const end = start + (lengthBytes === 0 ? first : bytes.readUIntBE(lengthAt + 1, lengthBytes));
  return end > bytes.length ? undefined : { start, end };
}

function isWellFormed({ bytesMin, bytesMax, populates }: EmvTag, value: string): boolean {
  const bytes = value.length / 2;
  if (bytes === 0) {
    return true;
  }
  return bytes >= bytesMin && bytes <= bytesMax && (populates === undefined || populates.texts(value) !== undefined);
}

/**
 * The explanation for a malformed text. It names the last parsed tag only if that tag is permitted, because other text
 * may be part of a card number.
 */
function malformedText(objects: readonly DataObject[]): string {
  const last = objects.at(-1);
  const place = last !== undefined && EMV_TAGS.has(last.tag) ? `, which it is not after tag ${last.tag}` : '';
  return `BER-TLV in hex, 1 to ${TEXT_CHARACTERS_MAX} characters${place}`;
}

function listTags(objects: readonly DataObject[]): string {
  const names = [...new Set(objects.map(({ tag }) => tag))].slice(0, LISTED_MAX);
  return `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'}`;
}

function format(tag: string): string {
  const { name, bytesMin, bytesMax } = EMV_TAGS.get(tag)!;
  return `EMV tag ${tag} well-formed: ${name}, ${bytesMin === bytesMax ? bytesMin : `${bytesMin} to ${bytesMax}`} bytes`;
}

function hexByte(byte: number): string {
  return byte.toString(16).padStart(2, '0').toUpperCase();
}
