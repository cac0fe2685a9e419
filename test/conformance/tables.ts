/**
 * Reads the Markdown tables of the interface's document: every table with its heading, and every field of a field table
 * by its full path.
 *
 * @example fieldRowsOf(tablesOf(markdown))[0] // { path: 'apiOperation', heading: 'Fields common to …', type: 'String',
 * … }
 */

export interface DocumentTable {
  /** The heading above the table. */
  readonly heading: string;
  /** The last line of text between the heading and the table, if any. */
  readonly lead: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

export interface DocumentRow {
  readonly path: string;
  readonly table: DocumentTable;
  /** The convention that the row names: `String`, `Upper case alphabetic text`. */
  readonly type: string;
  /** The text of the other columns: length, values, presence, notes. */
  readonly notes: string;
}

export function tablesOf(markdown: string): DocumentTable[] {
  const tables: DocumentTable[] = [];
  let heading = '';
  let lead = '';
  let lines: string[] = [];
  for (const line of [...markdown.split('\n'), '']) {
    if (line.startsWith('|')) {
      lines.push(line);
    } else {
      if (lines.length > 0) {
        tables.push(tableOf(heading, lead, lines));
      }
      if (lines.length > 0 || line.startsWith('#')) {
        lead = '';
      }
      lines = [];
      if (line.startsWith('#')) {
        heading = line.replace(/^#+ */, '');
      } else if (line.trim() !== '') {
        lead = line;
      }
    }
  }
  return tables;
}

function tableOf(heading: string, lead: string, [head = '', , ...rows]: readonly string[]): DocumentTable {
  return { heading, lead, columns: cellsOf(head), rows: rows.map(cellsOf) };
}

function cellsOf(line: string): string[] {
  const cells = line.split(/(?<!\\)\|/).slice(1, -1);
  return cells.map((cell) => cell.trim());
}

/** Heads of first columns with field names or URL parameters. */
const FIELD_COLUMNS = ['Field', 'Parameter'];

export function fieldRowsOf(tables: readonly DocumentTable[]): DocumentRow[] {
  return tables.filter(({ columns }) => FIELD_COLUMNS.includes(columns[0] ?? '')).flatMap(rowsOf);
}

function rowsOf(table: DocumentTable): DocumentRow[] {
  const group = groupIn(table.lead);
  let [before, lengthBefore] = ['', ''];
  return table.rows.flatMap(([cell = '', ...others]) => {
    const paths = pathsOf(cell, before);
    before = paths[0] ?? '';
    const { type, length, notes } = factsOf(table.columns, others);
    lengthBefore = length === 'same' ? lengthBefore : length;
    const text = [lengthBefore, ...notes].join(' | ');
    const types = typesOf(type, paths.length);
    return paths.map((path, index) => ({
      path: group === '' ? path : `${group}.${path}`,
      table,
      type: types[index] ?? '',
      notes: text,
    }));
  });
}

interface Facts {
  readonly type: string;
  readonly length: string;
  readonly notes: readonly string[];
}

/** In a table without a type column fields are Strings, unless their length names another type. */
function factsOf(columns: readonly string[], cells: readonly string[]): Facts {
  const typed = columns[1] === 'Type' || !/^\d/.test(cells[0] ?? '');
  const [type = '', length = '', ...notes] = typed ? cells : ['String', ...cells];
  return { type, length, notes };
}

/** A table's lead may name the group of its fields: as its first word, or as its first code span. */
function groupIn(lead: string): string {
  return /^Line items `([^`]+)`/.exec(lead)?.[1] ?? /^(\w+) group \(/.exec(lead)?.[1] ?? '';
}

/** One type for all of a row's fields, or one for each, separated by slashes. */
function typesOf(cell: string, fields: number): string[] {
  const each = cell.split(' / ');
  return each.length === fields ? each : Array.from({ length: fields }, () => cell);
}

/**
 * The full paths of a cell.
 *
 * @param cell `a.b`, `a.{b, c}`, `a.b, c`, `a.b, a.c`, `a.b / c`, `...leg[n].b, c`; a name in angle brackets becomes
 * `X`
 * @param before a path of the previous row, which `...` continues
 */
export function pathsOf(cell: string, before = ''): string[] {
  const plain = cell.replaceAll('`', '').replace(/<[^>]*>/g, 'X');
  const [first = '', ...others] = listPaths(plain);
  const whole = first.startsWith('...') ? continued(before, first.slice(3)) : first;
  const siblings = whole.slice(0, whole.lastIndexOf('.') + 1);
  const top = whole.split('.')[0];
  return [whole, ...others.map((other) => (other.split('.')[0] === top ? other : siblings + other))];
}

/** `continued('a.leg[n].x', 'leg[n].y')` is `a.leg[n].y`. */
function continued(before: string, rest: string): string {
  const name = rest.split('.')[0] ?? '';
  const names = before.split('.');
  return [...names.slice(0, names.indexOf(name)), rest].join('.');
}

/** Expands a list to full paths: `a, b.{c, d}` is `a`, `b.c` and `b.d`. */
export function listPaths(list: string): string[] {
  return splitOutsideBraces(list).flatMap(unbraced);
}

/** `a, b.{c, d}` has two parts. */
function splitOutsideBraces(text: string): string[] {
  return text
    .split(/(?:,| \/ )(?![^{]*\})/)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** `a.{b, c.d}` is `a.b` and `a.c.d`. */
function unbraced(path: string): string[] {
  const found = /^(.*?)\{([^}]*,[^}]*)\}$/.exec(path);
  return found === null ? [path] : (found[2] ?? '').split(',').map((name) => found[1] + name.trim());
}
