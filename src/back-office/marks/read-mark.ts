/** Converts an SVG file to a symbol of the payer's pages, by the same rules as a merchant's logo. */
import { LogoError, readLogo } from '../logos/index.ts';

/** A drawing to put into the page's markup. */
export interface Mark {
  /** Four numbers. */
  readonly viewBox: string;
  /** SVG elements. Their ids begin with the name of the mark, since a page has several marks. */
  readonly drawing: string;
}

/** Every payer downloads the marks with the page. */
const MARK_BYTES_MAX = 6_144;

const ROOT = /^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg"([^>]*)>(.*)<\/svg>$/s;
const VIEW_BOX = / viewBox="\s*([\d.\-eE]+(?:[\s,]+[\d.\-eE]+){3})\s*"/;
/** The attributes of the root that its elements inherit. */
const ROOT_ATTRIBUTE = / (?:xmlns(?::\w+)?|version|id|viewBox|preserveAspectRatio)="[^"]*"/g;

/** @throws LogoError with one sentence for the operator */
export function readMark(name: string, file: Uint8Array): Mark {
  const { type, bytes } = readLogo(file);
  if (type !== 'svg') {
    throw new LogoError('a mark is an SVG');
  }
  const [, attributes = '', drawing = ''] = ROOT.exec(Buffer.from(bytes).toString('utf8')) ?? [];
  const [, viewBox] = VIEW_BOX.exec(attributes) ?? [];
  if (viewBox === undefined || drawing === '') {
    throw new LogoError('the SVG draws nothing');
  }
  if (bytes.length > MARK_BYTES_MAX) {
    throw new LogoError(`written anew, it has ${bytes.length} bytes, and ${MARK_BYTES_MAX} are allowed`);
  }
  const inherited = attributes.replace(ROOT_ATTRIBUTE, '');
  // The page's style draws lines by default, where SVG fills shapes.
  const own = withOwnIds(`mark-${name}-`, drawing);
  // The root's attributes are on an element of their own: browsers ignore a second attribute of the same name.
  const inner = inherited === '' ? own.text : `<g${own.prefixed(inherited)}>${own.text}</g>`;
  return { viewBox, drawing: `<g fill="#000" stroke="none" stroke-width="1">${inner}</g>` };
}

function withOwnIds(prefix: string, drawing: string) {
  const prefixed = (text: string) =>
    text
      .replace(/ id="/g, `$&${prefix}`)
      .replace(/url\((['"]?|&quot;|&#39;)#/g, `$&${prefix}`)
      .replace(/ href="#/g, `$&${prefix}`);
  return { text: prefixed(drawing), prefixed };
}
