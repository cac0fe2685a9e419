/** The mail that gives a payer a link that takes payments, in the payer's language. */
import { html } from 'htm/preact';
import { renderToString } from 'preact-render-to-string';
import type { TestMode } from '../../contract/test-mode.ts';
import { brandingOf } from '../../web/components/branding.ts';
import { fill, formatMoney } from '../../web/text/format.ts';
import { textFor } from '../../web/text/index.ts';
import { matchLocale } from '../../web/text/languages.ts';
import type { Amount } from '../../web/views/index.ts';
import type { Letter } from './letter.ts';
import { oneLine } from './one-line.ts';

export interface LinkInvitation {
  readonly url: string;
  readonly shop: { readonly name: string; readonly color: string };
  /** BCP 47, as the sender wrote it; a language without texts is English. */
  readonly language: string | undefined;
  /** Undefined where the payer chooses it. */
  readonly amount: Amount | undefined;
  readonly description: string | undefined;
  readonly testMode: TestMode | undefined;
}

const BODY =
  'margin:0;padding:24px 16px;background:#ffffff;color:#191c1f;font-size:16px;line-height:1.5;font-family:system-ui,sans-serif';

export function linkLetter({ url, shop, language, amount, description, testMode }: LinkInvitation): Letter {
  const locale = matchLocale(language === undefined ? [] : [language.replaceAll('_', '-')]);
  const text = textFor(locale);
  const name = oneLine(shop.name);
  const lead =
    amount === undefined
      ? fill(text.link.mail.leadOpen, { shop: name })
      : fill(text.link.mail.lead, { shop: name, amount: formatMoney(locale, amount) });
  const lines = [testMode && text[testMode], lead, description && oneLine(description)];
  const paragraphs = lines.filter((line) => line !== undefined);
  const { fill: color, ink } = brandingOf(shop.color);
  const button = `display:inline-block;padding:12px 20px;border-radius:8px;background:${color};color:${ink};text-decoration:none`;
  const page = html`<html lang=${locale} dir=${text.direction}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
    </head>
    <body style=${BODY}>
      ${paragraphs.map((line) => html`<p style="margin:0 0 16px"><bdi>${line}</bdi></p>`)}
      <p style="margin:0 0 16px"><a href=${url} style=${button}>${text.link.continue}</a></p>
      <p style="margin:0;color:#565d64;font-size:13px">${text.mail.why}</p>
    </body>
  </html>`;
  return {
    subject: fill(text.link.mail.subject, { shop: name }),
    text: `${[...paragraphs, `${text.link.continue}: ${url}`, text.mail.why].join('\n\n')}\n`,
    html: `<!doctype html>\n${[page]
      .flat()
      .map((part) => renderToString(part))
      .join('')}\n`,
    locale,
  };
}
