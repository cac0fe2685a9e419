/** Content negotiation between HTML and JSON. */

/**
 * Whether the request prefers HTML over JSON, as a browser does when it opens a page. A program that accepts anything
 * gets JSON.
 *
 * @param accept the header, RFC 9110, 12.5.1
 */
export function prefersHtml(accept: string | undefined): boolean {
  const html = wish(accept, 'text/html');
  return html > 0 && html > wish(accept, 'application/json');
}

/** The preference for a media type, from 0 to 1. A range such as `*\/*` states no preference between the two. */
function wish(accept = '', type: string): number {
  for (const one of accept.split(',')) {
    const [name, ...parameters] = one.split(';').map((part) => part.trim().toLowerCase());
    if (name !== type) {
      continue;
    }
    const quality = parameters.find((parameter) => parameter.startsWith('q='));
    return quality === undefined ? 1 : Number(quality.slice(2)) || 0;
  }
  return 0;
}
