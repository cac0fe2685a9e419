/**
 * Text that keeps its lines. It scrolls, so it takes the focus of who has only a keyboard, and has a name to read out.
 */
import { html, type Markup } from './markup.ts';

export function CodeBox({ label, text }: { label: string; text: string }): Markup {
  return html`<pre tabindex="0" role="group" aria-label=${label}><code>${text}</code></pre>`;
}
