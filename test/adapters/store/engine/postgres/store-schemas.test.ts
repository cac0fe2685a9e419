/** The rig of `npm run test:stores`; elsewhere there is one schema. */
import pg from 'pg';
import { describe, expect, inject, it } from 'vitest';
import { administratorOf, newDatabase } from '../../../../support/database-place.ts';
import { schemaAt } from '../../../../support/store-schemas.ts';

describe.runIf(inject('stores') === 'TEMPLATE')('a database with three stores', () => {
  it('hides two of them from the test’s role, and notices rows that come into them', async () => {
    const place = await newDatabase();
    const [own] = await place.rows('select current_schema() as schema');
    const others = [0, 1, 2].map(schemaAt).filter((name) => name !== own?.schema);
    expect(others).toHaveLength(2);
    const probe = `${pg.escapeIdentifier(others[0] as string)}.write_probe`;
    await expect(place.rows(`select * from ${probe}`)).rejects.toThrow('permission denied for schema');
    const administrator = new pg.Client(administratorOf(place.url));
    await administrator.connect();
    await administrator.query(`insert into ${probe} (key, payload) values (1, '')`);
    await expect(place.remove()).rejects.toThrow(`wrote rows of ${others[0]}`);
    await administrator.query(`delete from ${probe}`);
    await administrator.end();
    await place.remove();
  });
});
