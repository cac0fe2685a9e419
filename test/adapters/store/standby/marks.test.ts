import { describe, expect, it } from 'vitest';
import { HeartbeatMarks } from '../../../../src/adapters/store/standby/marks.ts';

const KEPT_MS = 60_000;
const row = (beats: number, key = 7, startedAt = 1) => ({ key, startedAt, beats });

/** A heartbeat every two seconds from 10,000 ms on, noted half a second later. @param beats the last one */
function marksUpTo(beats: number): HeartbeatMarks {
  const marks = new HeartbeatMarks(KEPT_MS);
  for (let beat = 1; beat <= beats; beat += 1) {
    const at = 8_000 + 2_000 * beat;
    marks.note(row(beat), at, { at: at + 500, indexedUntil: 1_000_000 + at });
  }
  return marks;
}

describe('the data of a standby', () => {
  it('has everything from before the heartbeat that it shows', () => {
    expect(marksUpTo(5).markOf(row(3))?.at).toBe(14_000);
  });

  it('is as old as the last noted heartbeat before, if its own one was not noted', () => {
    const marks = marksUpTo(3);
    marks.note(row(6), 30_000, { at: 30_500, indexedUntil: 0 });
    expect(marks.markOf(row(5))?.at).toBe(14_000);
    expect(marks.markOf(row(9))?.at).toBe(30_000);
  });

  it('has the index of orders as it was before that heartbeat', () => {
    expect(marksUpTo(5).markOf(row(3))?.indexedUntil).toBe(1_012_000);
  });

  it.each([
    ['of another process', row(3, 8)],
    ['of another installation, with the same number', row(3, 7, 2)],
    ['older than all that is kept', row(0)],
  ])('has no date with a row %s', (_, other) => {
    expect(marksUpTo(5).markOf(other)).toBeUndefined();
  });

  it('has no date after the process has joined anew, until a heartbeat of its new row', () => {
    const marks = marksUpTo(5);
    marks.note(row(0, 9), 20_000, { at: 20_500, indexedUntil: 0 });
    expect(marks.markOf(row(5))).toBeUndefined();
    expect(marks.markOf(row(0, 9))?.at).toBe(20_000);
  });

  it('is not dated by marks from long ago', () => {
    const marks = marksUpTo(5);
    marks.note(row(90), 100_000, { at: 100_500, indexedUntil: 0 });
    expect(marks.markOf(row(5))).toBeUndefined();
  });
});
