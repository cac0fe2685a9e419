/**
 * Pages as they travel: one gzip stream (RFC 1952), made of pieces. A page's style is half of it and always the same,
 * and the drawings that follow are the same for all payers of a shop, so both are packed once; what comes before and
 * after them is packed while the payer waits. Packing the whole by Brotli took four times as long for an eleventh less.
 */
import { constants, crc32, deflateRawSync } from 'node:zlib';

interface Style {
  readonly text: Buffer;
  readonly packed: Buffer;
  /** What has followed it in pages, by its text; the least recently used first. */
  readonly drawings: Map<string, Drawings>;
}

interface Drawings {
  readonly packed: Buffer;
  /** The end of the style, and the drawings: what comes after may point back into it. */
  readonly dictionary: Buffer;
}

/** From the end of a page's style to its drawings, where it has any. */
const DRAWINGS_BEGIN = Buffer.from('</style></head><body><div hidden><svg ');
const DRAWINGS_END = Buffer.from('</svg></div>');
/** Of shops that take the same ways to pay: 16 KB each. */
const DRAWINGS_KEPT = 100;
/** Of a style's end. All of it would take a quarter longer, for a hundredth less. */
const DICTIONARY_STYLE_BYTES = 8_192;

/** Deflated; no name, no time; from a Unix. */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/** Ends at a whole byte, so that more may follow. */
const GOES_ON = { finishFlush: constants.Z_SYNC_FLUSH } as const;
/** For the few hundred bytes before the style: a smaller window is made twice as fast. */
const BRIEF = { ...GOES_ON, windowBits: 10, memLevel: 4 } as const;
const ONCE = { ...GOES_ON, level: constants.Z_BEST_COMPRESSION } as const;

/** @param html of a page @returns one gzip stream */
export type PackPage = (html: Buffer) => Buffer;

/**
 * A page holds no secret beside text that a stranger can choose: it shows nothing of the request that asks for it, and
 * its form's proof is masked anew in each answer.
 *
 * @param styles that stand in pages, letter for letter
 */
export function pagePacker(styles: readonly string[]): PackPage {
  // The form's style is the end of the others': the longer is looked for first.
  const texts = styles.map((style) => Buffer.from(style)).sort((one, other) => other.length - one.length);
  const kept = texts.map((text): Style => ({ text, packed: deflateRawSync(text, ONCE), drawings: new Map() }));
  return (html) => gzipped(html, kept);
}

function gzipped(html: Buffer, styles: readonly Style[]): Buffer {
  const end = Buffer.allocUnsafe(8);
  end.writeUInt32LE(crc32(html), 0);
  end.writeUInt32LE(html.length, 4);
  return Buffer.concat([HEAD, ...deflated(html, styles), end]);
}

function deflated(html: Buffer, styles: readonly Style[]): Buffer[] {
  for (const style of styles) {
    const at = html.indexOf(style.text);
    if (at >= 0) {
      const after = html.subarray(at + style.text.length);
      return [deflateRawSync(html.subarray(0, at), BRIEF), style.packed, ...deflatedAfter(after, style)];
    }
  }
  return [deflateRawSync(html)];
}

/** What names the style's classes, and the drawings, may point back into them. */
function deflatedAfter(html: Buffer, style: Style): Buffer[] {
  const length = drawingsLength(html);
  if (length === 0) {
    return [deflateRawSync(html, { dictionary: style.text })];
  }
  const { packed, dictionary } = drawingsOf(html.subarray(0, length), style);
  return [packed, deflateRawSync(html.subarray(length), { dictionary })];
}

/** @returns 0 where none follow at once */
function drawingsLength(html: Buffer): number {
  const begins = html.subarray(0, DRAWINGS_BEGIN.length).equals(DRAWINGS_BEGIN);
  const end = begins ? html.indexOf(DRAWINGS_END) : -1;
  return end < 0 ? 0 : end + DRAWINGS_END.length;
}

function drawingsOf(bytes: Buffer, { text, drawings }: Style): Drawings {
  const name = bytes.toString('latin1');
  const known = drawings.get(name);
  const kept = known ?? {
    packed: deflateRawSync(bytes, { ...ONCE, dictionary: text }),
    dictionary: Buffer.concat([text.subarray(-DICTIONARY_STYLE_BYTES), bytes]),
  };
  drawings.delete(name);
  drawings.set(name, kept);
  if (drawings.size > DRAWINGS_KEPT) {
    const [oldest = name] = drawings.keys();
    drawings.delete(oldest);
  }
  return kept;
}
