/** Preformatted text. It scrolls, so it is focusable for keyboard users and has an accessible name. */
import { html, type Markup } from './markup.ts';

export function CodeBox({ label, text }: { label: string; text: string }): Markup {
  return html`<pre tabindex="0" role="group" aria-label=${label}><code>${text}</code></pre>`;
}
