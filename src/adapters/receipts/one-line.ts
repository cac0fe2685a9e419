/**
 * Puts untrusted text on one line. A shop's name and an order's description come from requests: a line break in them
 * would start another header or forge a line of the receipt, and a bidirectional control character would reorder the
 * text after it.
 */

/** Spaces, line breaks, controls, and format characters except the two that join letters and emoji. */
const BREAKING = /(?:(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s])+/gu;

export function oneLine(text: string): string {
  return text.replace(BREAKING, ' ').trim();
}
