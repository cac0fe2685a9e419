/** A list of names and values. Absent values are left out. */
import { html, type Markup } from './markup.ts';

export function FactList({ facts }: { facts: readonly (readonly [string, string | undefined])[] }): Markup {
  return html`<dl>
    ${facts.map(([name, value]) => value !== undefined && html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}
  </dl>`;
}
