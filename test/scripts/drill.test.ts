/** The search for the tools of `npm run drill`, and the table that it prints. */
import { expect, it } from 'vitest';
import { drillTable, failoverTable } from '../../scripts/lib/drill-table.mjs';
import { DRILL_TOOLS, findDrillTool } from '../../scripts/lib/drill-tools.mjs';

const DRILL = {
  ...{ tool: 'pg_dump', seed: 7, lostSeconds: 3, orders: 60, after: 40, listed: 42, adopted: 40, ended: 1, voided: 1 },
  ...{ reversed: 9, barred: 0, repeats: 120, apart: 0, chargedTwice: 0, seconds: 20 },
};

it('a tool that needs no programs is always found', async () => {
  expect(DRILL_TOOLS).toEqual([
    'vacuum-into',
    'litestream',
    'base-backup',
    'pg_dump',
    'pgbackrest',
    'standby',
    'patroni',
  ]);
  for (const tool of ['vacuum-into', 'base-backup', 'standby']) {
    expect(await findDrillTool(tool)).toEqual({});
  }
});

it('another tool is found with the paths of its programs, or left out with the reason', async () => {
  for (const tool of ['pg_dump', 'pgbackrest', 'patroni']) {
    const { missing, env } = await findDrillTool(tool);
    expect(missing ?? env?.POSTGRES_PROGRAMS).toMatch(
      /^there is no .*: install the package \w+\.$|apt-get install [\w -]+$|need root\.$|\/bin$/,
    );
  }
});

it('the table has a row for each drill, and the sums of each tool that was tried several times', () => {
  const lines = drillTable([DRILL, { ...DRILL, seed: 8, lostSeconds: 5 }, { ...DRILL, tool: 'standby' }])
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/));
  expect(lines[0]?.slice(-3)).toEqual(['differences', 'charged twice', 'took s']);
  expect(lines.slice(1).map((cells) => cells.slice(0, 5))).toEqual([
    ['pg_dump', '7', '3', '60', '40'],
    ['pg_dump', '8', '5', '60', '40'],
    ['standby', '7', '3', '60', '40'],
    ['pg_dump', '2 seeds', '8', '120', '80'],
  ]);
  expect(drillTable([])).toBe('');
});

const FAILOVER = {
  ...{ loss: 'kill', route: 'hosts', seed: 7, from: 'db1', to: 'db2', electedMs: 18_000, silentMs: 20_000 },
  ...{ callMs: 21_000, requestMs: 22_000, requests: 400, refusals: 9, unanswered: 0, lost: 0, doubled: 0, others: 0 },
  confirmed: 0,
};

it('the table of failovers has a row for each, and then the longest times and the sums', () => {
  const lines = failoverTable(
    [FAILOVER, { ...FAILOVER, seed: 8, silentMs: 19_000, requests: 300 }],
    [{ loss: FAILOVER.loss, route: FAILOVER.route, rounds: 2 }],
  )
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/ {2,}/));
  expect(lines[0]?.slice(0, 3)).toEqual(['loss', 'route', 'seed']);
  expect(lines[1]?.slice(0, 7)).toEqual(['kill', 'hosts', '7', 'db1', 'db2', '18000', '20000']);
  expect(lines[3]?.slice(0, 6)).toEqual(['2 seeds', '18000', '20000', '21000', '22000', '700']);
  expect(failoverTable([], [])).toBe('');
});

it('a round that reported nothing is a failed one in the table, and a run without a cluster has failed rounds alone', () => {
  const rows = (text: string) =>
    text
      .trim()
      .split('\n')
      .map((line) => line.trim().split(/ {2,}/));
  const planned = [{ loss: FAILOVER.loss, route: FAILOVER.route, rounds: 3 }];
  const [, ended, , failed, last] = rows(failoverTable([FAILOVER, FAILOVER], planned));
  expect([ended?.at(-1), failed?.at(-1), last?.at(-1)]).toEqual(['0', '1', '1']);
  expect(failed?.slice(0, 5)).toEqual([FAILOVER.loss, FAILOVER.route, '-', '-', '-']);
  expect(rows(failoverTable([], planned)).map((row) => row.at(-1))).toEqual(['failed', '1', '1', '1', '3']);
});
