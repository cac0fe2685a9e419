/**
 * What stands in a page's markup that no page of this release has. Scripts and styles are held against the inventory;
 * of everything else only what could run script, send what is typed elsewhere, or show something of another origin.
 */
import { hash } from 'node:crypto';
import sax from 'sax';
import type { PageInventory } from './inventory.ts';

/** Elements whose content is no markup. */
const RAW = /<(script|style)\b([^>]*)>([\s\S]*?)<\/\1\s*>/gi;
const RAW_BEGINNING = /<(?:script|style)\b/gi;

/** With it every page begins. */
const DOCTYPE = /^<!doctype html>/i;
/**
 * What a browser reads as a comment, in all its forms. Some of them it ends at the first `>`, and shows what the parser
 * here still takes for their text; no page has one.
 */
const COMMENT = /<(?:[!?]|\/[^a-z])/i;

/** Elements that no payer's page has. */
const FOREIGN = new Set([
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
/** Attributes that name where something comes from or goes to. */
const ADDRESSES = new Set([
  'action',
  'archive',
  'background',
  'codebase',
  'data',
  'formaction',
  'href',
  'manifest',
  'ping',
  'poster',
  'src',
  'srcset',
  'xlink:href',
]);
/** Of links that a payer presses: these may lead to the shop. */
const LINK = 'a';
const SCRIPTING = /^\s*(?:javascript|data|vbscript|blob):/i;

/** @param origin of the gateway, as the page has it @returns a sentence for each difference */
export function markupDifferences(html: string, inventory: PageInventory, origin: string): readonly string[] {
  const raw = [...html.matchAll(RAW)];
  const begun = html.match(RAW_BEGINNING)?.length ?? 0;
  const markup = html.replace(RAW, '');
  return [
    ...raw.flatMap(([, name = '', attributes = '', content = '']) =>
      name.toLowerCase() === 'script'
        ? scriptDifference(attributes, content, inventory, origin)
        : styleDifference(content, inventory),
    ),
    ...(begun === raw.length ? [] : ['a script or style begins in the page, and does not end as one']),
    ...(COMMENT.test(markup.replace(DOCTYPE, '')) ? ['a comment or a declaration is in the page'] : []),
    ...elementDifferences(markup, origin),
  ];
}

/** The scripts that the page loads, as it names them. */
export function scriptAddresses(html: string): readonly string[] {
  return [...html.matchAll(RAW)].flatMap(([, name = '', attributes = '']) => {
    const src = name.toLowerCase() === 'script' ? SRC.exec(attributes)?.[1] : undefined;
    return src === undefined ? [] : [src];
  });
}

const SRC = /^ type="module" src="([^"]+)"$/;

function scriptDifference(attributes: string, content: string, { scripts }: PageInventory, origin: string): string[] {
  const src = SRC.exec(attributes)?.[1];
  const isKnown = scripts.some(({ address }) => address !== null && (src === address || src === origin + address));
  if (isKnown && content.trim() === '') {
    return [];
  }
  const what = src === undefined ? `<script${attributes}> of ${content.length} characters` : `the script ${src}`;
  return [`${what} is not in the inventory`];
}

function styleDifference(content: string, { styles }: PageInventory): string[] {
  const digest = `sha256-${hash('sha256', content, 'base64')}`;
  return styles.some((style) => style.hash === digest)
    ? []
    : [`a style of ${content.length} characters is not in the inventory`];
}

function elementDifferences(markup: string, origin: string): string[] {
  const found: string[] = [];
  const parser = sax.parser(false, { lowercase: true });
  parser.onerror = () => {
    parser.resume();
  };
  parser.onopentag = ({ name, attributes }) => {
    if (FOREIGN.has(name) || name.includes('-')) {
      found.push(`<${name}> is in the page`);
    }
    found.push(...attributeDifferences(name, attributes as Readonly<Record<string, string>>, origin));
  };
  parser.write(`<page>${markup}`).close();
  return found;
}

function attributeDifferences(element: string, attributes: Readonly<Record<string, string>>, origin: string): string[] {
  return Object.entries(attributes).flatMap(([name, value]) => {
    if (/^on/i.test(name) || name === 'style' || name === 'srcdoc' || name === 'nonce' || name === 'is') {
      return [`<${element}> has the attribute ${name}`];
    }
    if (element === 'meta' && name === 'http-equiv' && value.toLowerCase() !== 'refresh') {
      return [`<meta http-equiv="${value}"> is in the page`];
    }
    if (element === 'meta' && name === 'content' && attributes['http-equiv'] !== undefined) {
      const to = /url=['"]?([^'"]*)/i.exec(value)?.[1];
      return to === undefined || isOwn(to, origin) ? [] : [`the page leads on to ${to}`];
    }
    if (!ADDRESSES.has(name)) {
      return [];
    }
    const isAllowed = element === LINK && name === 'href' ? !SCRIPTING.test(value) : isOwn(value, origin);
    return isAllowed ? [] : [`<${element}> has ${name}="${value}"`];
  });
}

/** An address of our own origin, or a place in the page. */
function isOwn(address: string, origin: string): boolean {
  return !SCRIPTING.test(address) && URL.parse(address, origin)?.origin === origin;
}
