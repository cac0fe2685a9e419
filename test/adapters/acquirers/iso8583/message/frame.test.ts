import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  FRAME_BYTES_MAX,
  FRAME_BYTES_MIN,
  FrameReader,
  frame,
} from '../../../../../src/adapters/acquirers/iso8583/message/frame.ts';
import { Iso8583Error } from '../../../../../src/adapters/acquirers/iso8583/message/iso8583-error.ts';

const bodies = fc.array(
  fc.string({ unit: fc.constantFrom('0', 'A', '\u0000', '\u00ff'), minLength: FRAME_BYTES_MIN, maxLength: 300 }),
  { maxLength: 6 },
);

describe('frames on a stream', () => {
  it('start with the length in two bytes, big-endian', () => {
    const bytes = Buffer.from(frame('x'.repeat(0x0123)), 'latin1');
    expect([...bytes.subarray(0, 3)]).toEqual([0x01, 0x23, 0x78]);
    expect(bytes.length).toBe(0x0123 + 2);
  });

  it('yield the same messages for any division of the stream into chunks', () => {
    fc.assert(
      fc.property(bodies, fc.integer({ min: 1, max: 50 }), (messages, chunkSize) => {
        const bytes = Buffer.from(messages.map(frame).join(''), 'latin1');
        const read: string[] = [];
        const reader = new FrameReader((message) => read.push(message));
        for (let at = 0; at < bytes.length; at += chunkSize) {
          reader.push(bytes.subarray(at, at + chunkSize));
        }
        expect(read).toEqual(messages);
      }),
      { numRuns: 200 },
    );
  });

  it.each([
    ['no length at all', 0],
    ['less than a type and a bitmap', FRAME_BYTES_MIN - 1],
    ['more than any message has', FRAME_BYTES_MAX + 1],
    ['the largest number', 0xffff],
  ])('are refused at %s as soon as the length is read', (_, length) => {
    const reader = new FrameReader(() => {});
    expect(() => reader.push(Buffer.from([length >>> 8, length & 0xff]))).toThrow(Iso8583Error);
  });

  it('are delivered if they precede a bad length', () => {
    const read: string[] = [];
    const reader = new FrameReader((message) => read.push(message));
    const good = 'm'.repeat(FRAME_BYTES_MIN);
    expect(() => reader.push(Buffer.from(`${frame(good)}\u0000\u0000`, 'latin1'))).toThrow(Iso8583Error);
    expect(read).toEqual([good]);
  });

  it('above the longest length are refused when written', () => {
    expect(() => frame('x'.repeat(FRAME_BYTES_MAX + 1))).toThrow(Iso8583Error);
  });
});
