/**
 * How the sandbox's pages are written: Preact components, whose markup is read as it stands, since nothing is built.
 */
import { html } from 'htm/preact';
import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';

export type { ComponentChildren };
export { html };

/** What `html` gives. */
export type Markup = ReturnType<typeof html>;

/** @returns the text of an answer: every text in it is escaped */
export function markupText(markup: Markup): string {
  return [markup]
    .flat()
    .map((part) => renderToString(part))
    .join('');
}
