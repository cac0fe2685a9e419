/** The mail of a receipt as HTML. Its only links lead to the gateway and the shop. */
import { html } from 'htm/preact';
import { brandingOf } from '../../web/components/branding.ts';
import type { Content } from './content.ts';
import { htmlPage } from './html-page.ts';
import { Block, FactRows, Heading, LinksAndContacts, OrderTable, SOFT } from './html-parts.ts';

export function htmlText(content: Content): string {
  const { locale, direction, subject, warning, shop, title, lead, heading, facts, order, links, contacts, why } =
    content;
  const blocks = html`
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
  `;
  const color = brandingOf(shop.color).fill;
  return htmlPage({ locale, direction, subject, color, warning, foot: [why] }, blocks);
}
