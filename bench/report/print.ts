/** Tables and marks as text for a terminal. */
import { isMet, type Mark, type Table } from './measured.ts';

const GAP = '  ';

/** The first column has names and is left-aligned; the others have figures and are right-aligned. */
export function tableText({ title, head, rows, notes }: Table): string {
  const widths = head.map((cell, index) => Math.max(cell.length, ...rows.map((row) => row[index]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    widths
      .map((width, index) => {
        const cell = cells[index] ?? '';
        return index === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join(GAP)
      .trimEnd();
  const body = [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)];
  return [title, '', ...[...body, ...notes].map((text) => `  ${text}`), ''].join('\n');
}

export function marksText(marks: readonly Mark[]): string {
  const lines = marks.map((mark) => `  ${isMet(mark) ? 'met   ' : 'MISSED'}  ${markText(mark)}`);
  return ['Marks', '', ...lines, ''].join('\n');
}

function markText({ what, value, unit, atLeast, atMost }: Mark): string {
  const wanted = [
    ...(atLeast === undefined ? [] : [`at least ${atLeast}`]),
    ...(atMost === undefined ? [] : [`at most ${atMost}`]),
  ];
  return `${what}: ${value}${unit}, wanted ${wanted.join(' and ')}${unit}`;
}

/** 12345.6 as `12,346`. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en');
}

export function fixed(value: number, digits: number): string {
  return value.toLocaleString('en', { minimumFractionDigits: digits, maximumFractionDigits: digits });
}
