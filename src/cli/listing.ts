/** Lists as the results of commands: a line of cells for a person, and JSON lines for a script (`--json`). */
import type { CommandResult } from './command.ts';
import { printable } from './printable.ts';

/** The option of every list. */
export const JSON_OPTION = '--json';

/**
 * @param rows the objects of the JSON lines. Times are ISO 8601, amounts decimal numbers in major units, both as text
 * @param cellsOf returns the texts of a row's line
 * @param empty the text for a person if there are no rows
 */
export function listing<Row extends object>(
  rows: readonly Row[],
  cellsOf: (row: Row) => readonly string[],
  empty: string,
): CommandResult {
  const lines = rows.map((row) => cellsOf(row).map(printable).join('\t'));
  return { text: rows.length === 0 ? empty : lines.join('\n'), exitCode: 0, rows };
}

/** Characters that JSON leaves as they are, and that could move a terminal's cursor or reorder its line. */
const UNPRINTABLE = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Returns an object as one line of JSON, with such characters escaped. */
export function jsonLine(row: object): string {
  return JSON.stringify(row).replace(UNPRINTABLE, (character) =>
    [...Array(character.length).keys()]
      .map((index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}
