import { describe, expect, it } from 'vitest';
import { readLogo } from '../../../src/back-office/logos/index.ts';

const svg = (inner: string, attributes = 'viewBox="0 0 40 20"') =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" ${attributes}>${inner}</svg>`);
const drawn = (inner: string, attributes?: string) => Buffer.from(readLogo(svg(inner, attributes)).bytes).toString();
const ROOT = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20">';

describe('an SVG', () => {
  it.each([
    ['a path', '<path d="M1 2l3-4z" fill="#0b5"/>', '<path d="M1 2l3-4z" fill="#0b5"/>'],
    [
      'a group, moved',
      "<g transform='translate(1,2) scale(2)'><circle r='3'/></g>",
      '<g transform="translate(1,2) scale(2)"><circle r="3"/></g>',
    ],
    [
      'a gradient of its own',
      '<defs><linearGradient id="a"><stop offset="5%" stop-color="red"/></linearGradient></defs><rect width="4" height="4" fill="url(#a)"/>',
      '<defs><linearGradient id="a"><stop offset="5%" stop-color="red"/></linearGradient></defs><rect width="4" height="4" fill="url(#a)"/>',
    ],
    [
      'a style, as attributes',
      '<path d="M0 0" style="fill:#fff; -x-spec:\'A\';stroke-width:2"/>',
      '<path d="M0 0" fill="#fff" stroke-width="2"/>',
    ],
    [
      'no words and no notes',
      '<!-- a --><title>T</title><desc>D</desc><metadata><a>b</a></metadata><sodipodi:x y="1"/><path id="p" inkscape:label="q" data-a="b" d=""/>',
      '<path id="p" d=""/>',
    ],
  ])('keeps %s', (_what, inner, kept) => {
    expect(drawn(inner)).toBe(`${ROOT}${kept}</svg>`);
  });

  it('is deterministic, and has the proportions of its view box', () => {
    const logo = readLogo(svg('<path d="M0 0h1"/>', 'width="10mm" height="50%" viewBox="0 0 40 20"'));
    expect(logo).toMatchObject({ type: 'svg', width: 1_000, height: 500 });
    expect(readLogo(logo.bytes)).toEqual(logo);
  });

  it('gets a view box from its size', () => {
    expect(drawn('<path d=""/>', 'width="30" height="20px"')).toContain('viewBox="0 0 30 20"');
  });

  it.each([
    ['a script', '<script>alert(1)</script>'],
    ['a script in capitals', '<SCRIPT>alert(1)</SCRIPT>'],
    ['a handler', '<path d="" onload="alert(1)"/>'],
    ['foreign content', '<foreignObject><p>a</p></foreignObject>'],
    ['a style sheet', '<style>path{fill:url(https://evil.example)}</style>'],
    ['a picture from elsewhere', '<image href="https://evil.example/a.png"/>'],
    ['a picture within', '<image href="data:image/png;base64,AAAA"/>'],
    ['a link', '<a href="https://evil.example"><path d=""/></a>'],
    ['text', '<text>Shop</text>'],
    ['loose text', 'Shop'],
    ['shapes that are used again', '<g id="a"/><use href="#a"/>'],
    ['an animation', '<animate attributeName="href" to="javascript:alert(1)"/>'],
    ['an animation of a link', '<set attributeName="onload" to="alert(1)"/>'],
    ['a filter', '<filter id="f"><feImage href="https://evil.example"/></filter>'],
    ['a pattern', '<pattern id="p"/>'],
    ['a drawing in the drawing', '<svg viewBox="0 0 1 1"/>'],
    ['a paint from elsewhere', '<path d="" fill="url(https://evil.example#a)"/>'],
    ['a paint from elsewhere, in a style', '<path d="" style="fill:url(//evil.example#a)"/>'],
    ['an unknown style with a function', '<path d="" style="background:url(https://evil.example)"/>'],
    ['an escape in a style', '<path d="" style="fill:u\\72l(https://evil.example)"/>'],
    ['a gradient from elsewhere', '<linearGradient id="a" href="https://evil.example#a"/>'],
    ['a path that is none', '<path d="M0 0 javascript:alert(1)"/>'],
    ['a clip path that is clipped', '<clipPath id="a"><path d="" clip-path="url(#b)"/></clipPath>'],
    ['an unknown attribute', '<path d="" formaction="x"/>'],
    ['an attribute named as a property of every object', '<path d="" constructor="x"/>'],
    ['a CDATA section', '<![CDATA[<script>]]>'],
    ['an entity', '<path d="&xxe;"/>'],
    ['an entity in words that are dropped', '<title>&xxe;</title>'],
    ['an entity of HTML', '<title>&nbsp;</title>'],
    ['an entity in capitals', '<title>&AMP;</title>'],
    ['an entity named as a property of every object', '<title>&constructor;</title>'],
    ['an ampersand alone', '<title>a & b</title>'],
    ['a tag within an attribute', '<path data-a="<script>" d=""/>'],
    ['a blank before the name of a tag', '< path d=""/>'],
    ['a name of other letters', '<title><päth/></title>'],
    ['a declaration', '<!ELEMENT path ANY>'],
    ['a character that there is not', '<path d="&#x110000;"/>'],
    ['an attribute twice', '<path d="" d=""/>'],
    ['an element that is not closed', '<g>'],
    ['elements that cross', '<g><defs></g></defs>'],
    ['elements without end', '<g>'.repeat(5_000) + '</g>'.repeat(5_000)],
    ['elements without number', '<g/>'.repeat(5_000)],
  ])('with %s is refused', (_what, inner) => {
    expect(() => readLogo(svg(inner))).toThrow(/SVG|PNG/);
  });

  it('with a document type is refused, so that no entity can grow', () => {
    const bomb = `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]>${svg('<path d="&b;"/>')}`;
    expect(() => readLogo(Buffer.from(bomb))).toThrow(/document type/);
  });

  it.each([
    ['nothing', ''],
    ['a page', '<html></html>'],
    ['a GIF', 'GIF89a'],
    ['an SVG without a size', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
    ['an SVG of no height', '<svg viewBox="0 0 5 0"/>'],
    ['two drawings', '<svg viewBox="0 0 1 1"/><svg viewBox="0 0 1 1"/>'],
  ])('is not %s', (_what, text) => {
    expect(() => readLogo(Buffer.from(text))).toThrow(/SVG|PNG/);
  });

  it('is not text of another encoding', () => {
    expect(() => readLogo(Buffer.from([0xff, 0xfe, 0x3c, 0x00]))).toThrow(/UTF-8/);
  });
});
