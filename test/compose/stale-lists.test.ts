/** The list of changed rows of a move ends a minute after its command was cut off. */
import { expect, it } from 'vitest';
import type { StoredMove } from '../../src/adapters/store/index.ts';
import { StaleLists } from '../../src/compose/stores/stale-lists.ts';

const MOVE: StoredMove = {
  merchantKey: 7,
  merchantId: 'MOVING',
  step: 'OPEN',
  otherStore: 1,
  runner: 'command',
  beats: 3,
  changedAt: 0,
};

it('a list is ended once the beats of its command have stood still for a minute, and once', async () => {
  let now = 0;
  const ended: number[] = [];
  const lists = new StaleLists(() => now);
  const stopListing = async ({ beats }: StoredMove) => ended.push(beats) > 0;
  const readAt = async (seconds: number, move: Partial<StoredMove>) => {
    now = seconds * 1_000;
    await lists.end({ stopListing }, [{ ...MOVE, ...move }]);
    return ended;
  };
  expect(await readAt(0, { beats: 3 })).toEqual([]);
  expect(await readAt(59, { beats: 4 })).toEqual([]);
  expect(await readAt(100, { beats: 4 })).toEqual([]);
  expect(await readAt(121, { beats: 4, step: 'CLOSED' })).toEqual([]);
  expect(await readAt(122, { beats: 4 })).toEqual([4]);
  expect(await readAt(123, { beats: 4 })).toEqual([4]);
  // Another command has taken the move over.
  expect(await readAt(124, { beats: 5, runner: 'another' })).toEqual([4]);
  expect(await readAt(200, { beats: 5, runner: 'another' })).toEqual([4, 5]);
});
