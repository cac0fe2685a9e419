/** Compressed texts with holes, read back by zlib. */
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fillTemplate, packTemplate, plainText, VALUE_BYTES_MAX } from '../../../src/platform/deflate/index.ts';

const bytes = (text: string) => Buffer.from(text);

function joined(pieces: readonly Uint8Array[], slots: readonly number[], values: readonly Uint8Array[]): Buffer {
  return Buffer.concat(pieces.flatMap((piece, index) => [piece, values[slots[index] ?? -1] ?? Buffer.alloc(0)]));
}

describe('a compressed text with holes', () => {
  it('arrives with any values in its holes', async () => {
    const piece = fc.oneof(
      fc.uint8Array({ maxLength: 40 }),
      fc.constantFrom('', 'a', '<p>', '<p class="amount">', 'x'.repeat(600)).map(bytes),
    );
    const value = fc.oneof(
      fc.uint8Array({ maxLength: 30 }),
      fc.integer({ min: 0, max: 700 }).map((n) => bytes('é'.repeat(n / 2))),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { minLength: 1, maxLength: 12 }),
        fc.array(value, { minLength: 3, maxLength: 3 }),
        fc.array(value, { minLength: 3, maxLength: 3 }),
        fc.array(fc.nat(2), { minLength: 12, maxLength: 12 }),
        async (pieces, examples, values, numbers) => {
          const slots = numbers.slice(0, pieces.length - 1);
          const template = await packTemplate({ pieces, slots, examples });
          for (const filled of [examples, values]) {
            const text = joined(pieces, slots, filled);
            if (text.length - Buffer.concat(pieces).length <= VALUE_BYTES_MAX) {
              expect(gunzipSync(fillTemplate(template, filled))).toEqual(text);
              expect(plainText(template, filled)).toEqual(text);
            }
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('takes fewer bytes than zlib at its best, with its values', async () => {
    const text = Array.from({ length: 120 }, (_, n) => `<li class="row"><b>${n * 7919}</b> of ${n} rows</li>`).join('');
    const parts = text.split(/(7919|15838)/);
    const pieces = parts.filter((_, index) => index % 2 === 0).map(bytes);
    const values = ['7919', '15838'].map(bytes);
    const slots = parts.filter((_, index) => index % 2 === 1).map((part) => (part === '7919' ? 0 : 1));
    const packed = fillTemplate(await packTemplate({ pieces, slots, examples: values }), values);
    expect(gunzipSync(packed).toString()).toBe(text);
    expect(packed.length).toBeLessThan(gzipSync(text, { level: 9 }).length * 1.05);
  });

  it('has the same size for values that repeat parts of the text, or of each other, and for values that do not', async () => {
    const pieces = ['<p>a secret of the page: "q3v9"</p>', '<i>', '</i>'].map(bytes);
    const template = await packTemplate({ pieces, slots: [0, 1], examples: [bytes('k7wz')] });
    const sizes = ['q3v9', 'v93q', '9q3v'].map((guess) => fillTemplate(template, [bytes('3q9v'), bytes(guess)]).length);
    expect(new Set(sizes).size).toBe(1);
  });
});
