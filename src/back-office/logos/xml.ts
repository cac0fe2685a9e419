/**
 * A parser for the part of XML 1.0 that drawings use: elements, attributes and text. It refuses document types, so
 * entities cannot be declared, and decodes only the five of XML and numeric ones. Comments and processing instructions
 * are skipped. The package `sax` is not used: in strict mode too it accepts an attribute twice, `<` in an attribute,
 * and a blank before a tag's name.
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
const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
]);

/** @returns the root element @throws LogoError */
export function readSvgMarkup(text: string): SvgElement {
  return new MarkupReader(text).read();
}

class MarkupReader {
  readonly #text: string;
  #at: number;
  #count = 0;
  readonly #root: SvgElement = { name: '', attributes: new Map(), children: [], hasText: false };
  /** The elements around the reader's position, from the root. */
  readonly #open = [this.#root];

  constructor(text: string) {
    this.#text = text;
    this.#at = text.startsWith('\uFEFF') ? 1 : 0;
  }

  read(): SvgElement {
    while (this.#at < this.#text.length) {
      this.#readToken(this.#open.at(-1) as SvgElement);
    }
    const [first, ...others] = this.#root.children;
    if (this.#open.length > 1 || first === undefined || others.length > 0 || this.#root.hasText) {
      throw new LogoError('it is neither a PNG nor an SVG');
    }
    return first;
  }

  #take(token: RegExp): RegExpExecArray | null {
    token.lastIndex = this.#at;
    const found = token.exec(this.#text);
    this.#at = found === null ? this.#at : token.lastIndex;
    return found;
  }

  #readToken(parent: SvgElement): void {
    const words = this.#take(TOKENS.text);
    if (words !== null) {
      parent.hasText ||= decodeEntities(words[0]).trim() !== '';
      return;
    }
    if (this.#take(TOKENS.skipped) !== null) {
      return;
    }
    const close = this.#take(TOKENS.close);
    if (close !== null) {
      if (parent === this.#root || this.#open.pop()?.name !== close[1]) {
        throw new LogoError(`the SVG is no XML: </${close[1]}> closes nothing`);
      }
      return;
    }
    const name = this.#take(TOKENS.open)?.[1];
    if (name === undefined) {
      throw new LogoError(refusal(this.#text.slice(this.#at, this.#at + 10)));
    }
    this.#readElement(name, parent);
  }

  #readElement(name: string, parent: SvgElement): void {
    const element: SvgElement = { name, attributes: this.#readAttributes(name), children: [], hasText: false };
    const end = this.#take(TOKENS.openEnd);
    this.#count += 1;
    if (end === null) {
      throw new LogoError(`the SVG is no XML: <${name}> is not closed`);
    }
    if (this.#count > ELEMENTS_MAX || this.#open.length > DEPTH_MAX) {
      throw new LogoError(
        `the SVG has more than ${ELEMENTS_MAX} elements, or more than ${DEPTH_MAX} inside each other`,
      );
    }
    parent.children.push(element);
    if (end[1] === '') {
      this.#open.push(element);
    }
  }

  #readAttributes(element: string): ReadonlyMap<string, string> {
    const attributes = new Map<string, string>();
    for (let found = this.#take(TOKENS.attribute); found !== null; found = this.#take(TOKENS.attribute)) {
      const [, name = '', quoted, apostrophed = ''] = found;
      if (attributes.has(name)) {
        throw new LogoError(`the SVG is no XML: ${name} stands twice in <${element}>`);
      }
      attributes.set(name, decodeEntities(quoted ?? apostrophed));
    }
    return attributes;
  }
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
    const character =
      point === null ? ENTITIES.get(name) : point <= 0x10_ffff ? String.fromCodePoint(point) : undefined;
    if (character === undefined || !whole.endsWith(';')) {
      throw new LogoError(`the SVG refers to ${JSON.stringify(whole)}, which is no character`);
    }
    return character;
  });
}
