/**
 * A parser for the part of XML 1.0 that drawings use: elements, attributes and text. It refuses document types, so
 * entities cannot be declared, and decodes only the five of XML and numeric ones. Comments and processing instructions
 * are skipped.
 */
import { LogoError } from './logo-error.ts';

export interface SvgElement {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: SvgElement[];
  /** True if it contains text other than white space. */
  hasText: boolean;
}

const ELEMENTS_MAX = 2_000;
const DEPTH_MAX = 24;

const NAME = String.raw`[A-Za-z_][\w.:-]*`;
/** The possible tokens, each matched at the reader's position. */
const TOKENS = {
  skipped: /<!--(?:(?!--)[\s\S])*-->|<\?[\s\S]*?\?>/y,
  close: new RegExp(`</(${NAME})\\s*>`, 'y'),
  open: new RegExp(`<(${NAME})`, 'y'),
  attribute: new RegExp(`\\s+(${NAME})\\s*=\\s*(?:"([^"<]*)"|'([^'<]*)')`, 'y'),
  openEnd: /\s*(\/?)>/y,
  text: /[^<]+/y,
};
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** @returns the root element @throws LogoError */
export function readSvgMarkup(text: string): SvgElement {
  const root: SvgElement = { name: '', attributes: new Map(), children: [], hasText: false };
  const open = [root];
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  let count = 0;
  const take = (token: RegExp): RegExpExecArray | null => {
    token.lastIndex = at;
    const found = token.exec(text);
    at = found === null ? at : token.lastIndex;
    return found;
  };
  while (at < text.length) {
    const parent = open.at(-1) as SvgElement;
    const words = take(TOKENS.text);
    if (words !== null) {
      parent.hasText ||= decodeEntities(words[0]).trim() !== '';
      continue;
    }
    if (take(TOKENS.skipped) !== null) {
      continue;
    }
    const close = take(TOKENS.close);
    if (close !== null) {
      if (open.length === 1 || open.pop()?.name !== close[1]) {
        throw new LogoError(`the SVG is no XML: </${close[1]}> closes nothing`);
      }
      continue;
    }
    const name = take(TOKENS.open)?.[1];
    if (name === undefined) {
      throw new LogoError(refusal(text.slice(at, at + 10)));
    }
    const attributes = new Map<string, string>();
    for (let found = take(TOKENS.attribute); found !== null; found = take(TOKENS.attribute)) {
      if (attributes.has(found[1] as string)) {
        throw new LogoError(`the SVG is no XML: ${found[1]} stands twice in <${name}>`);
      }
      attributes.set(found[1] as string, decodeEntities(found[2] ?? found[3] ?? ''));
    }
    const end = take(TOKENS.openEnd);
    count += 1;
    if (end === null) {
      throw new LogoError(`the SVG is no XML: <${name}> is not closed`);
    }
    if (count > ELEMENTS_MAX || open.length > DEPTH_MAX) {
      throw new LogoError(
        `the SVG has more than ${ELEMENTS_MAX} elements, or more than ${DEPTH_MAX} inside each other`,
      );
    }
    const element: SvgElement = { name, attributes, children: [], hasText: false };
    parent.children.push(element);
    if (end[1] === '') {
      open.push(element);
    }
  }
  const [first, ...others] = root.children;
  if (open.length > 1 || first === undefined || others.length > 0 || root.hasText) {
    throw new LogoError('it is neither a PNG nor an SVG');
  }
  return first;
}

function refusal(next: string): string {
  return /^<!doctype/i.test(next)
    ? 'the SVG has a document type, which can declare entities: save it without'
    : `the SVG is no XML that is taken: ${JSON.stringify(next)}`;
}

function decodeEntities(text: string): string {
  return text.replace(/&([^;]{0,12});?/g, (whole, name: string) => {
    const code = /^#(?:x([0-9a-f]{1,6})|(\d{1,7}))$/i.exec(name);
    const point = code && Number.parseInt(code[1] ?? (code[2] as string), code[1] === undefined ? 10 : 16);
    const character = point === null ? ENTITIES[name] : point <= 0x10_ffff ? String.fromCodePoint(point) : undefined;
    if (character === undefined || !whole.endsWith(';')) {
      throw new LogoError(`the SVG refers to ${JSON.stringify(whole)}, which is no character`);
    }
    return character;
  });
}
