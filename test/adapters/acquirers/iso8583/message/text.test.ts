import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { IDENTIFIER_LENGTH_MAX } from '../../../../../src/adapters/acquirers/iso8583/message/fields.ts';
import { Iso8583Error } from '../../../../../src/adapters/acquirers/iso8583/message/iso8583-error.ts';
import {
  escapeBeginning,
  escapeText,
  unescapeText,
} from '../../../../../src/adapters/acquirers/iso8583/message/text.ts';

const wellFormed = fc.string({ unit: 'binary', maxLength: 40 });

describe('text in a field of printable ASCII', () => {
  it.each([
    ['order-1 (a+b)~', 'order-1 (a+b)~'],
    ['50%', '50%25'],
    ['é', '%C3%A9'],
    ['e\u0301', 'e%CC%81'],
    ['a\u0000b\n', 'a%00b%0A'],
    ['🧾', '%F0%9F%A7%BE'],
    ['\ufeff1', '%EF%BB%BF1'],
  ])('writes %j as %j and reads it back', (text, escaped) => {
    expect(escapeText(text, 61)).toBe(escaped);
    expect(unescapeText(escaped, 61)).toBe(text);
  });

  it('reads back every well-formed text, in printable ASCII', () => {
    fc.assert(
      fc.property(wellFormed, (text) => {
        const escaped = escapeText(text, 61);
        expect(escaped).toMatch(/^[\x20-\x7e]*$/);
        expect(unescapeText(escaped, 61)).toBe(text);
      }),
    );
  });

  it('has room for an id of 40 of the widest code points', () => {
    expect(escapeText('🧾'.repeat(40), 61)).toHaveLength(IDENTIFIER_LENGTH_MAX);
  });

  it('refuses to write a lone surrogate instead of replacing it', () => {
    expect(() => escapeText('a\ud800', 61)).toThrow(Iso8583Error);
  });

  it.each(['%', '%4', '%zz', '%c3%a9', '%41', '%C3', '%ED%A0%80', 'é'])('refuses to read %j', (escaped) => {
    expect(() => unescapeText(escaped, 61)).toThrow(Iso8583Error);
  });

  it('cuts between code points, within the limit', () => {
    expect(escapeBeginning('Bücherstraße', 8, 48)).toBe('B%C3%BCc');
    expect(escapeBeginning('🧾🧾', 23, 48)).toBe('%F0%9F%A7%BE');
    expect(escapeBeginning('short', 8, 48)).toBe('short');
  });
});
