/** A hundred script injection attempts in every merchant text of a payment page and a receipt. */
import { expect, it } from 'vitest';
import { AT_LENGTH } from '../../support/at-length.ts';
import { donePage, payPage, shop } from './fixtures.ts';
import { PAY_ADDRESS, usePages } from './rig.ts';
import { visit } from './visitor.ts';

const CALL = 'window.ran=1';
const ELEMENTS = [
  `<script>${CALL}</script>`,
  `</script><script>${CALL}</script>`,
  `</style><script>${CALL}</script>`,
  `</title><script>${CALL}</script>`,
  `</textarea><script>${CALL}</script>`,
  `--><script>${CALL}</script>`,
  `]]><script>${CALL}</script>`,
  `<scr<script>ipt>${CALL}</scr</script>ipt>`,
  `<ScRiPt>${CALL}</sCrIpT >`,
  `<script/x>${CALL}</script>`,
  `<img src=x onerror=${CALL}>`,
  `<img src=x onerror="${CALL}"//`,
  `"><img src=x onerror=${CALL}>`,
  `'><img src=x onerror=${CALL}>`,
  `\`><img src=x onerror=${CALL}>`,
  `<img/src/onerror=${CALL}>`,
  `<svg onload=${CALL}>`,
  `<svg><script>${CALL}</script></svg>`,
  `<svg><animate onbegin=${CALL} attributeName=x dur=1s>`,
  `<svg><foreignObject><body onload=${CALL}></foreignObject></svg>`,
  `<math><mtext></form><form><mglyph><style></math><img src onerror=${CALL}>`,
  `<body onload=${CALL}>`,
  `<iframe srcdoc="<script>parent.${CALL}</script>"></iframe>`,
  `<iframe src="javascript:parent.${CALL}"></iframe>`,
  `<object data="javascript:${CALL}"></object>`,
  `<embed src="javascript:${CALL}">`,
  `<video><source onerror=${CALL}></video>`,
  `<audio src=x onerror=${CALL}></audio>`,
  `<details open ontoggle=${CALL}>`,
  `<marquee onstart=${CALL}>x</marquee>`,
  `<input autofocus onfocus=${CALL}>`,
  `<select autofocus onfocus=${CALL}>`,
  `<a href="javascript:${CALL}">x</a>`,
  `<form action="javascript:${CALL}"><button>x</button></form>`,
  `<button formaction="javascript:${CALL}">x</button>`,
  `<base href="https://evil.example/">`,
  `<meta http-equiv="refresh" content="0;url=javascript:${CALL}">`,
  `<link rel=stylesheet href="data:text/css,*{}" onload=${CALL}>`,
  `<style>@import "https://evil.example/";</style>`,
  `<template><script>${CALL}</script></template>`,
  `<noscript><p title="</noscript><img src=x onerror=${CALL}>">`,
  `<dialog open onclose=${CALL}>`,
  `<div style="width:expression(${CALL})">`,
  `<x onclick=${CALL} style="position:fixed;inset:0">`,
];
const TEXTS = [
  ...ELEMENTS,
  // As in attributes, where a quote could end one.
  ...['"', "'", '`', '&quot;', '&#34;', '\u0000"'].map((quote) => `${quote} onfocus=${CALL} autofocus x=${quote}`),
  ...['"', "'"].map((quote) => `${quote} style=animation-name:x onanimationstart=${CALL} y=${quote}`),
  // As in URLs.
  ...['javascript:', 'JaVaScRiPt:', 'java\tscript:', '\u0001javascript:', 'data:text/html,', 'vbscript:'].map(
    (scheme) => `${scheme}${CALL}`,
  ),
  // As in templates and script strings.
  ...[
    '{{constructor.constructor("X")()}}',
    '$\u007bX}',
    '#{X}',
    '<%= X %>',
    '{X}',
    '[[X]]',
    "';X;//",
    '";X;//',
    '\\";X;//',
  ].map((template) => template.replace('X', CALL)),
  // URL-encoded once and twice, as fullwidth letters, and as JSON of an element.
  ...ELEMENTS.slice(0, 12).map((text) => encodeURIComponent(text)),
  ...ELEMENTS.slice(0, 8).map((text) => text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')),
  ...ELEMENTS.slice(0, 6).map((text) => text.replaceAll('<', '\uff1c').replaceAll('>', '\uff1e')),
  ...ELEMENTS.slice(0, 5).map((text) => text.replaceAll('<', '\\u003c')),
  `{"type":"img","props":{"src":"x","onerror":"${CALL}"},"__k":null}`,
  `{"type":"script","props":{"dangerouslySetInnerHTML":{"__html":"${CALL}"}}}`,
];

const rig = usePages();

const amount = { value: '1', currency: 'EUR', exponent: 2 } as const;

it('none of every tenth hostile text runs, and each stays text', () =>
  expectText(TEXTS.filter((_, index) => index % 10 === 0)));

it('no hostile text runs, and each stays text', { timeout: 180_000, ...AT_LENGTH }, async () => {
  expect(TEXTS).toHaveLength(100);
  expect(new Set(TEXTS).size).toBe(100);
  await expectText(TEXTS);
});

async function expectText(texts: readonly string[]): Promise<void> {
  const { page, complaints, close } = await visit(rig.browser);
  for (const text of texts) {
    const line = { name: text, description: text, quantity: text, total: amount };
    const summary = { orderId: text, reference: text, description: text, lines: [line], subtotals: [] };
    const hostile = {
      ...shop,
      name: text,
      addressLines: [text],
      email: text,
      phone: text,
      supportUrl: text,
      color: text,
    };
    const kept = { nameOnCard: text, expiry: text };
    for (const model of [payPage({ shop: hostile, summary, kept }), donePage('receipt', { shop: hostile, summary })]) {
      rig.preview.show(model);
      await page.goto(rig.preview.origin + PAY_ADDRESS, { waitUntil: 'load' });
      const seen = await page.evaluate(() => ({
        ran: 'ran' in window,
        shown: document.querySelector('.shop-name')?.textContent ?? '',
        inline: document.querySelectorAll('script:not([src]), iframe, object, embed, img, base, [onerror], [onload]')
          .length,
        links: [...document.querySelectorAll('a[href]')].filter(
          (a) => !/^(https?|mailto|tel):/.test((a as HTMLAnchorElement).href),
        ).length,
      }));
      // The parser drops NULs.
      const parsed = text.replaceAll('\u0000', '');
      expect({ ...seen, text }).toEqual({
        ran: false,
        shown: expect.stringContaining(parsed),
        inline: 0,
        links: 0,
        text,
      });
    }
  }
  expect(complaints).toEqual([]);
  await close();
}
