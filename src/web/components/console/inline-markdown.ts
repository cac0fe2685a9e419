/**
 * The inline Markdown of the profile's documentation: code and links, which the console shows without their address.
 */

export interface InlinePart {
  readonly text: string;
  readonly isCode: boolean;
}

/** @example inlineParts('see [it](a.md), `b`') // [{ text: 'see it, ', … }, { text: 'b', isCode: true }] */
export function inlineParts(markdown: string): readonly InlinePart[] {
  return markdown
    .replace(/\[([^\]]+)\]\([^)]+\)/g, '$1')
    .split(/`([^`]*)`/)
    .map((text, at) => ({ text, isCode: at % 2 === 1 }))
    .filter(({ text }) => text !== '');
}
