/**
 * Compresses pages as one gzip stream (RFC 1952), made of pieces. A page's style is half of it and always the same, and
 * the drawings (SVG symbols) that follow are the same for all payers of a shop, so both are compressed once; the rest
 * is compressed while the payer waits. Brotli took four times as long for the whole, and was an eleventh smaller.
 */
import { constants, crc32, deflateRawSync } from 'node:zlib';

interface Style {
  readonly text: Buffer;
  readonly packed: Buffer;
  /** Drawings that have followed the style in pages, by their text; the least recently used first. */
  readonly drawings: Map<string, Drawings>;
}

interface Drawings {
  readonly packed: Buffer;
  /** The end of the style, and the drawings: the dictionary of the rest of the page. */
  readonly dictionary: Buffer;
}

/** The markup between the end of a page's style and its drawings, if it has any. */
const DRAWINGS_BEGIN = Buffer.from('</style></head><body><div hidden><svg ');
const DRAWINGS_END = Buffer.from('</svg></div>');
/** Maximum number of cached drawings. There is one for each combination of payment methods, with 16 KB. */
const DRAWINGS_KEPT = 100;
/**
 * Bytes of the style's end in the dictionary. All of it would take a quarter longer, for a page one hundredth smaller.
 */
const DICTIONARY_STYLE_BYTES = 8_192;

/** gzip header: deflate, without a name or time, from Unix. */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/** The compressed data ends at a byte boundary, so that more data can follow. */
const GOES_ON = { finishFlush: constants.Z_SYNC_FLUSH } as const;
/** The options for the few hundred bytes before the style. A smaller window is allocated twice as fast. */
const SMALL_WINDOW = { ...GOES_ON, windowBits: 10, memLevel: 4 } as const;
const BEST_COMPRESSION = { ...GOES_ON, level: constants.Z_BEST_COMPRESSION } as const;

/** @param html a page's HTML @returns one gzip stream */
export type PackPage = (html: Buffer) => Buffer;

/**
 * Compression leaks no secret (BREACH): a page has no secret next to text that a client can choose. It shows no data of
 * its request, and its form's proof is masked anew in each response.
 *
 * @param styles the inline styles of pages, verbatim
 */
export function pagePacker(styles: readonly string[]): PackPage {
  // The form's style is the end of the full one, so the longer is searched for first.
  const texts = styles.map((style) => Buffer.from(style)).sort((one, other) => other.length - one.length);
  const kept = texts.map(
    (text): Style => ({ text, packed: deflateRawSync(text, BEST_COMPRESSION), drawings: new Map() }),
  );
  return (html) => gzipPage(html, kept);
}

function gzipPage(html: Buffer, styles: readonly Style[]): Buffer {
  const end = Buffer.allocUnsafe(8);
  end.writeUInt32LE(crc32(html), 0);
  end.writeUInt32LE(html.length, 4);
  return Buffer.concat([HEAD, ...deflatePage(html, styles), end]);
}

function deflatePage(html: Buffer, styles: readonly Style[]): Buffer[] {
  for (const style of styles) {
    const at = html.indexOf(style.text);
    if (at >= 0) {
      const after = html.subarray(at + style.text.length);
      return [deflateRawSync(html.subarray(0, at), SMALL_WINDOW), style.packed, ...deflatedAfter(after, style)];
    }
  }
  return [deflateRawSync(html)];
}

/** Compresses the page after its style. The data may refer back to the style's class names and to the drawings. */
function deflatedAfter(html: Buffer, style: Style): Buffer[] {
  const length = drawingsLength(html);
  if (length === 0) {
    return [deflateRawSync(html, { dictionary: style.text })];
  }
  const { packed, dictionary } = drawingsOf(html.subarray(0, length), style);
  return [packed, deflateRawSync(html.subarray(length), { dictionary })];
}

/** @returns the length of the drawings at the beginning; 0 without drawings */
function drawingsLength(html: Buffer): number {
  const begins = html.subarray(0, DRAWINGS_BEGIN.length).equals(DRAWINGS_BEGIN);
  const end = begins ? html.indexOf(DRAWINGS_END) : -1;
  return end < 0 ? 0 : end + DRAWINGS_END.length;
}

function drawingsOf(bytes: Buffer, { text, drawings }: Style): Drawings {
  const name = bytes.toString('latin1');
  const known = drawings.get(name);
  const kept = known ?? {
    packed: deflateRawSync(bytes, { ...BEST_COMPRESSION, dictionary: text }),
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
