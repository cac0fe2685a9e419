/**
 * The parts of a receipt's HTML. They use tables and inline styles, which every mail program supports, and the colours
 * of the payer's pages.
 */
import { html } from 'htm/preact';
import type { LabeledValue } from '../../web/components/order/summary.ts';
import type { Content } from './content.ts';

export type Markup = ReturnType<typeof html>;

export const SOFT = 'color:#565d64';
const RULE = 'border-top:1px solid #e2e2dd';
const TOTAL = `padding-top:8px;font-weight:600;${RULE}`;

/** A block of the receipt, by default with a line above it. */
export function Block({ style = RULE, children }: { style?: string; children?: Markup }): Markup {
  return html`<tr><td style=${`padding:16px 20px;${style}`}>${children}</td></tr>`;
}

export function Heading({ children }: { children?: Markup }): Markup {
  return html`<h2 style="margin:0 0 8px;font-size:18px;line-height:1.3">${children}</h2>`;
}

export function FactRows({ facts }: { facts: readonly LabeledValue[] }): Markup {
  return html`<${Rows}>
    ${facts.map(
      ({ label, value, isWords }) => html`<tr>
        <td valign="top" width="40%" style=${`padding:2px 0;${SOFT}`}>${label}</td>
        <td valign="top" style="padding:2px 0 2px 12px;word-break:break-word">${isWords ? value : html`<bdi>${value}</bdi>`}</td>
      </tr>`,
    )}
  <//>`;
}

/** Figures at the end of their lines. A figure is not broken, so it is short. */
export function FigureRows({ facts }: { facts: readonly LabeledValue[] }): Markup {
  return html`<${Rows}>
    ${facts.map(({ label, value }) => html`<${Amount} label=${html`<bdi>${label}</bdi>`} amount=${value} />`)}
  <//>`;
}

export function OrderTable({ order }: { order: Content['order'] }): Markup {
  const { description, lines, sums, total, discount } = order;
  return html`
    ${description !== undefined && html`<p style=${`margin:0 0 8px;${SOFT}`}><bdi>${description}</bdi></p>`}
    <${Rows}>
      ${lines.map((line) => html`<${Amount} label=${html`<${Line} line=${line} />`} amount=${line.total ?? ''} />`)}
      ${sums.map(({ label, amount }) => html`<${Amount} label=${label} amount=${amount} style=${SOFT} />`)}
      <${Amount} label=${total.label} amount=${total.amount} style=${TOTAL} />
    <//>
    ${discount !== undefined && html`<p style=${`margin:8px 0 0;${SOFT};font-size:14px`}>${discount}</p>`}
  `;
}

export function LinksAndContacts({ links, contacts }: Pick<Content, 'contacts' | 'links'>): Markup {
  return html`
    ${links.map(({ label, href }) => html`<p style="margin:0 0 8px"><a href=${href} style="color:#1d5fbf">${label}</a></p>`)}
    ${contacts.map((contact) => html`<p style=${`margin:0;${SOFT}`}><bdi>${contact}</bdi></p>`)}
  `;
}

function Rows({ children }: { children?: Markup }): Markup {
  return html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">${children}</table>`;
}

function Line({ line: { name, description, quantity } }: { line: Content['order']['lines'][number] }): Markup {
  return html`
    ${quantity !== undefined && html`<span style=${SOFT}>${quantity}\u00a0×${' '}</span>`}<bdi>${name}</bdi>
    ${description !== undefined && html`<br /><span style=${`${SOFT};font-size:14px`}><bdi>${description}</bdi></span>`}
  `;
}

function Amount({ label, amount, style = '' }: { label: Markup | string; amount: string; style?: string }): Markup {
  return html`<tr>
    <td valign="top" style=${`padding:4px 0;word-break:break-word;${style}`}>${label}</td>
    <td valign="top" translate="no" style=${`padding:4px 0 4px 16px;white-space:nowrap;text-align:end;${style}`}>${amount}</td>
  </tr>`;
}
