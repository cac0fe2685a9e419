import { expect, it } from 'vitest';
import type { Engine } from '../../../../src/adapters/store/engine/engine.ts';
import type { StandbyConnections } from '../../../../src/adapters/store/engine/postgres/standby-connections.ts';
import { Reading } from '../../../../src/adapters/store/standby/reading.ts';
import { schemaProblem } from '../../../../src/adapters/store/standby/schema-problem.ts';
import type { Standby } from '../../../../src/adapters/store/standby/standby.ts';

const migrations = (...names: readonly string[]) => ({
  read: async () => names.map((name) => ({ name, timestamp: `2026-11-30T00:00:0${name.at(-1)}.000Z` })),
});
const problemOf = (expected: object, found: object) =>
  schemaProblem(expected as Engine, found as unknown as StandbyConnections);

it('a standby with the migrations of the primary, or more, has this store', async () => {
  expect(await problemOf(migrations('0001', '0002'), migrations('0001', '0002'))).toBeUndefined();
  expect(await problemOf(migrations('0001'), migrations('0001', '0002'))).toBeUndefined();
});

it('a standby without the last migration is not used yet, and the migration is named', async () => {
  expect(await problemOf(migrations('0001', '0002'), migrations('0001'))).toEqual({
    condition: 'OLDER',
    cause: 'it lacks the migration 0002',
  });
});

it('a store that was migrated at another time is of another installation', async () => {
  const other = { read: async () => [{ name: '0001', timestamp: '2026-01-01T00:00:00.000Z' }] };
  expect(await problemOf(migrations('0001', '0002'), other)).toMatchObject({ condition: 'FOREIGN' });
});

it('a reading writes and claims nothing', async () => {
  const reading = new Reading({} as Engine, {} as Standby);
  await expect(reading.commit()).rejects.toThrow('A reading writes nothing.');
  await expect(reading.claim()).rejects.toThrow('A reading claims no rows.');
});
