/** The mail of a receipt as HTML, without pictures and scripts. Its only links lead to the gateway and the shop. */
import { html } from 'htm/preact';
import { renderToString } from 'preact-render-to-string';
import { brandingOf } from '../../web/components/branding.ts';
import type { Content } from './content.ts';
import { Block, FactRows, Heading, LinksAndContacts, type Markup, OrderTable, SOFT } from './html-parts.ts';

const SHEET = 'max-width:560px;margin:16px auto 0;background:#ffffff;border:1px solid #e2e2dd';
const BODY =
  'margin:0;padding:0 8px;background:#f4f4f1;color:#191c1f;font-size:16px;line-height:1.5;' +
  'font-family:system-ui,-apple-system,Segoe UI,Roboto,Helvetica Neue,Noto Sans,Noto Sans Arabic,Arial,sans-serif';
const WARNING = 'background:#ffd566;color:#2b2100;font-size:14px';

export function htmlText(content: Content): string {
  const { locale, direction, subject } = content;
  const page = html`<html lang=${locale} dir=${direction}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="format-detection" content="telephone=no" />
      <title>${subject}</title>
    </head>
    <body style=${BODY}>
      <div lang=${locale} dir=${direction}><${Sheet} content=${content} /></div>
    </body>
  </html>`;
  const parts = [page].flat().map((part) => renderToString(part));
  return `<!doctype html>\n${parts.join('')}\n`;
}

function Sheet({ content }: { content: Content }): Markup {
  const { warning, shop, title, lead, heading, facts, order, links, contacts, why } = content;
  const stripe = `padding:0;background:${brandingOf(shop.color).fill};font-size:0;line-height:4px`;
  return html`<table role="presentation" align="center" width="100%" cellpadding="0" cellspacing="0" border="0" style=${SHEET}>
      <${Block} style=${stripe}>\u00a0<//>
      ${warning !== undefined && html`<${Block} style=${WARNING}>${warning}<//>`}
      <${Block} style="">
        <strong style="font-size:18px" translate="no"><bdi>${shop.name}</bdi></strong>
        ${shop.addressLines.map((line) => html`<br /><span style=${`${SOFT};font-size:14px`}><bdi>${line}</bdi></span>`)}
      <//>
      <${Block}>
        <h1 style="margin:0 0 8px;font-size:24px;line-height:1.25">${title}</h1>
        ${lead !== '' && html`<p style="margin:0">${lead}</p>`}
      <//>
      <${Block}><${Heading}>${heading}<//><${FactRows} facts=${facts} /><//>
      <${Block}><${Heading}>${order.heading}<//><${OrderTable} order=${order} /><//>
      ${links.length + contacts.length > 0 && html`<${Block}><${LinksAndContacts} links=${links} contacts=${contacts} /><//>`}
    </table>
    <p style=${`max-width:560px;margin:16px auto;${SOFT};font-size:13px`}>${why}</p>`;
}
