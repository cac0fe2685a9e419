/** Finds the prose in a file: comments, paragraphs of documents, names of tests. */
import { commentRanges } from './comment-ranges.ts';

export interface Passage {
  readonly kind: 'comment' | 'document' | 'test name';
  readonly text: string;
  /** from 1 */
  readonly line: number;
}

const SCRIPT = /\.(?:ts|tsx|mjs|astro|css)$/;
const TEST = /\.test\.tsx?$/;
/** Comments that are directives of tools. */
const DIRECTIVE = /biome-ignore|@ts-|@vite-ignore|^\/\/\/|@jsx/;
const NAME_OF_TEST = /\b(?:it|test|describe)(?:\.\w+)*(?:\([^()]*\))?\(\s*(['"`])((?:\\.|(?!\1).)*)\1/g;
/** A tag and the name of its parameter, which precede the sentence. */
const TAG = /@(?:param|returns|throws|template)\b(?:\s*\{[^}]*\})?(?:\s+`?[\w.[\]]+`?)?/g;

/** @param file the extension selects how the text is read; files other than scripts and documents have no passages */
export function passagesOf(text: string, file: string): Passage[] {
  if (file.endsWith('.md')) {
    return paragraphs(text);
  }
  if (!SCRIPT.test(file)) {
    return [];
  }
  return [...comments(text, file), ...(TEST.test(file) ? testNames(text) : [])];
}

function comments(text: string, file: string): Passage[] {
  return commentRanges(text, file)
    .filter(({ start, end }) => !DIRECTIVE.test(text.slice(start, end)))
    .flatMap(({ start, end }) =>
      text
        .slice(start, end)
        .replace(/^\/\*+|\*+\/$/g, '')
        .replace(/^\s*(?:\*|\/\/) ?/gm, '')
        .split(/\n\s*\n/)
        .map((paragraph) => ({ kind: 'comment', text: plain(paragraph), line: lineAt(text, start) }) as const),
    )
    .filter(({ text: words }) => /[a-z]{3}/.test(words));
}

/** The text in one line, without tags of JSDoc and targets of links. */
const plain = (paragraph: string) =>
  paragraph
    .replace(TAG, '')
    .replace(/\]\([^)]*\)/g, ']')
    .replace(/\s+/g, ' ')
    .trim();

/** The paragraphs of a document, without code, headings and tables, whose cells are no sentences. */
function paragraphs(text: string): Passage[] {
  const blank = text.replace(/^(`{3,})[\s\S]*?^\1/gm, (block) => block.replace(/[^\n]/g, ''));
  let line = 1;
  return blank.split('\n\n').flatMap((paragraph) => {
    const at = line;
    line += paragraph.split('\n').length + 1;
    return paragraph
      .split(/\n(?=\s*(?:[-*]|\d+\.) )/)
      .map((part) => part.replace(/^\s*(?:[-*>]|\d+\.) /, ''))
      .filter((part) => !/^\s*(?:#|\|)/.test(part))
      .map((part) => ({ kind: 'document', text: plain(part), line: at }) as const);
  });
}

function testNames(text: string): Passage[] {
  return [...text.matchAll(NAME_OF_TEST)].map((match) => ({
    kind: 'test name',
    text: match[2] ?? '',
    line: lineAt(text, match.index),
  }));
}

function lineAt(text: string, index: number): number {
  return text.slice(0, index).split('\n').length;
}
