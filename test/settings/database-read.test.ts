import { expect, it } from 'vitest';
import { readDatabaseRead } from '../../src/settings/database-read.ts';

const PRIMARY = 'postgres://u:p@db1.internal/turnpike';
const READ = 'postgres://u:hunter2@db2.internal,db3.internal:5433/turnpike';

const read = (env: Readonly<Record<string, string>>, url = PRIMARY) => readDatabaseRead(env, url, 'sandbox');

it('without the setting nothing is read from a standby', () => {
  expect(read({})).toBeUndefined();
});

it('one or several hosts are accepted, with a bound of 10 s unless another is set', () => {
  expect(read({ DATABASE_READ_URL: READ })).toEqual({ url: READ, ageMsMax: 10_000 });
  const url = `${READ}?target_session_attrs=prefer-standby`;
  expect(read({ DATABASE_READ_URL: url, DATABASE_READ_AGE_MAX: '30' })).toEqual({ url, ageMsMax: 30_000 });
});

it.each([
  ['no URL', { DATABASE_READ_URL: 'db2.internal' }],
  ['a file', { DATABASE_READ_URL: 'sqlite:copy.db' }],
  ['a server that takes writes', { DATABASE_READ_URL: `${READ}?target_session_attrs=read-write` }],
])('%s is refused in one line without the password', (_, env) => {
  expect(() => read(env)).toThrow(/^DATABASE_READ_URL cannot be used: it takes postgres:\/\/(?!.*hunter2).+\.$/);
});

it('SQLite has no standby', () => {
  expect(() => read({ DATABASE_READ_URL: READ }, 'sqlite:turnpike.db')).toThrow(/cannot be used with SQLite/);
});

it.each(['4', '301', '10 s', '-5'])('a bound of %s is refused', (age) => {
  expect(() => read({ DATABASE_READ_AGE_MAX: age })).toThrow(
    `DATABASE_READ_AGE_MAX="${age}" cannot be used: it takes seconds, from 5 to 300.`,
  );
});

it('live mode requires a TLS setting for a standby on another machine', () => {
  expect(() => readDatabaseRead({ DATABASE_READ_URL: READ }, PRIMARY, 'live')).toThrow(
    /^DATABASE_READ_URL cannot be used in live mode without TLS/,
  );
});
