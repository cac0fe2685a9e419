/** The forms of a page without script. */

export interface Form {
  readonly action: string;
  readonly method: 'GET' | 'POST';
  /** Sent as `multipart/form-data`, as forms of server actions are. */
  readonly isMultipart: boolean;
  /** The preset fields, without those of buttons. */
  readonly fields: Readonly<Record<string, string>>;
}

const MULTIPART = 'multipart/form-data';

/** @param base the page's own address */
export function formsOf(html: string, base: string): Form[] {
  return [...html.matchAll(/<form\b([^>]*)>([\s\S]*?)<\/form>/gi)].map(([, attributes = '', content = '']) => ({
    action: new URL(attribute(attributes, 'action') || base, base).href,
    method: attribute(attributes, 'method')?.toLowerCase() === 'post' ? 'POST' : 'GET',
    isMultipart: attribute(attributes, 'enctype')?.toLowerCase() === MULTIPART,
    fields: Object.fromEntries(
      [...content.matchAll(/<input\b([^>]*)>/gi)].flatMap(([, input = '']) => {
        const name = attribute(input, 'name');
        const type = attribute(input, 'type')?.toLowerCase() ?? 'text';
        const isLeftOut = type === 'submit' || type === 'button' || (isChoice(type) && !/\bchecked\b/i.test(input));
        return name === undefined || isLeftOut
          ? []
          : [[name, attribute(input, 'value') ?? (isChoice(type) ? 'on' : '')]];
      }),
    ),
  }));
}

function isChoice(type: string): boolean {
  return type === 'checkbox' || type === 'radio';
}

/** The value of an attribute in a tag's text; undefined without one. */
function attribute(text: string, name: string): string | undefined {
  const [, double, single, bare] =
    new RegExp(`(?:^|\\s)${name}\\s*=\\s*(?:"([^"]*)"|'([^']*)'|([^\\s>]+))`, 'i').exec(text) ?? [];
  const value = double ?? single ?? bare;
  return value === undefined ? undefined : plain(value);
}

/** Text without the entities that pages use in attributes. */
export function plain(text: string): string {
  return text
    .replace(/&#x([0-9a-f]+);/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}
