import { describe, expect, it } from 'vitest';
import type { Engine } from '../../../../src/adapters/store/engine/engine.ts';
import { Reading } from '../../../../src/adapters/store/standby/reading.ts';
import type { Standby } from '../../../../src/adapters/store/standby/standby.ts';
import { allProcesses } from '../../../../src/adapters/store/standby/statements.ts';

const MARK = { at: 1_000, indexedUntil: 500 };

/** @param answers of the standby: false where it fails */
function world(answers: readonly boolean[], isUsable = true) {
  const places: string[] = [];
  const left = [...answers];
  const state: { mark: typeof MARK | undefined } = { mark: isUsable ? MARK : undefined };
  const standby = {
    mark: () => state.mark,
    countPrimary: () => undefined,
    read: async () => {
      places.push('standby');
      return left.shift() === true ? [] : undefined;
    },
  };
  const primary = { read: async () => void places.push('primary') };
  const reading = new Reading(primary as unknown as Engine, standby as unknown as Standby);
  return { reading, places, state, read: () => reading.read(allProcesses, {}) };
}

describe('the reads of a page', () => {
  it('go to the standby, and have the date of the first', async () => {
    const { reading, places, state, read } = world([true, true]);
    await read();
    state.mark = { at: 3_000, indexedUntil: 2_500 };
    await read();
    expect(places).toEqual(['standby', 'standby']);
    expect(reading.mark).toBe(MARK);
  });

  it('go to the primary after a failure, and stay there', async () => {
    const { reading, places, read } = world([true, false, true]);
    await read();
    await read();
    await read();
    expect(places).toEqual(['standby', 'standby', 'primary', 'primary']);
    expect(reading.mark).toBe(MARK);
  });

  it('do not go to the standby once one was at the primary', async () => {
    const { reading, places, state, read } = world([true], false);
    await read();
    state.mark = MARK;
    await read();
    expect(places).toEqual(['primary', 'primary']);
    expect(reading.mark).toBeUndefined();
  });
});
