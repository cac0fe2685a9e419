/** The forms of a page without script. */
import { isWeb } from './http.ts';

export interface Form {
  readonly action: string;
  readonly method: 'GET' | 'POST';
  /** Sent as `multipart/form-data`, as forms of server actions are. */
  readonly isMultipart: boolean;
  /** The preset fields, without those of buttons. */
  readonly fields: Readonly<Record<string, string>>;
}

const MULTIPART = 'multipart/form-data';
const CODE_POINT_MAX = 0x10ffff;

/** @param base the page's own address @returns the forms that lead to an address of the web */
export function formsOf(html: string, base: string): Form[] {
  return tagsOf(html, 'form').flatMap(([attributes, after]) => {
    const action = attribute(attributes, 'action') || base;
    const url = URL.canParse(action, base) ? new URL(action, base) : undefined;
    return url !== undefined && isWeb(url) ? [formOf(url, attributes, after.split(/<\/form>/i, 1)[0] ?? '')] : [];
  });
}

function formOf(action: URL, attributes: string, content: string): Form {
  return {
    action: action.href,
    method: attribute(attributes, 'method')?.toLowerCase() === 'post' ? 'POST' : 'GET',
    isMultipart: attribute(attributes, 'enctype')?.toLowerCase() === MULTIPART,
    fields: Object.fromEntries(
      tagsOf(content, 'input').flatMap(([input]) => {
        const name = attribute(input, 'name');
        const type = attribute(input, 'type')?.toLowerCase() ?? 'text';
        const isLeftOut = type === 'submit' || type === 'button' || (isChoice(type) && !/\bchecked\b/i.test(input));
        return name === undefined || isLeftOut
          ? []
          : [[name, attribute(input, 'value') ?? (isChoice(type) ? 'on' : '')]];
      }),
    ),
  };
}

/** Each tag of this name: its attributes, and the text up to the next one. Linear, since pages may be megabytes. */
function tagsOf(html: string, name: string): [attributes: string, after: string][] {
  return html
    .split(new RegExp(`<${name}\\b`, 'i'))
    .slice(1)
    .map((text) => {
      const end = text.indexOf('>');
      return end === -1 ? [text, ''] : [text.slice(0, end), text.slice(end + 1)];
    });
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
    .replace(/&#x([0-9a-f]{1,6});/gi, (_, code: string) => character(Number.parseInt(code, 16)))
    .replace(/&#(\d{1,7});/g, (_, code: string) => character(Number(code)))
    .replaceAll('&quot;', '"')
    .replaceAll('&apos;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');
}

function character(code: number): string {
  return code > CODE_POINT_MAX ? '\ufffd' : String.fromCodePoint(code);
}
