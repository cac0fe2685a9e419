/** The totals of `npm run test:times`. */
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { byFolder } from '../../scripts/lib/test-times.mjs';
import budget from '../budget.json' with { type: 'json' };

/** Two processors, for five minutes at most. */
const SECONDS_MAX = 2 * 5 * 60;

const time = (file: string, ms: number, processorMs = 0) => ({ file, ms, processorMs });

it('the report sums the files of a folder, and those of folders without a budget, the most expensive first', () => {
  const files = [
    time('test/api/rest/a.test.ts', 1_500, 500),
    time('test/web/pages/b.test.ts', 1_000, 4_000),
    time('test/api/rest/operations/c.test.ts', 2_000, 250),
    time('test/back-office/logos/d.test.ts', 300),
    time('test/one.test.ts', 200),
  ];
  expect(byFolder(files, { api: 3, web: 9, other: 1 })).toEqual([
    { folder: 'web', seconds: 1, processorSeconds: 4, budget: 9 },
    { folder: 'api', seconds: 3.5, processorSeconds: 0.75, budget: 3 },
    { folder: 'other', seconds: 0.5, processorSeconds: 0, budget: 1 },
  ]);
});

it('the budget names existing folders, and is at most five minutes of two cores', () => {
  const { other, ...folders } = budget;
  const sum = Object.values(folders).reduce((total, seconds) => total + seconds, other);
  expect(sum).toBeLessThanOrEqual(SECONDS_MAX);
  const there = readdirSync(new URL('..', import.meta.url));
  expect(Object.keys(folders).filter((name) => !there.includes(name))).toEqual([]);
});
