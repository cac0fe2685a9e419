/**
 * Finds markup that pages of this release do not have. Scripts and styles are compared with the inventory; of the rest,
 * only markup that could run script, send typed data elsewhere, or show content of another origin.
 *
 * Pages are written in a small subset of HTML, which every browser parses in the same way. Each `<` outside of that
 * subset is itself a difference, so that browsers cannot parse the page differently from this check.
 */
import { hash } from 'node:crypto';
import type { PageInventory } from './inventory.ts';

/** The beginning of every page. */
const DOCTYPE = /^<!doctype html>/i;
/** All forms that a browser parses as a comment. */
const COMMENT = /^<(?:[!?]|\/[^a-z])/i;

const NAME = '[A-Za-z][A-Za-z0-9-]*';
/**
 * The character references that renderers write. Browsers know two thousand more, and `&colon;` would form an address.
 */
const SIGNS: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&quot;': '"' };
const SIGN = `(?:${Object.keys(SIGNS).join('|')})`;
/** An attribute's value without `<`: within a title or a text field, a browser could read `<` as the element's end. */
const VALUE = `[^"<&]*(?:${SIGN}[^"<&]*)*`;
const ATTRIBUTES = `(?: [A-Za-z][A-Za-z0-9:-]*(?:="${VALUE}")?)*`;
/** A `<` before a number starts no tag: styles compare widths. */
const TEXT = '[^<]*(?:<[0-9=][^<]*)*';
/**
 * Matches an end tag, or a start tag with its name, attributes, text and an end tag directly after it, or else only
 * `<`.
 */
const PIECE = new RegExp(`<(?:/${NAME}>|(${NAME})(${ATTRIBUTES}) ?/?>(${TEXT})(</\\1>)?)?`, 'g');
/** Characters of unknown markup to report. */
const REPORTED_CHARACTERS_MAX = 80;

/** Elements that payers' pages do not have. */
const FOREIGN_ELEMENTS = new Set([
  'applet',
  'base',
  'embed',
  'fencedframe',
  'frame',
  'frameset',
  'iframe',
  'math',
  'object',
  'portal',
  'template',
]);
/** Attributes that payers' pages do not have: script, style, and those that name several addresses at once. */
const FOREIGN_ATTRIBUTE = /^(?:on.*|style|srcdoc|nonce|is|archive|imagesrcset|ping|srcset)$/;
/** Attributes that contain an address. */
const ADDRESSES = new Set([
  'action',
  'background',
  'codebase',
  'data',
  'formaction',
  'href',
  'manifest',
  'poster',
  'src',
  'xlink:href',
]);
/** Links for a payer to press: these may lead to the shop. */
const LINK = 'a';
const SCRIPTING = new Set(['blob:', 'data:', 'javascript:', 'vbscript:']);

/** The address of a meta refresh, by the HTML specification: after the seconds, with or without `url=` and quotes. */
const REFRESH = /^[\s\d.]*[;,]?\s*(?:url\s*=\s*)?(["']?)(.*)$/is;

type Attribute = readonly [name: string, value: string];

interface Element {
  readonly name: string;
  readonly attributes: readonly Attribute[];
  readonly text: string;
  /** Whether the element contains only text, followed by its end tag. */
  readonly isEnded: boolean;
}

interface Markup {
  readonly elements: readonly Element[];
  /** Pieces outside of the accepted tags, each starting with `<`. */
  readonly unread: readonly string[];
}

/** @param origin the gateway's origin, as the page writes it @returns a sentence for each difference */
export function markupDifferences(html: string, inventory: PageInventory, origin: string): readonly string[] {
  const { elements, unread } = readMarkup(html);
  const [other] = unread.filter((piece) => !COMMENT.test(piece));
  return [
    ...(DOCTYPE.test(html) ? [] : ['the page does not begin with <!DOCTYPE html>']),
    ...(unread.some((piece) => COMMENT.test(piece)) ? ['a comment or a declaration is in the page'] : []),
    ...(other === undefined ? [] : [`${JSON.stringify(other)} is markup that no page of this release has`]),
    ...elements.flatMap((element) => elementDifferences(element, inventory, origin)),
  ];
}

/** The addresses of the scripts that the page loads, as written. */
export function scriptAddresses(html: string): readonly string[] {
  return readMarkup(html).elements.flatMap((element) => addressOf(element) ?? []);
}

function readMarkup(html: string): Markup {
  const elements: Element[] = [];
  const unread: string[] = [];
  const markup = html.replace(DOCTYPE, '');
  for (const { 0: piece, 1: name, 2: attributes = '', 3: text = '', 4: end, index } of markup.matchAll(PIECE)) {
    if (name !== undefined) {
      const isEnded = end !== undefined;
      elements.push({ name: name.toLowerCase(), attributes: attributesOf(attributes), text, isEnded });
    } else if (piece === '<') {
      unread.push(markup.slice(index, index + REPORTED_CHARACTERS_MAX));
    }
  }
  return { elements, unread };
}

/** All attributes as written. A repeated attribute occurs each time. */
function attributesOf(written: string): Attribute[] {
  return [...written.matchAll(/ ([^ =]+)(?:="([^"]*)")?/g)].map(([, name = '', value = '']) => [
    name.toLowerCase(),
    value.replace(new RegExp(SIGN, 'g'), (sign) => SIGNS[sign] ?? sign),
  ]);
}

function elementDifferences(element: Element, inventory: PageInventory, origin: string): readonly string[] {
  const { name } = element;
  if (name === 'script') {
    return scriptDifference(element, inventory, origin);
  }
  return [
    ...(name === 'style' ? styleDifference(element, inventory) : []),
    ...(FOREIGN_ELEMENTS.has(name) || name.includes('-') ? [`<${name}> is in the page`] : []),
    ...attributeDifferences(element, origin),
  ];
}

/** The address of a script element, if it is a module without other attributes. */
function addressOf({ name, attributes: [type, src, ...others] }: Element): string | undefined {
  const isModule = name === 'script' && type?.join('=') === 'type=module' && src?.[0] === 'src' && others.length === 0;
  return isModule ? src[1] : undefined;
}

function scriptDifference(element: Element, { scripts }: PageInventory, origin: string): string[] {
  const { attributes, text, isEnded } = element;
  const src = addressOf(element);
  const isKnown = scripts.some(({ address }) => address !== null && (src === address || src === origin + address));
  if (isKnown && isEnded && text.trim() === '') {
    return [];
  }
  const written = attributes.map(([name, value]) => ` ${name}="${value}"`).join('');
  const what = src === undefined ? `<script${written}> of ${text.length} characters` : `the script ${src}`;
  return [`${what} is not in the inventory`];
}

function styleDifference({ text, isEnded }: Element, { styles }: PageInventory): string[] {
  const digest = `sha256-${hash('sha256', text, 'base64')}`;
  return isEnded && styles.some((style) => style.hash === digest)
    ? []
    : [`a style of ${text.length} characters is not in the inventory`];
}

function attributeDifferences({ name: element, attributes }: Element, origin: string): string[] {
  const isRefresh = element === 'meta' && attributes.some(([name]) => name === 'http-equiv');
  return attributes.flatMap(([name, value]) => {
    if (FOREIGN_ATTRIBUTE.test(name)) {
      return [`<${element}> has the attribute ${name}`];
    }
    if (isRefresh && name === 'http-equiv' && value.toLowerCase() !== 'refresh') {
      return [`<meta http-equiv="${value}"> is in the page`];
    }
    if (isRefresh && name === 'content') {
      const to = refreshAddress(value);
      return isOwn(to, origin) ? [] : [`the page leads on to ${to}`];
    }
    if (!ADDRESSES.has(name)) {
      return [];
    }
    const isAllowed = element === LINK && name === 'href' ? !isScripting(value, origin) : isOwn(value, origin);
    return isAllowed ? [] : [`<${element}> has ${name}="${value}"`];
  });
}

/** The address of a meta refresh; empty if it reloads the same page. */
function refreshAddress(content: string): string {
  const [, quote = '', address = ''] = REFRESH.exec(content) ?? [];
  return quote === '' ? address : address.replace(new RegExp(`${quote}.*`, 's'), '');
}

/** Parses the scheme like a browser: ignoring line breaks, tabs and control characters in it and before it. */
function isScripting(address: string, origin: string): boolean {
  return SCRIPTING.has(URL.parse(address, origin)?.protocol ?? '');
}

/** An address of our own origin, or a fragment of the page. */
function isOwn(address: string, origin: string): boolean {
  return !isScripting(address, origin) && URL.parse(address, origin)?.origin === origin;
}
