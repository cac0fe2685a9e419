/** A browser without script: it follows redirects and refreshes, and its payer presses the link back to the shop. */

export interface Onward {
  readonly url: string;
  readonly seconds: number;
}

/** A page's automatic redirect: by its `Refresh` header at once, or by its refresh for browsers without script. */
export function refreshOf(header: string | null | undefined, html: string): Onward | undefined {
  const given = header ?? text(/<noscript><meta http-equiv="refresh" content="([^"]*)"/.exec(html)?.[1]);
  const [, seconds, url] = /^(\d+); url=(.*)$/.exec(given ?? '') ?? [];
  return url === undefined ? undefined : { url, seconds: Number(seconds) };
}

/** The link of a final page, which its script follows by itself, and a payer without script presses. */
export function homeOf(html: string): string | undefined {
  return text(/<a class="primary [^"]*" href="([^"]*)" data-home/.exec(html)?.[1]);
}

/** The next address of a payer without script; undefined if the page needs more than a press on its only link. */
export function nextAddress({ url, headers }: { url: string; headers: Headers }, html: string): string | undefined {
  const next = headers.get('location') ?? refreshOf(headers.get('refresh'), html)?.url ?? homeOf(html);
  return next === undefined ? undefined : new URL(next, url).href;
}

function text(html: string | undefined): string | undefined {
  return html?.replaceAll('&#38;', '&').replaceAll('&amp;', '&');
}
