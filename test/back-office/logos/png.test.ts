import { deflateSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { readLogo } from '../../../src/back-office/logos/index.ts';
import { chunk, END, file, header, pixels, SMALL, small } from './pngs.ts';

const typesIn = (png: Uint8Array) => {
  const bytes = Buffer.from(png);
  const types: string[] = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at)) {
    types.push(bytes.toString('latin1', at + 4, at + 8));
  }
  return types;
};

describe('a PNG', () => {
  it('is rewritten with its pixels, deterministically', () => {
    const logo = readLogo(small());
    expect(logo).toMatchObject({ type: 'png', width: 4, height: 2 });
    expect(logo.hash).toMatch(/^[0-9a-f]{32}$/);
    expect(readLogo(logo.bytes)).toEqual(logo);
  });

  it('loses metadata: texts, profiles, locations, animations, and data after its end', () => {
    const secret = Buffer.from('Comment\0<script>alert(1)</script>');
    const given = Buffer.concat([
      small(chunk('tEXt', secret), chunk('eXIf', secret), chunk('iCCP', secret), chunk('acTL', Buffer.alloc(8))),
      secret,
    ]);
    const { bytes } = readLogo(given);
    expect(typesIn(bytes)).toEqual(['IHDR', 'IDAT', 'IEND']);
    expect(Buffer.from(bytes).includes('script')).toBe(false);
  });

  it('keeps its palette and its transparency', () => {
    const palette = [chunk('PLTE', Buffer.alloc(6, 0x7f)), chunk('tRNS', Buffer.from([0]))];
    const given = file(header({ width: 8, height: 2, depth: 1, colour: 3 }), ...palette, pixels(2, 1), END);
    expect(typesIn(readLogo(given).bytes)).toEqual(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND']);
  });

  it.each([
    ['of 40 megapixels', file(header({ width: 8_000, height: 5_000 }), pixels(1, 16), END), /8000 × 5000 pixels/],
    ['without a side', file(header({ width: 0, height: 2 }), pixels(2, 0), END), /0 × 2 pixels/],
    [
      'whose pixels unpack to 50 megabytes',
      file(header(SMALL), chunk('IDAT', deflateSync(Buffer.alloc(50_000_000))), END),
      /more than its header says/,
    ],
    ['with fewer pixels than it says', file(header(SMALL), pixels(1, 16), END), /fewer pixels/],
    [
      'with a filter that there is not',
      file(header({ width: 1, height: 1 }), chunk('IDAT', deflateSync(Buffer.alloc(5, 9))), END),
      /damaged/,
    ],
    ['cut off', small().subarray(0, -12), /cut off/],
    ['with a chunk longer than the file', file(header(SMALL), Buffer.from('7fffffff49444154', 'hex')), /cut off/],
    ['with a wrong check sum', small(chunk('tEXt', Buffer.alloc(1), 1)), /check sum/],
    ['with two palettes', small(chunk('PLTE', Buffer.alloc(3)), chunk('PLTE', Buffer.alloc(3))), /2 chunks PLTE/],
    ['without its palette', file(header({ width: 8, height: 1, colour: 3 }), pixels(1, 8), END), /no palette/],
    ['with a critical chunk that no standard has', small(chunk('JAVA')), /no browser has to know/],
    ['interlaced', file(header({ ...SMALL, interlace: 1 }), pixels(2, 16), END), /interlaced/],
    ['of a colour type that there is not', file(header({ ...SMALL, colour: 5 }), pixels(2, 16), END), /damaged/],
    ['that begins with another chunk', file(END), /does not begin with its header/],
    ['of a line’s shape', file(header({ width: 64, height: 2 }), pixels(2, 256), END), /more than 10 times/],
    ['of more bytes than the page weighs', small(chunk('tEXt', Buffer.alloc(70_000))), /at most 65536 bytes/],
  ] as const)('%s is refused', (_what, given, why) => {
    expect(() => readLogo(given)).toThrow(why);
  });
});
