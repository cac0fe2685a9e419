/** Preact components render the sandbox's pages. Their markup is parsed at run time, so no build step is needed. */
import { html } from 'htm/preact';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';

export type { ComponentChildren };
export { html };

/** A result of `html`. */
export type Markup = ReturnType<typeof html>;

/** @returns the HTML of an answer, with all text escaped */
export function markupText(markup: Markup): string {
  return [markup]
    .flat()
    .map((part) => renderToString(part))
    .join('');
}
