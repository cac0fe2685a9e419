/**
 * Text of strangers on one line. A shop's name and an order's description are whatever a request said: a line break in
 * them would begin another header, or forge a line of the receipt; a mark of direction would turn what follows around.
 */

/** Spaces, line breaks, controls, and format characters but those two that join letters and emoji. */
const BREAKING = /(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s])+/gu;

export function oneLine(text: string): string {
  return text.replace(BREAKING, ' ').trim();
}
