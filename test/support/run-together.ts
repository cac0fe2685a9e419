/** Words separated only by markup: a style may separate them visually, but a screen reader or a copy joins them. */

/** Contents that are not text, or are separate anyway. */
const APART = /<(script|style|svg|pre|select)\b.*?<\/\1>/gs;
const INLINE = /<\/?(?:a|abbr|b|bdi|code|em|i|label|small|span|strong|time)(?:\s[^>]*)?>/g;
const BORDER = '\uE000';

/** @returns each place in the page, as `…before|after…` */
export function runTogether(html: string): string[] {
  const text = html
    .replace(APART, '\n')
    .replace(INLINE, BORDER)
    .replace(/<[^>]*>/g, '\n');
  return [
    ...text.matchAll(/([^\n\uE000]{0,20}[\p{L}\p{N}.,:;!?)])\uE000+(?=([\p{L}\p{N}(€$][^\n\uE000]{0,20}))/gu),
  ].map(([, before, after]) => `${before}|${after}`);
}
