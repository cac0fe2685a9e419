/**
 * Parses XML into a tree of elements with `sax` in strict mode, with only the five predefined entities. A document
 * type, which could declare other entities, is refused before its contents are read.
 */
import sax from 'sax';
import { atLine } from './read-error.ts';

export interface XmlElement {
  /** The local name, without a prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Text directly in this element, trimmed. */
  readonly text: string;
}

/** Maximum depth of elements. Messages of ISO 20022 are a dozen levels deep. */
const DEPTH_MAX = 64;
/**
 * Maximum number of elements, enough for a statement of 100,000 entries. Each element takes some hundred bytes of
 * memory.
 */
const ELEMENTS_MAX = 4_000_000;

/** Without `strictEntities`, which its types lack, `sax` would also decode the entities of HTML. */
const OPTIONS = { xmlns: false, position: true, strictEntities: true };

interface ElementInProgress extends XmlElement {
  readonly children: ElementInProgress[];
  text: string;
}

/** @returns the root element @throws SettlementFileError */
export function readXml(source: string): XmlElement {
  const parser = sax.parser(true, OPTIONS);
  const root: ElementInProgress = { name: '', attributes: {}, children: [], text: '' };
  const open: ElementInProgress[] = [root];
  let count = 0;
  const refused = (problem: string) => atLine(parser.line + 1, problem);
  parser.ondoctype = () => {
    throw refused('a document type is not allowed');
  };
  parser.onerror = () => {
    throw refused('it is no well-formed XML');
  };
  parser.onopentag = ({ name, attributes }) => {
    count += 1;
    if (open.length > DEPTH_MAX || count > ELEMENTS_MAX) {
      throw refused('there are too many elements');
    }
    const element: ElementInProgress = {
      name: localName(name),
      attributes: attributes as Record<string, string>,
      children: [],
      text: '',
    };
    open.at(-1)?.children.push(element);
    open.push(element);
  };
  const addText = (text: string) => {
    const element = open.at(-1) as ElementInProgress;
    element.text += text.trim();
  };
  parser.ontext = addText;
  parser.oncdata = addText;
  parser.onclosetag = () => {
    open.pop();
  };
  parser.write(source.replace(/^\uFEFF/, '')).close();
  const [document] = root.children;
  if (document === undefined) {
    throw refused('it has no element');
  }
  return document;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

/** Returns every element at the end of a path of names. */
export function elementsAt(element: XmlElement | undefined, ...path: readonly string[]): XmlElement[] {
  let found = element === undefined ? [] : [element];
  for (const step of path) {
    found = found.flatMap(({ children }) => children.filter(({ name }) => name === step));
  }
  return found;
}

/** The text of the first element at the path; undefined if there is none, or if it is empty. */
export function elementText(element: XmlElement | undefined, ...path: readonly string[]): string | undefined {
  return elementsAt(element, ...path)[0]?.text || undefined;
}
