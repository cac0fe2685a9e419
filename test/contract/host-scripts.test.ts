/** Hosts with names that mix letters of several scripts, by Unicode's rule. */
import { describe, expect, it } from 'vitest';
import { hasMixedScripts } from '../../src/contract/host-scripts.ts';
import { redirectUrl, url } from '../../src/contract/web-types.ts';

const hostOf = (name: string) => new URL(`https://${name}/`).hostname;

describe('a host that could pass for another is refused, and the explanation says why:', () => {
  it.each([
    ['a Cyrillic a among Latin letters', 'p\u0430yshop.example'],
    ['a Cyrillic letter alone in front', '\u0455hop.example'],
    ['Cyrillic letters in the middle', 'sh\u043e\u0440.example'],
    ['in a label that is not the last', 'p\u0430y.shop.example'],
    ['in ASCII already', 'xn--pple-43d.com'],
    ['Greek beside Latin', 'sh\u03bfp.example'],
    ['Armenian beside Latin', 's\u0570op.example'],
    ['Cherokee, which no one writes every day', '\uabaahop.example'],
    ['Cyrillic beside Han', '\u043f\u65e5\u672c.example'],
    ['Georgian beside Latin', '\u10ddnline.example'],
  ])('%s', (_what, host) => {
    expect(hasMixedScripts(hostOf(host))).toBe(true);
    for (const type of [url(), redirectUrl()]) {
      expect(type.accepts(`https://${host}/thanks`)).toBe(false);
      expect(type.explain?.(`https://${host}/thanks`)).toContain('letters of several scripts');
    }
  });
});

describe('a name that people write so is taken:', () => {
  it.each([
    'shop.example',
    'münchen.de',
    'faß.de',
    'ıstanbul.example',
    '日本語.jp',
    'shop日本ショップ.jp',
    'おみせ.example',
    'пример.рф',
    'парус2026.рф',
    'παράδειγμα.gr',
    '한국shop.kr',
    'छूट.भारत',
    'متجر.example',
    'חנות.example',
    'col·lecció.cat',
    'xn--mnchen-3ya.de',
    'магазин.shop.example',
  ])('%s', (host) => {
    expect(hasMixedScripts(hostOf(host))).toBe(false);
    expect(url().accepts(`https://${host}/thanks?name=аb`)).toBe(true);
    expect(redirectUrl().accepts(`https://${host}/thanks`)).toBe(true);
  });
});
