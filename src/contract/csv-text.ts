/** Cells of CSV (RFC 4180) that people open with a spreadsheet. */

export const CSV_LINE_END = '\r\n';
export const CSV_TYPE = 'text/csv; charset=utf-8; header=present';

/** The first characters by which a spreadsheet takes a text for a formula, as OWASP lists them. */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/;
const SPECIAL = /[",\r\n]/;

/** @returns a cell that no spreadsheet calculates: a text that looks like a formula begins with an apostrophe */
export function csvText(text: string): string {
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return SPECIAL.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
