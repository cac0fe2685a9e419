import { describe, expect, it } from 'vitest';
import { readMarkup } from '../../../src/cli/embed/shop-page.ts';

const page = new URL('https://shop.example/basket/pay');
const scripts = (html: string) => readMarkup(html, page).scripts.map(({ src }) => src.href);

describe('scripts are found', () => {
  it.each([
    ['after a document type', '<!doctype html><html><head><script src="/a.js"></script></head></html>'],
    ['after elements that are closed', '<title>Shop</title><p>1</p><script src="/a.js"></script>'],
    ['among elements that are not', '<p>a & b<br><img src=x><li>1<script src=/a.js async></script>'],
    ['in capitals', '<SCRIPT SRC=/a.js></SCRIPT>'],
    [
      'after a script that writes tags',
      '<script>if (1 < 2) { "<script src=x>" }</script><script src="/a.js"></script>',
    ],
    ['after malformed HTML', '<<>></x></p><script src="/a.js"></script>'],
    ['relative to a base', '<base href="https://shop.example/"><script src="a.js"></script>'],
  ])('%s', (_where, html) => {
    expect(scripts(html)).toEqual(['https://shop.example/a.js']);
  });

  it('but neither in a comment nor without an address', () => {
    expect(scripts('<!-- <script src="/a.js"></script> --><script>1</script><script src="http://"></script>')).toEqual(
      [],
    );
  });

  it('with their integrity values', () => {
    const html = '<script src="/a.js" integrity="sha384-x" crossorigin nonce=abc></script>';
    expect(readMarkup(html, page).scripts).toMatchObject([
      { crossorigin: expect.any(String), integrity: 'sha384-x', nonce: 'abc' },
    ]);
  });
});

it('policies are those of meta elements', () => {
  const html = `<meta HTTP-EQUIV="content-security-policy" content="script-src 'self'"><meta name=x content=y>`;
  expect(readMarkup(html, page).policies).toEqual(["script-src 'self'"]);
});
