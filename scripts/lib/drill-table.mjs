/** The tables of `npm run drill` and `npm run drill:failover`. */

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
  return aligned([
    names.map((name) => COLUMNS[name]),
    ...[...drills, ...sums].map((drill) => names.map((name) => `${drill[name]}`)),
  ]);
}

/** @param {readonly (readonly string[])[]} rows the first one has the names of the columns */
function aligned(rows) {
  const widths = rows[0]?.map((_name, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
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

/** The columns of a failover, by the names of the figures in the report. Times are milliseconds. */
const FAILOVER_COLUMNS = /** @type {const} */ ({
  loss: 'loss',
  route: 'route',
  seed: 'seed',
  from: 'from',
  to: 'to',
  electedMs: 'leader after',
  silentMs: 'paid again after',
  callMs: 'longest call',
  requestMs: 'longest request',
  requests: 'requests',
  refusals: '503',
  unanswered: 'unanswered',
  lost: 'lost',
  doubled: 'doubled',
  others: 'other flaws',
  confirmed: 'confirmed when cut off',
  failed: 'failed',
});
/** Columns of times, whose longest one is shown below several rounds. */
const TIMES = new Set(['electedMs', 'silentMs', 'callMs', 'requestMs']);
const TEXTS = new Set(['loss', 'route', 'seed', 'from', 'to']);

/** @typedef {{ readonly [name in Exclude<keyof typeof FAILOVER_COLUMNS, 'failed'>]: string | number }} Failover */

/**
 * @typedef {{ readonly loss: string, readonly route: string, readonly rounds: number }} FailoverRun rounds of one kind,
 * as they were planned
 */

/**
 * @param {readonly Failover[]} reported
 * @param {readonly FailoverRun[]} runs
 * @returns {string} a row for each round, and a last one with the longest times and the sums of the other figures. A
 * round that was planned and reported nothing has failed, such as one that ended without a whole cluster
 */
export function failoverTable(reported, runs) {
  const ended = reported.map((round) => ({ ...round, failed: 0 }));
  const rounds = [...ended, ...runs.flatMap((run) => failedRounds(reported, run))];
  if (rounds.length === 0) {
    return '';
  }
  const names = /** @type {(keyof typeof FAILOVER_COLUMNS)[]} */ (Object.keys(FAILOVER_COLUMNS));
  const numbersOf = (/** @type {keyof typeof FAILOVER_COLUMNS} */ name) =>
    rounds.map((round) => Number(round[name]) || 0);
  const last = names.map((name) => {
    if (TEXTS.has(name)) {
      return name === 'seed' ? `${rounds.length} seeds` : '';
    }
    return `${TIMES.has(name) ? Math.max(...numbersOf(name)) : numbersOf(name).reduce((sum, one) => sum + one, 0)}`;
  });
  const rows = rounds.map((round) => names.map((name) => `${round[name]}`));
  return aligned([names.map((name) => FAILOVER_COLUMNS[name]), ...rows, ...(rounds.length > 1 ? [last] : [])]);
}

/** @param {readonly Failover[]} reported @param {FailoverRun} run */
function failedRounds(reported, { loss, route, rounds }) {
  const { length } = reported.filter((round) => round.loss === loss && round.route === route);
  const names = /** @type {(keyof Failover)[]} */ (Object.keys(FAILOVER_COLUMNS));
  const unknown = /** @type {Failover} */ (Object.fromEntries(names.map((name) => [name, '-'])));
  return Array.from({ length: Math.max(0, rounds - length) }, () => ({ ...unknown, loss, route, failed: 1 }));
}
