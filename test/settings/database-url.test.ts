import { describe, expect, it } from 'vitest';
import { readDatabaseUrl } from '../../src/settings/database-url.ts';

describe('in live mode', () => {
  it.each([
    ['another machine', 'postgres://u:p@db.internal/turnpike'],
    ['another machine by its address', 'postgres://u:p@10.0.0.9:5432/turnpike'],
    ['one of several machines', 'postgres://u:p@localhost,db2.internal/turnpike'],
    ['another machine with an empty setting', 'postgres://u:p@db.internal/turnpike?sslmode='],
  ])('a database on %s is refused without a TLS setting, and its password is not shown', (_, url) => {
    const refused = () => readDatabaseUrl(url.replace('u:p@', 'u:hunter2@'), 'live');
    expect(refused).toThrow(/^DATABASE_URL cannot be used in live mode without TLS: add sslmode=verify-full, .+\.$/);
    expect(refused).toThrow(/^(?!.*hunter2)/);
  });

  it.each([
    ['with TLS', 'postgres://u:p@db.internal/turnpike?sslmode=verify-full'],
    ['with an authority', 'postgres://u:p@db.internal/turnpike?sslrootcert=/etc/db-ca.pem'],
    ['where the operator confirms a private network', 'postgres://u:p@db.internal/turnpike?sslmode=disable'],
    ['on this machine', 'postgres://u:p@127.0.0.1/turnpike'],
    ['by a socket', 'postgres://u:p@%2Fvar%2Frun%2Fpostgresql/turnpike'],
  ])('a database %s is accepted', (_, url) => {
    expect(readDatabaseUrl(url, 'live')).toBe(url);
  });
});

it('the sandbox uses a database on another machine without a TLS setting', () => {
  const url = 'postgres://u:p@db.internal/turnpike';
  expect(readDatabaseUrl(url, 'sandbox')).toBe(url);
});
