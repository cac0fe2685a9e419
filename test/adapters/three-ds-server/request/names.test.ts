/** Texts of payers and shops in the form sent to a directory server. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addressFields,
  browserFields,
  cardholderNameOf,
  emailOf,
  truncateLine,
} from '../../../../src/adapters/three-ds-server/request/given-texts.ts';

describe('a cardholder’s name is written in EMV’s characters', () => {
  it.each([
    ['Łukasz Żółć', 'Lukasz Zolc'],
    ['Müller-Lüdenscheidt, Jürgen', 'Muller-Ludenscheidt, Jurgen'],
    ['Đorđe Šešelj', 'Dorde Seselj'],
    ['Søren Ærø', 'Soren AEro'],
    ['Þóra Sigurðardóttir', 'THora Sigurdardottir'],
    ['Straße', 'Strasse'],
    ['İbrahim Işık', 'Ibrahim Isik'],
    ['Nguyễn Văn Đức', 'Nguyen Van Duc'],
    ['Zoë O’Brien', "Zoe O'Brien"],
    ['JEAN–LUC\u00a0 D’ARC', "JEAN-LUC D'ARC"],
    ['Γιώργος Παπαδόπουλος', 'Giorgos Papadopoulos'],
    ['Жанна Щукина', 'Zhanna Shchukina'],
    ['Юлія Їжак', 'Iuliia Izhak'],
    ['ＡＮＮ ＢＲＯＷＮ', 'ANN BROWN'],
    ['ﬁnn', 'finn'],
    ['Ann\u200b Brown \u{1f600}', 'Ann Brown'],
    ['A\u0301nn', 'Ann'],
    ['Ann (née Brown)', 'Ann (nee Brown)'],
    ['x'.repeat(60), 'x'.repeat(45)],
    [`${'x'.repeat(44)} y`, 'x'.repeat(44)],
    ['ß'.repeat(40), `${'s'.repeat(45)}`],
  ])('%s as %s', (name, written) => {
    expect(cardholderNameOf(name)).toBe(written);
  });

  it.each([
    ['王小明'],
    ['田中 太郎'],
    ['김철수'],
    ['محمد علي'],
    ['משה כהן'],
    ['राम'],
    ['Ann 王'],
    ['A'],
    ['\u{1f600}\u{1f600}'],
    [''],
    [undefined],
  ])('or is left out if it cannot be converted: %s', (name) => {
    expect(cardholderNameOf(name)).toBeUndefined();
  });

  it('for any input', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })), (name) => {
        expect(cardholderNameOf(name) ?? 'absent').toMatch(/^[ -~]{2,45}$/);
      }),
    );
  });
});

describe('other texts', () => {
  it('are of one line, and long enough for servers that count units of UTF-16 too', () => {
    const { line1, line2, city } = addressFields({
      street: '12 High St\nFlat 3',
      street2: '\u202e\u200f',
      city: '𝒳'.repeat(60),
    });
    expect([line1, line2, city]).toEqual(['12 High St Flat 3', undefined, '𝒳'.repeat(25)]);
    expect(truncateLine('\ud800abc', 10)).toBe('abc');
    expect(addressFields({ street: 'Łódź' }).line1).toBe('Łódź');
  });

  it.each([
    ['ann@example.com', 'ann@example.com'],
    [' ann@example.com ', 'ann@example.com'],
    ['ann@müller.example', 'ann@xn--mller-kva.example'],
    ['änn@example.com', undefined],
    ['ann', undefined],
    [`${'a'.repeat(250)}@b.example`, undefined],
  ])('an e-mail address %s', (given, written) => {
    expect(emailOf(given)).toBe(written);
  });

  it.each([
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['fe80::1%eth0', 'fe80::1'],
    ['2001:db8::7', '2001:db8::7'],
    ['203.0.113.7, 10.0.0.1', undefined],
  ])('an address of a browser, %s', (given, written) => {
    expect(browserFields({ ipAddress: given }, '2.2.0').browserIP).toBe(written);
  });

  it('of headers are valid header values', () => {
    const { browserAcceptHeader, browserUserAgent } = browserFields(
      { acceptHeaders: '日本', userAgent: 'Mozilla/5.0 (日本; X)' },
      '2.2.0',
    );
    expect([browserAcceptHeader, browserUserAgent]).toEqual(['*/*', 'Mozilla/5.0 ( ; X)']);
  });
});
