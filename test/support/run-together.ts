/** Words with nothing but markup between them: a style may draw them apart, but who listens or copies gets one word. */

/** Not text to read, or set apart by itself. */
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
