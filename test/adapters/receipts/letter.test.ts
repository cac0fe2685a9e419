import { describe, expect, it } from 'vitest';
import { letterOf } from '../../../src/adapters/receipts/letter.ts';
import { fill, formatMoney } from '../../../src/web/text/format.ts';
import { formatTime } from '../../../src/web/text/format-time.ts';
import { LANGUAGES, textFor } from '../../../src/web/text/index.ts';
import type { Receipt } from '../../../src/web/views/index.ts';
import { donePage, parts } from '../../web/pages/fixtures.ts';

const receipt = (changes: Partial<Receipt> = {}): Receipt =>
  donePage('receipt', { authorizationCode: '123456', ...changes });
const STATUS = 'https://pay.example/checkout/status/c1-abc';

describe.each(LANGUAGES)('a receipt in %s', (locale) => {
  const text = textFor(locale);
  const { subject, text: plain, html } = letterOf(receipt({ locale }), STATUS);
  const { summary, shop } = receipt();

  it('has the same content as plain text and as HTML', () => {
    expect(subject).toContain(shop.name);
    for (const fact of [
      shop.name,
      formatMoney(locale, summary.total!),
      text.done.amount.PURCHASE,
      text.done.time,
      'UTC',
      '0008',
      summary.orderId,
      '632514000123',
      '123456',
      text.done.supportCode,
      'K3DQ-9XF2',
      text.order.total,
      ...summary.lines.map(({ name }) => name),
      STATUS,
      text.mail.why,
    ]) {
      expect(plain).toContain(fact);
      expect(html).toContain(fact.replaceAll('&', '&amp;'));
    }
  });

  it('has its times in the zone of its shop', () => {
    const paidAt = '2026-11-21T18:05:09.000Z';
    const letter = letterOf(receipt({ locale, paidAt, shop: { ...shop, timeZone: 'Asia/Tokyo' } }), STATUS);
    const shown = formatTime(locale, paidAt, 'Asia/Tokyo');
    expect(shown).toContain('22');
    expect(letter.text).toContain(shown);
    expect(letter.html).toContain(shown);
  });

  it('names each part of an order that was paid in parts, with its amount', () => {
    const letter = letterOf(receipt({ locale, parts }), STATUS);
    for (const { instrument, amount } of parts) {
      const value = `${fill(text.done.lastFour, { digits: instrument.lastFour })}: ${formatMoney(locale, amount)}`;
      expect(letter.text).toContain(value);
      expect(letter.html).toContain(value);
    }
    expect(letter.text).toContain(text.done.giftCard);
    expect(letter.html).toContain(text.done.giftCard);
  });

  it('keeps the order of a code after a label from right to left', () => {
    const code = text.direction === 'rtl' ? '\u2068K3DQ-9XF2\u2069' : 'K3DQ-9XF2';
    expect(plain).toContain(`${text.done.supportCode}: ${code}\n`);
  });

  it('names its language and its direction', () => {
    expect(html).toContain(`<html lang="${locale}" dir="${text.direction}">`);
  });

  it('loads no remote content, and has no script', () => {
    expect(html).not.toMatch(/<(?:script|img|link|iframe|object|form|style)\b|url\(|\son\w+=/i);
    expect([...html.matchAll(/(?:href|src)="([^"]*)"/g)].map(([, href]) => new URL(href ?? '').host).sort()).toEqual(
      ['pay.example', shop.supportUrl === undefined ? [] : new URL(shop.supportUrl).host].flat().sort(),
    );
  });
});

it('a receipt has the name on the statement', () => {
  const letter = letterOf(receipt({ statement: 'HARBOUR LANE BOOKS' }));
  expect(letter.text).toContain('On your statement: HARBOUR LANE BOOKS\n');
  expect(letter.html).toContain('HARBOUR LANE BOOKS');
  expect(letterOf(receipt()).text).not.toContain('On your statement');
});

it('a receipt of an authorization states that the amount is reserved', () => {
  const { text, html } = letterOf(receipt({ operation: 'AUTHORIZE' }));
  for (const said of [text, html]) {
    expect(said).toContain('Amount reserved');
    expect(said).not.toContain('You paid');
  }
});

it('names every line of the order', () => {
  const line = { name: 'Cup', quantity: '3', total: { value: '9.00', currency: 'EUR', exponent: 2 } };
  const lines = Array.from({ length: 40 }, (_, index) => ({ ...line, name: `Cup ${index}` }));
  const { text, html } = letterOf(receipt({ summary: { ...receipt().summary, lines } }));
  expect(text).toContain('3 × Cup 39: €9.00');
  expect(html).toContain('Cup 39');
});

describe('the request’s values', () => {
  const forged = 'Shop\r\nBcc: victim@mail.example\u2028\u202eAmount paid: €0.00\u0000';
  const { shop, summary } = receipt();
  const said = letterOf(
    receipt({ shop: { ...shop, name: forged }, summary: { ...summary, description: forged, orderId: forged } }),
  );

  it('start no line of their own, in the subject or the text', () => {
    expect(said.subject).toBe('Your receipt from Shop Bcc: victim@mail.example Amount paid: €0.00');
    expect(said.text).not.toMatch(/^(?:Bcc|Amount paid: €0\.00)/m);
    expect(said.text).not.toMatch(/\r|\u2028|\u202e|\p{Cc}(?<!\n)/u);
  });

  it('keep the characters that join letters and emoji', () => {
    const name = 'فروشگاه\u200cها 👩\u200d🍳';
    expect(letterOf(receipt({ shop: { ...shop, name } })).subject).toContain(name);
  });

  it('are escaped in the HTML', () => {
    const { html } = letterOf(receipt({ shop: { ...shop, name: '<img src=x onerror=alert(1)>&"' } }));
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=alert(1)');
  });

  it('link only to web addresses', () => {
    const policies = { terms: 'javascript:alert(2)' };
    const { html, text } = letterOf(receipt({ shop: { ...shop, supportUrl: 'javascript:alert(1)', policies } }));
    expect(html + text).not.toContain('javascript:');
  });
});

it('a receipt links to the policies of its shop', () => {
  const { shop } = receipt();
  const policies = { terms: 'https://shop.example/terms', refunds: 'https://shop.example/refunds' };
  const { html, text } = letterOf(receipt({ shop: { ...shop, policies } }));
  expect(text).toContain('Terms: https://shop.example/terms\nRefund policy: https://shop.example/refunds\n');
  expect(html).toContain('<a href="https://shop.example/terms"');
  expect(text).not.toContain('Privacy');
});

it('a receipt marks the shop’s name and each amount as not to be translated', () => {
  const { html } = letterOf(receipt());
  const { summary, shop } = receipt();
  const kept = [...html.matchAll(/translate="no"[^>]*>(?:<bdi>)?([^<]*)</g)].map(([, words]) => words);
  expect(kept).toEqual(expect.arrayContaining([shop.name, formatMoney('en', summary.total!)]));
});
