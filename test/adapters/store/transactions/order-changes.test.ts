/** Changed orders in the memory of a process: their order, their bounded number, and the mark below all of them. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { OrderChanges } from '../../../../src/adapters/store/transactions/order-changes.ts';

const ROOM = 3;

let changes: OrderChanges;
beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  changes = new OrderChanges(ROOM);
});
afterEach(() => {
  vi.useRealTimers();
});

/** Notes a change of an order, at a time of its own. */
function note(orderKey: number, key = orderKey): void {
  vi.setSystemTime(orderKey);
  changes.note(orderKey, key);
}

describe('orders that a failed write puts back', () => {
  it('come before those that changed meanwhile, and the oldest of them says how old the index is', () => {
    note(10);
    note(20);
    expect(changes.take(2)).toEqual([10, 20]);
    note(30);
    changes.putBack();
    expect(changes.oldestAt).toBe(10);
    expect(changes.take(2)).toEqual([10, 20]);
    changes.release();
    expect(changes.oldestAt).toBe(30);
  });

  it('keep their lowest key and their first time where they changed again', () => {
    note(10);
    changes.take(1);
    vi.setSystemTime(99);
    changes.note(10, 40);
    changes.putBack();
    expect([changes.oldestAt, changes.moveMark(1_000)]).toEqual([10, 10]);
  });
});

describe('orders beyond those that the memory holds', () => {
  it('are found by a range of the keys of their transactions', () => {
    for (const key of [10, 20, 30, 50, 40]) {
      note(key);
    }
    expect(changes.isEmpty).toBe(false);
    expect(changes.take(9)).toEqual([10, 20, 30]);
    changes.release();
    expect([changes.oldestAt, changes.moveMark(1_000)]).toEqual([50, 40]);
    expect(changes.takeMissed()).toEqual({ from: 40, to: 50 });
    changes.release();
    expect([changes.oldestAt, changes.isEmpty, changes.moveMark(1_000)]).toEqual([undefined, true, 1_000]);
  });

  it('stay in the range where a write fails, and where only a part of the range was read', () => {
    for (const key of [10, 20, 30, 40, 50]) {
      note(key);
    }
    changes.takeMissed();
    note(60);
    changes.putBack();
    expect(changes.takeMissed()).toEqual({ from: 40, to: 60 });
    changes.release({ from: 45, to: 60 });
    expect(changes.oldestAt).toBe(10);
    expect(changes.takeMissed()).toEqual({ from: 45, to: 60 });
  });
});

describe('the mark', () => {
  it('stays below an open transaction until the index has its order', async () => {
    await changes.begin(10, 11, async () => true);
    expect(changes.moveMark(1_000)).toBe(11);
    await changes.complete(10, 11, async () => true);
    changes.take(1);
    expect(changes.moveMark(1_000)).toBe(11);
    changes.release();
    expect(changes.moveMark(1_000)).toBe(1_000);
  });

  it('is the first key of a process that joins again before it was moved', async () => {
    expect(changes.markFor(5)).toBe(5);
    await changes.begin(10, 11, async () => true);
    expect(changes.markFor(100)).toBe(5);
  });

  it('makes a commit note its order where the key of its transaction is lower', async () => {
    changes.markFor(5);
    const notes: boolean[] = [];
    for (const key of [4, 6]) {
      await changes.begin(key, key, async (isNoted) => notes.push(isNoted) > 0);
    }
    expect(notes).toEqual([true, false]);
  });
});
