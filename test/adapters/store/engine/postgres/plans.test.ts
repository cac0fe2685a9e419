/** PostgreSQL has an index for each frequent statement: without sequential scans, none reads a whole growing table. */
import pg from 'pg';
import { expect, it } from 'vitest';
import { newUrl, onEnd } from '../../rig.ts';
import { GROWING, STATEMENTS } from '../frequent-statements.ts';

it('no statement needs a scan of a table that grows', async () => {
  const client = new pg.Client({ connectionString: await newUrl() });
  onEnd(() => client.end());
  await client.connect();
  // The planner scans only where it has no index.
  await client.query('set enable_seqscan = off');
  const scanned: string[] = [];
  for (const [name, statement] of STATEMENTS) {
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(
      `explain (generic_plan) ${statement.compile('postgres').sql}`,
    );
    const tables = rows.map((row) => /Seq Scan on (\w+)/.exec(row['QUERY PLAN'])?.[1] ?? '');
    scanned.push(...tables.filter((table) => GROWING.includes(table)).map((table) => `${name}: ${table}`));
  }
  expect(scanned).toEqual([]);
});
