import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  completedExpiry,
  groupNumber,
  slashExpiry,
  type TypedText,
} from '../../../src/web/components/card-form/typing.ts';

/** `|` is the caret. */
function typed(text: string, inputType = 'insertText'): TypedText {
  return { value: text.replace('|', ''), caret: text.indexOf('|'), inputType };
}

function drawn({ value, caret }: { value: string; caret: number }): string {
  return `${value.slice(0, caret)}|${value.slice(caret)}`;
}

describe('groupNumber', () => {
  it.each([
    ['51234|', '5123 4|'],
    ['5123450000000008|', '5123 4500 0000 0008|'],
    ['3782822|', '3782 822|'],
    ['378282246310005|', '3782 822463 10005|'],
    ['30123400000000|', '3012 340000 0000|'],
    ['135492354874528|', '1354 92354 874528|'],
    ['5123-4500-0000-0008|', '5123 4500 0000 0008|'],
    ['51x|', '51|'],
    ['٥١٢٣٤|', '5123 4|'],
  ])('shows %s as %s', (before, after) => {
    expect(drawn(groupNumber(typed(before)))).toBe(after);
  });

  it.each([
    ['in the middle of a group', '5129|3 4500', '5129| 3450 0'],
    ['at the end of a group', '5123|9 4500', '5123| 9450 0'],
  ])('keeps the caret behind its digit when typing %s', (_where, before, after) => {
    expect(drawn(groupNumber(typed(before)))).toBe(after);
  });

  it('passes a gap when the payer deletes forward', () => {
    expect(drawn(groupNumber(typed('5123|4500', 'deleteContentForward')))).toBe('5123 |4500');
  });

  it('never loses, adds or reorders a digit, at any caret position', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9 ]{0,30}$/), fc.nat(30), (value, place) => {
        const caret = Math.min(place, value.length);
        const shown = groupNumber({ value, caret, inputType: 'insertText' });
        expect(shown.value.replaceAll(' ', '')).toBe(value.replaceAll(' ', ''));
        expect(shown.value.slice(0, shown.caret).replaceAll(' ', '')).toBe(value.slice(0, caret).replaceAll(' ', ''));
      }),
    );
  });
});

describe('slashExpiry', () => {
  it.each([
    ['0|', '0|'],
    ['1|', '1|'],
    ['01|', '01/|'],
    ['12|', '12/|'],
    ['2|', '02/|'],
    ['13|', '01/3|'],
    ['1/|', '01/|'],
    ['01//|', '01/|'],
    ['01/3|', '01/3|'],
    ['01/39|', '01/39|'],
    ['01/2039|', '01/2039|'],
    ['013|', '01/3|'],
    ['00|', '00|'],
  ])('shows %s as %s while typing', (before, after) => {
    expect(drawn(slashExpiry(typed(before)))).toBe(after);
  });

  it.each([
    ['2039-01', '01/39'],
    ['2039/12', '12/39'],
    ['2040-10', '10/40'],
    ['01/2039', '01/2039'],
  ])('shows %s, typed key by key, as %s', (keys, shown) => {
    let text = '';
    for (const key of keys) {
      text = slashExpiry(typed(`${text}${key}|`)).value;
    }
    expect(text).toBe(shown);
  });

  it.each(['012039|', '1/39|', '01 / 2039|', '0139|', '2039-01|', '2039-1|', 'Exp: 01/39|'])(
    'shows the pasted %s as 01/39',
    (text) => {
      expect(slashExpiry(typed(text, 'insertFromPaste')).value).toBe('01/39');
      expect(slashExpiry(typed(text, '')).value).toBe('01/39');
    },
  );

  it('does not put back a slash that was just deleted', () => {
    expect(drawn(slashExpiry(typed('01|', 'deleteContentBackward')))).toBe('01|');
  });

  it('leaves the text unchanged when the caret is in its middle', () => {
    expect(drawn(slashExpiry(typed('0|1/39')))).toBe('0|1/39');
  });

  it('formats a readable date and keeps other text', () => {
    expect(completedExpiry('1/2039')).toBe('01/39');
    expect(completedExpiry('2039/1')).toBe('01/39');
    expect(completedExpiry('13/39')).toBe('13/39');
  });
});
