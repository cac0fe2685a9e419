/**
 * Wraps comments. Only a paragraph with a line that is too wide is changed; code, lists, tags and blank lines end a
 * paragraph.
 */
import { commentRanges } from './comment-ranges.ts';

export const COLUMNS_MAX = 120;

/** Directives of tools, and URLs, which cannot be broken. */
const LEFT_ALONE = /biome-ignore|@ts-|^\s*(\/\/\/|https?:\S+$)/;
/** A line of a comment that begins a paragraph: a list's item or a tag. */
const BEGINS = /^([-*] |\d+\. |@[a-z]+)/;
/** In a comment that was one line, each tag gets its own line. */
const TAG = /^@(param|returns|throws|template)$/;
/** Text that must not begin a line, since it would become a list or a tag. */
const CANNOT_BEGIN = /^(-|\*|\d+\.|@(?!param$|returns$|throws$|template$).*|#.*)$/;

/** @returns the numbers, from 1, of lines that a comment makes too wide, except URLs and directives of tools */
export function wideComments(text: string, file: string): number[] {
  if (wideLines(text).length === 0) {
    return [];
  }
  const ranges = commentRanges(text, file);
  const lines = text.split('\n');
  let lineAt = 0;
  return lines.flatMap((line, index) => {
    const edge = lineAt + COLUMNS_MAX;
    lineAt += line.length + 1;
    if ([...line].length <= COLUMNS_MAX || LEFT_ALONE.test(line)) {
      return [];
    }
    return ranges.some(({ start, end }) => start <= edge && edge < end) ? [index + 1] : [];
  });
}

function wideLines(text: string): number[] {
  return text.split('\n').flatMap((line, index) => ([...line].length > COLUMNS_MAX ? [index + 1] : []));
}

/** @param file the extension selects the parser */
export function wrapComments(text: string, file: string): string {
  const replaced = commentRanges(text, file)
    .filter(({ start, end }) => wideLines(wholeLines(text, start, end)).length > 0)
    .filter(({ start }) => text.slice(lineStart(text, start), start).trim() === '');
  return replaced.reduceRight((done, { start, end }) => {
    const indent = ' '.repeat(start - lineStart(text, start));
    const comment = text.slice(start, end);
    const wrapped = comment.startsWith('//') ? wrapLines(comment, indent) : wrapBlock(comment, indent);
    return done.slice(0, start) + wrapped + done.slice(end);
  }, text);
}

function wrapLines(comment: string, indent: string): string {
  const lines = comment.split('\n').map((line) => line.trim().replace(/^\/\/ ?/, ''));
  return wrapped(lines, COLUMNS_MAX - indent.length - 3)
    .map((line) => `// ${line}`.trimEnd())
    .join(`\n${indent}`);
}

function wrapBlock(comment: string, indent: string): string {
  const opening = comment.startsWith('/**') ? '/**' : '/*';
  const lines = comment
    .slice(opening.length, -2)
    .split('\n')
    .map((line, index) => (index === 0 ? line.trim() : line.replace(/^\s*(\* ?|$)/, '').trimEnd()));
  if (lines[0] === '') {
    lines.shift();
  }
  if (lines.at(-1)?.trim() === '') {
    lines.pop();
  }
  const body = wrapped(lines, COLUMNS_MAX - indent.length - 3).map((line) => ` * ${line}`.trimEnd());
  return [opening, ...body, ' */'].join(`\n${indent}`);
}

/** Wraps each paragraph of a comment. */
function wrapped(lines: readonly string[], width: number): string[] {
  const paragraphs: string[][] = [];
  let isFenced = false;
  let goesOn = false;
  for (const line of lines) {
    if (/^\s*```/.test(line)) {
      isFenced = !isFenced;
    }
    // Text indented more than its paragraph is an example, unless it continues a list's item or a tag.
    const isText = !isFenced && line !== '' && !line.startsWith('|') && !line.startsWith('```');
    const first = paragraphs.at(-1)?.[0] ?? '';
    const belongs = BEGINS.test(first) ? /^ {0,3}\S/.test(line) : /^\S/.test(line);
    if (goesOn && isText && belongs && !BEGINS.test(line)) {
      paragraphs.at(-1)?.push(line);
    } else {
      paragraphs.push([line]);
    }
    goesOn = isText;
  }
  return paragraphs.flatMap((paragraph) => wrapParagraph(paragraph, width));
}

function wrapParagraph(lines: readonly string[], width: number): readonly string[] {
  const isWide = lines.some((line) => [...line].length > width);
  if (!isWide || lines.some((line) => LEFT_ALONE.test(line))) {
    return lines;
  }
  const hang = BEGINS.test(lines[0] ?? '') ? '  ' : '';
  const result: string[] = [];
  let current = /^ */.exec(lines[0] ?? '')?.[0] ?? '';
  for (const word of words(lines)) {
    const longer = current.trim() === '' ? current + word : `${current} ${word}`;
    const fits = [...longer].length <= width && !TAG.test(word);
    if (fits || current.trim() === '' || CANNOT_BEGIN.test(word)) {
      current = longer;
    } else {
      result.push(current);
      current = hang + word;
    }
  }
  return [...result, current];
}

/** Splits text into words. Text between backticks or braces, such as a path or a type, is one word. */
function words(lines: readonly string[]): string[] {
  return lines.join(' ').match(/(?:`[^`]*`|\{@[^}]*\}|[^\s`])+|`/g) ?? [];
}

function lineStart(text: string, at: number): number {
  return text.lastIndexOf('\n', at - 1) + 1;
}

function wholeLines(text: string, start: number, end: number): string {
  const close = text.indexOf('\n', end);
  return text.slice(lineStart(text, start), close === -1 ? text.length : close);
}
