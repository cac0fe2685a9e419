import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { pagePacker } from '../../../src/web/rendering/packed-page.ts';

const STYLES = ['.shop{color:#0f6b4f}'.repeat(200), '.docs{content:"„"}'.repeat(200)];
const pack = pagePacker(STYLES);

const page = (style: string) =>
  Buffer.from(`<!doctype html><style>${style}</style>${'<p>Ünlü €57.20</p>'.repeat(100)}`);

describe('a page', () => {
  it.each([
    ['with the first style', page(STYLES[0]!)],
    ['with another style', page(STYLES[1]!)],
    ['without a style', page('')],
    ['with a style that is not the build’s', page('.shop{color:red}')],
    ['that repeats words of its style', Buffer.concat([page(STYLES[0]!), Buffer.from(STYLES[0]!.slice(7, 900))])],
    ['with its style twice', Buffer.concat([page(STYLES[0]!), page(STYLES[0]!)])],
    ['that is nothing but its style', Buffer.from(STYLES[0]!)],
    ['that is empty', Buffer.alloc(0)],
  ])('%s arrives as it was written', (_what, html) => {
    expect(gunzipSync(pack(html))).toEqual(html);
  });

  const opening = (drawings: string) =>
    `<style>${STYLES[0]}</style></head><body><div hidden><svg width="0">${drawings}</svg></div>`;
  const drawn = (drawings: string) => Buffer.from(opening(drawings) + '<p>€57.20</p>'.repeat(50) + drawings);
  const symbol = (id: number | string) => `<symbol id="${id}"><path d="M0 0h30v20H0z"/></symbol>`.repeat(9);

  it.each([
    ['with drawings', drawn(symbol('a'))],
    ['with them a second time', drawn(symbol('a'))],
    ['with others', drawn(symbol('ü'))],
    ['with nothing but drawings', Buffer.from(opening(symbol('a')))],
    ['with drawings without an end', Buffer.from(opening(symbol('b')).replace('</svg></div>', ''))],
    ['with an attribute on its body', Buffer.from(drawn(symbol('c')).toString().replace('<body>', '<body id="b">'))],
  ])('%s behind its style arrives as it was written', (_what, html) => {
    expect(gunzipSync(pack(html))).toEqual(html);
  });

  it('arrives as it was written with drawings of any kind before it', () => {
    for (let id = 0; id < 1_000; id += 1) {
      const html = drawn(symbol(id % 150));
      expect(gunzipSync(pack(html))).toEqual(html);
    }
  });

  it('with drawings weighs less than if they were packed with the rest', () => {
    const apart = Buffer.from(drawn(symbol('a')).toString().replace('<body>', '<body >'));
    expect(pack(drawn(symbol('a'))).length).toBeLessThan(apart.length);
  });

  it('with a style that ends with another page’s is packed as a page with the whole of its style', () => {
    const [short, long] = [STYLES[0]!, `${STYLES[1]!}${STYLES[0]!}`];
    const packs = [pagePacker([short, long]), pagePacker([long, short])];
    const [one, other] = packs.map((packed) => packed(page(long)).length);
    expect(one).toBe(other);
    expect(packs.map((packed) => gunzipSync(packed(page(long))).toString())).toEqual([
      page(long).toString(),
      page(long).toString(),
    ]);
  });

  it('is compressed to a fifth of its size at most', () => {
    const html = page(STYLES[0]!);
    expect(pack(html).length).toBeLessThan(html.length / 5);
  });
});
