/**
 * Pages as they travel: one gzip stream (RFC 1952), made of pieces. A page's style is two thirds of it and always the
 * same, so it is packed once; what comes before and after it is packed while the payer waits. Packing the whole by
 * Brotli took four times as long for an eleventh less.
 */
import { constants, crc32, deflateRawSync } from 'node:zlib';
import { encodingFor } from './encodings.ts';

export interface PackedPage {
  readonly body: Buffer;
  readonly headers: Readonly<Record<string, string>>;
}

interface Style {
  readonly text: Buffer;
  readonly packed: Buffer;
}

/** Deflated; no name, no time; from a Unix. */
const HEAD = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]);

/** Ends at a whole byte, so that more may follow. */
const GOES_ON = { finishFlush: constants.Z_SYNC_FLUSH } as const;

/** No cache keeps a payer's page, so none has to be told what it varies by. */
const PACKED_HEADERS = { 'Content-Encoding': 'gzip' } as const;

/** @param acceptEncoding the request's header @param html of a page */
export type PackPage = (acceptEncoding: string | undefined, html: Buffer) => PackedPage;

/**
 * A page holds no secret beside text that a stranger can choose: it shows nothing of the request that asks for it, and
 * its form's proof is masked anew in each answer.
 *
 * @param styles that stand in pages, letter for letter
 */
export function pagePacker(styles: readonly string[]): PackPage {
  const kept = styles.map((style): Style => {
    const text = Buffer.from(style);
    return { text, packed: deflateRawSync(text, { ...GOES_ON, level: constants.Z_BEST_COMPRESSION }) };
  });
  return (acceptEncoding, html) =>
    encodingFor(acceptEncoding, ['gzip']) === undefined
      ? { body: html, headers: {} }
      : { body: gzipped(html, kept), headers: PACKED_HEADERS };
}

function gzipped(html: Buffer, styles: readonly Style[]): Buffer {
  const end = Buffer.allocUnsafe(8);
  end.writeUInt32LE(crc32(html), 0);
  end.writeUInt32LE(html.length, 4);
  return Buffer.concat([HEAD, ...deflated(html, styles), end]);
}

function deflated(html: Buffer, styles: readonly Style[]): Buffer[] {
  for (const { text, packed } of styles) {
    const at = html.indexOf(text);
    if (at >= 0) {
      // What names the style's classes may point back into it.
      const after = deflateRawSync(html.subarray(at + text.length), { dictionary: text });
      return [deflateRawSync(html.subarray(0, at), GOES_ON), packed, after];
    }
  }
  return [deflateRawSync(html)];
}
