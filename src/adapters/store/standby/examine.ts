/** Examines a standby once, for the operator: by the heartbeats of any processes, since a command has none. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Engine } from '../engine/engine.ts';
import type { StandbyConnections } from '../engine/postgres/standby-connections.ts';
import { type StandbyState, schemaProblem } from './schema-problem.ts';
import { allProcesses, rowFrom } from './statements.ts';

/** A standby without a lag has the heartbeats within milliseconds. */
const PATIENCE_MS = 5_000;
const POLL_MS = 50;

export interface ExaminedStandby extends StandbyState {
  /** The time that passed until it had the heartbeats of the primary; undefined if no process runs. */
  readonly behindMs?: number | undefined;
}

/** @throws an error of the primary; one of the standby is its condition AWAY */
export async function examineStandby(primary: Engine, connections: StandbyConnections): Promise<ExaminedStandby> {
  try {
    await connections.open();
    return (await schemaProblem(primary, connections)) ?? (await follow(primary, connections));
  } catch (error) {
    return { condition: 'AWAY', cause: error instanceof Error ? error.message : String(error) };
  }
}

async function follow(primary: Engine, connections: StandbyConnections): Promise<ExaminedStandby> {
  const began = performance.now();
  const expected = (await primary.read(allProcesses, {})).map(rowFrom);
  if (expected.length === 0) {
    return { condition: 'READY' };
  }
  for (;;) {
    const found = (await connections.read(allProcesses, {})).map(rowFrom);
    const isThere = expected.every(({ key, startedAt, beats }) =>
      found.some((row) => row.key === key && row.startedAt === startedAt && row.beats >= beats),
    );
    const passedMs = Math.round(performance.now() - began);
    if (isThere) {
      return { condition: 'READY', behindMs: passedMs };
    }
    if (passedMs > PATIENCE_MS) {
      return { condition: 'LATE', cause: `it lacks heartbeats that the primary had ${PATIENCE_MS} ms ago` };
    }
    await pause(POLL_MS);
  }
}
