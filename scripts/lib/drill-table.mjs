/** The table of `npm run drill`. */

/** The columns, by the names of the figures in the report. */
const COLUMNS = /** @type {const} */ ({
  tool: 'tool',
  seed: 'seed',
  lostSeconds: 'lost s',
  orders: 'orders',
  after: 'after copy',
  listed: 'listed',
  adopted: 'adopted',
  ended: 'ended',
  voided: 'voided',
  reversed: 'reversed',
  barred: 'barred',
  repeats: 'repeats',
  apart: 'differences',
  chargedTwice: 'charged twice',
  seconds: 'took s',
});

/** @typedef {{ readonly [name in keyof typeof COLUMNS]: string | number }} Drill */

/**
 * @param {readonly Drill[]} drills
 * @returns {string} a row for each drill, and for each tool with several of them a row with their sums
 */
export function drillTable(drills) {
  if (drills.length === 0) {
    return '';
  }
  const names = /** @type {(keyof Drill)[]} */ (Object.keys(COLUMNS));
  const tools = [...new Set(drills.map(({ tool }) => tool))];
  const sums = tools
    .map((tool) => drills.filter((drill) => drill.tool === tool))
    .filter(({ length }) => length > 1)
    .map(sumOf);
  const rows = [
    names.map((name) => COLUMNS[name]),
    ...[...drills, ...sums].map((drill) => names.map((name) => `${drill[name]}`)),
  ];
  const widths = names.map((_name, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return `\n${rows.map((row) => row.map((cell, at) => cell.padStart(widths[at] ?? 0)).join('  ')).join('\n')}\n`;
}

/** @param {readonly Drill[]} ofTool @returns {Drill} */
function sumOf(ofTool) {
  const [first] = /** @type {[Drill]} */ (ofTool);
  const sums = Object.keys(first).map((name) => [
    name,
    ofTool.reduce((sum, drill) => sum + Number(drill[/** @type {keyof Drill} */ (name)]), 0),
  ]);
  return { ...Object.fromEntries(sums), tool: first.tool, seed: `${ofTool.length} seeds` };
}
