/** The one command that changes the schema, and the others, which refuse an older one. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { migrations } from '../../src/adapters/store/schema/migrations/index.ts';
import { openStore } from '../../src/adapters/store/store.ts';
import { rowsOfFile, runOnFile } from '../support/database.ts';
import { turnpike } from './turnpike.ts';

const NAMES = Object.keys(migrations('sqlite'));
const NEWEST = NAMES.at(-1)!;

const folders: string[] = [];
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'turnpike-migrate-'));
  file = join(folder, 'turnpike.db');
  folders.push(folder);
});
afterAll(() => {
  for (const one of folders) {
    rmSync(one, { recursive: true, force: true });
  }
});

const run = (...args: string[]) => turnpike(folder, args);
const applied = () => rowsOfFile(file, 'select name from kysely_migration order by name').map(({ name }) => name);

it('migrate creates the schema, prints its steps, and has none the second time', async () => {
  const lines = [...NAMES.map((name) => `applied ${name}`), 'The database has the newest schema now.', ''];
  expect(await run('migrate')).toEqual({ code: 0, out: lines.join('\n'), err: '' });
  expect(await run('migrate')).toEqual({ code: 0, out: 'The database had the newest schema already.\n', err: '' });
  expect(await run('merchant', 'list')).toMatchObject({ code: 0, err: '' });
});

it('migrate accepts no argument', async () => {
  expect(await run('migrate', 'now')).toMatchObject({ code: 2, out: '', err: 'turnpike migrate\n' });
});

it('any other command refuses a missing database, and creates none', async () => {
  const err = 'There is no database yet. Run: npm run turnpike -- migrate\n';
  expect(await run('merchant', 'list')).toEqual({ code: 1, out: '', err });
  expect(existsSync(file)).toBe(false);
});

it.each(['merchant list', 'reconcile', 'notifications list'])(
  '%s refuses an older schema in one line, and changes nothing',
  async (command) => {
    await (await openStore(`sqlite:${file}`, { owner: false })).close();
    runOnFile(file, 'delete from kysely_migration where name = ?', NEWEST);
    const err = 'The database has an older schema than this program. Run: npm run turnpike -- migrate\n';
    expect(await run(...command.split(' '))).toEqual({ code: 1, out: '', err });
    expect(applied()).toEqual(NAMES.slice(0, -1));
  },
);

it('any other command refuses a database without a schema', async () => {
  runOnFile(file, 'create table other (id integer)');
  const err = 'The database has no schema yet. Run: npm run turnpike -- migrate\n';
  expect(await run('merchant', 'list')).toEqual({ code: 1, out: '', err });
});
