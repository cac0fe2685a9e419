/** Whether a standby has this store, and all its migrations. */
import type { Engine } from '../engine/engine.ts';
import type { StandbyConnections } from '../engine/postgres/standby-connections.ts';
import { type DatedMigration, datedMigrations } from './statements.ts';

/**
 * READY: lists are read from it. LATE: its data is older than the bound. AWAY: it does not answer. FOREIGN: it has
 * another installation's data, or none in this schema. OLDER: it lacks migrations that the primary has.
 */
export type StandbyCondition = 'AWAY' | 'FOREIGN' | 'LATE' | 'OLDER' | 'READY';

export interface StandbyState {
  readonly condition: StandbyCondition;
  /** For the log: the reason, without the URL. */
  readonly cause?: string | undefined;
}

/** @returns undefined for a standby of this store @throws if one of the servers does not answer */
export async function schemaProblem(
  primary: Engine,
  connections: StandbyConnections,
): Promise<StandbyState | undefined> {
  const expected = await primary.read(datedMigrations, {});
  const found = await connections.read(datedMigrations, {}).catch((error: unknown): DatedMigration[] => {
    if (connections.isTableMissing(error)) {
      return [];
    }
    throw error;
  });
  const times = new Map(found.map(({ name, timestamp }) => [name, timestamp]));
  if (found.length === 0) {
    return { condition: 'FOREIGN', cause: 'it has no store in this schema' };
  }
  if (expected.some(({ name, timestamp }) => times.has(name) && times.get(name) !== timestamp)) {
    return { condition: 'FOREIGN', cause: 'it has the store of another installation or schema' };
  }
  const lacking = expected.find(({ name }) => !times.has(name));
  return lacking && { condition: 'OLDER', cause: `it lacks the migration ${lacking.name}` };
}
