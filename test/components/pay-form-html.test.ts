import fc from 'fast-check';
import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { describe, expect, it } from 'vitest';
import type { PayPage } from '../../src/checkout/page.ts';
import { payFormModel } from '../../src/components/pay-form/model.ts';
import { PayForm } from '../../src/components/pay-form/PayForm.tsx';
import { payFormHtml } from '../../src/components/server/pay-form-html.ts';
import { LANGUAGES, textFor } from '../../src/text/index.ts';
import { chargelessPage, payPage, shop } from '../pages/fixtures.ts';

const { cancelAction: _cancelAction, ...uncancellable } = payPage();

const looks: Readonly<Record<string, PayPage>> = {
  'both ways': payPage(),
  'the gift card open': payPage({ method: 'giftCard' }),
  'a card alone': chargelessPage('VERIFY'),
  'no way to cancel': uncancellable,
  'black ink': payPage({ shop: { ...shop, color: '#ffe14d' } }),
  'a name kept': payPage({ kept: { nameOnCard: 'Ada Byrne', expiry: '01/39' } }),
  'a number refused': payPage({ errors: { number: 'invalid' } }),
};

/** The components' own HTML, drawn for this payer alone. An empty value may be written with or without quotes. */
function drawn(page: PayPage): string {
  return renderToString(h(PayForm, { model: payFormModel(page, textFor(page.locale)) }));
}

function shown(page: PayPage): string {
  const html = payFormHtml(payFormModel(page, textFor(page.locale)));
  return html.slice(html.indexOf('>') + 1, -'</div>'.length).replaceAll(' value=""', ' value');
}

describe.each(LANGUAGES)('the form in %s', (locale) => {
  it.each(Object.entries(looks))('with %s is what its components draw, at first and again', (_look, look) => {
    const page = { ...look, locale };
    expect(shown(page)).toBe(drawn(page));
    const next = { ...page, hidden: { ...page.hidden, attempt: '2', csrf: 'of the next payer' } };
    expect(shown(next)).toBe(drawn(next));
  });
});

it('escapes whatever a merchant or a payer wrote, as its components do', () => {
  const written = fc.oneof(
    fc.string({ minLength: 1 }),
    fc.constantFrom('"><script>', '\uE000csrf\uE000', '$&', '&amp;'),
  );
  fc.assert(
    fc.property(written, written, written, (name, nameOnCard, csrf) => {
      const page = payPage({ shop: { ...shop, name }, kept: { nameOnCard }, hidden: { ...payPage().hidden, csrf } });
      expect(shown(page)).toBe(drawn(page));
    }),
  );
});

it('hands the script the whole model', () => {
  const model = payFormModel(payPage({ shop: { ...shop, name: `"'<&>` } }), textFor('en'));
  const attribute = (name: string) =>
    JSON.parse(
      (new RegExp(`${name}="([^"]*)"`).exec(payFormHtml(model))?.[1] ?? '')
        .replaceAll('&quot;', '"')
        .replaceAll('&lt;', '<')
        .replaceAll('&amp;', '&'),
    ) as object;
  expect({ ...attribute('data-model'), text: attribute('data-text') }).toEqual(JSON.parse(JSON.stringify(model)));
});
