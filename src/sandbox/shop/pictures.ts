/** Pictures of the goods: outlines in the text's colour, for light and dark themes. */
import { html, type Markup, markupText } from '../pages/markup.ts';

const SHAPES: Readonly<Record<string, Markup>> = {
  beans: html`<path d="M18 20h28l4 8v26a4 4 0 0 1-4 4H18a4 4 0 0 1-4-4V28z"/><path d="M14 28h36M22 12h20v8H22z"/><ellipse cx="32" cy="43" rx="7" ry="9"/><path d="M33 34c-4 6 2 12-2 18"/>`,
  mug: html`<path d="M12 18h32v30a6 6 0 0 1-6 6H18a6 6 0 0 1-6-6z"/><path d="M44 25h5a6 6 0 0 1 6 6v4a8 8 0 0 1-8 8h-3M12 24h32"/><path d="M22 6c-3 3 3 4 0 7M32 6c-3 3 3 4 0 7"/>`,
  dripper: html`<path d="M10 12h44L42 38H22z"/><path d="M22 38v6h20v-6M14 48h36M20 20l6 12M32 18v15M44 20l-6 12"/><path d="M32 53v6"/>`,
  filters: html`<path d="M6 20h52L44 52H20z"/><path d="M14 20 24 52M6 20l4-8h44l4 8M50 20 40 52"/>`,
};

/** A good's picture. It is hidden from screen readers, because the good's name is beside it. */
export function Picture({ good }: { good: string }): Markup {
  return html`<svg class="picture" viewBox="0 0 64 64" aria-hidden="true" focusable="false">${SHAPES[good]}</svg>`;
}

/** The shop's icon for the browser's tab. It has a colour of its own, because no text surrounds it. */
export const ICON = markupText(
  html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" fill="none" stroke="#b4571f" stroke-width="4" stroke-linecap="round">${SHAPES.mug}</svg>`,
);
