/** A parser of comma-separated values, RFC 4180: cells may be quoted, with quotes inside doubled. */
import { atLine } from './read-error.ts';

export interface CsvRow {
  /** The line on which the row begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

/**
 * Maximum length of a cell, longer than any cell of a report. Without this limit, a missing quote would turn the rest
 * of the file into one cell.
 */
const CELL_CHARACTERS_MAX = 10_000;

/** A cell ends at a comma, at the end of the line, or at the end of the text. */
const PLAIN_CELL = /[^",\r\n]*/y;
const QUOTED_CELL = /"((?:[^"]|"")*)"/y;
const LINE_BREAK = /\r\n|\n|\r/y;

/** Skips empty lines and a byte order mark. @throws SettlementFileError */
export function readCsv(text: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let line = 1;
  let at = text.startsWith('\uFEFF') ? 1 : 0;
  while (at < text.length) {
    const cells: string[] = [];
    const begins = line;
    for (;;) {
      const isQuoted = text[at] === '"';
      const found = matchAt(isQuoted ? QUOTED_CELL : PLAIN_CELL, text, at);
      if (found === undefined || found[0].length > CELL_CHARACTERS_MAX) {
        throw atLine(line, 'a cell does not end');
      }
      cells.push(isQuoted ? (found[1] ?? '').replaceAll('""', '"') : found[0]);
      line += isQuoted ? found[0].split('\n').length - 1 : 0;
      at += found[0].length;
      if (text[at] !== ',') {
        break;
      }
      at += 1;
    }
    const end = matchAt(LINE_BREAK, text, at);
    if (end === undefined && at < text.length) {
      throw atLine(line, 'a quote stands inside a cell');
    }
    at += end?.[0].length ?? 0;
    line += 1;
    if (cells.some((cell) => cell !== '')) {
      rows.push({ line: begins, cells });
    }
  }
  return rows;
}

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
