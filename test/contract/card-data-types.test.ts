import { describe, expect, it } from 'vitest';
import { emv, track1Type, track2Type, withoutCardData } from '../../src/contract/card-data-types.ts';
import { string } from '../../src/contract/field-types.ts';

const PAN = '5123450000000008';

describe('text without card data', () => {
  const type = withoutCardData(string(1, 40));

  it.each(['SITE-7', '{"site":"7"}', '20261121-000123', 'x'.repeat(40)])('accepts %j', (text) => {
    expect(type.accepts(text)).toBe(true);
  });

  it.each([PAN, '5123 4500 0000 0008', `{"n":"${PAN}"}`, `%B${PAN}^ANN/DOE^3901`, `;${PAN}=3901`])(
    'refuses %j with a reason that contains none of its digits',
    (text) => {
      expect(type.accepts(text)).toBe(false);
      expect(type.explain?.(text)).toMatch(/^no card number/);
      expect(type.explain?.(text)).not.toMatch(/\d/);
    },
  );

  it.each(['', 'x'.repeat(41), PAN.repeat(3)])('refuses %j with its length as the reason', (text) => {
    expect(type.accepts(text)).toBe(false);
    expect(type.explain?.(text)).toBeUndefined();
    expect(type.allowed).toContain('1 to 40 characters');
  });
});

describe('EMV tags', () => {
  const type = emv();

  it.each(['9F3501229F1A020826', '9f350122', '82021C00'])('accept %s', (text) => {
    expect(type.accepts(text)).toBe(true);
  });

  it.each([
    ['a tag that is not permitted', 'DF010100', 'DF01'],
    ['a tag that stands there twice', '9F3501229F350122', '9F35'],
  ])('refuses %s and names it', (_what, text, tag) => {
    expect(type.accepts(text)).toBe(false);
    expect(type.explain?.(text)).toContain(tag);
  });

  it('keeps the values out of its message', () => {
    expect(type.explain?.(`5A08${PAN}DF010100`)).not.toContain(PAN);
    expect(type.explain?.(`5A09${PAN}`)).not.toContain(PAN);
  });

  it.each(['', 'x', '9F35', '8'.repeat(251), '8'.repeat(100_000)])('refuses %j', (text) => {
    expect(type.accepts(text)).toBe(false);
  });
});

describe('tracks', () => {
  it.each([`%B${PAN}^ANN/DOE^39011010000?`, `B${PAN}^ANN/DOE^3901101`, '%B'])('track 1 accepts %j', (text) => {
    expect(track1Type().accepts(text)).toBe(true);
  });
  it.each(['', '%', `%b${PAN}^ann^3901`, 'A'.repeat(80)])('track 1 refuses %j', (text) => {
    expect(track1Type().accepts(text)).toBe(false);
  });
  it.each([`;${PAN}=39011010000?`, `${PAN}=3901101`, '12'])('track 2 accepts %j', (text) => {
    expect(track2Type().accepts(text)).toBe(true);
  });
  it.each(['', '1', `${PAN}^3901`, '1'.repeat(41)])('track 2 refuses %j', (text) => {
    expect(track2Type().accepts(text)).toBe(false);
  });
});
