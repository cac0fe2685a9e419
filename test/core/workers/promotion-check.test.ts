/** After a failover of the database, a process sends nothing until the other processes were heard. */
import { beforeEach, describe, expect, it } from 'vitest';
import { PromotionCheck } from '../../../src/core/index.ts';
import { memoryLog } from '../../adapters/acquirers/fixtures.ts';

let lineage: { timeline: number };
let checked: number[];
let log: ReturnType<typeof memoryLog>;

beforeEach(() => {
  [lineage, checked, log] = [{ timeline: 1 }, [], memoryLog()];
});

const newCheck = (last?: number) =>
  new PromotionCheck({ lineage, checked: last, log, onChecked: (timeline) => checked.push(timeline) });
const peer = (key: number, heartbeats: number) => ({ key, heartbeats });
const levels = () => log.lines.map(({ level }) => level);

describe('a process that lives through a promotion', () => {
  it('waits until each other process has a new heartbeat', () => {
    const check = newCheck();
    check.look([peer(2, 7), peer(3, 7)]);
    expect(check.isPassed).toBe(true);
    lineage.timeline = 2;
    expect(check.isPassed).toBe(false);
    check.look([peer(2, 7), peer(3, 7)]);
    check.look([peer(2, 8), peer(3, 7)]);
    expect([check.isPassed, checked]).toEqual([false, []]);
    check.look([peer(2, 8), peer(3, 8), peer(4, 0)]);
    expect([check.isPassed, checked, levels()]).toEqual([true, [2], ['info']]);
  });

  it('continues at its first look if it is alone', () => {
    const check = newCheck();
    lineage.timeline = 2;
    check.look([]);
    expect([check.isPassed, levels()]).toEqual([true, ['info']]);
  });

  it('continues after the eviction of a process that has died, and warns that its commits may be lost', () => {
    const check = newCheck();
    lineage.timeline = 2;
    check.look([peer(2, 7)]);
    check.look([]);
    expect([check.isPassed, levels()]).toEqual([true, ['warn']]);
  });

  it('begins anew with the next promotion', () => {
    const check = newCheck();
    lineage.timeline = 2;
    check.look([peer(2, 7)]);
    lineage.timeline = 3;
    check.look([peer(2, 8)]);
    expect(check.isPassed).toBe(false);
    check.look([peer(2, 9)]);
    expect([check.isPassed, checked]).toEqual([true, [3]]);
  });
});

describe('a process that starts after a promotion', () => {
  it('warns if no process lives that used the former server', () => {
    lineage.timeline = 2;
    const check = newCheck(1);
    expect(check.isPassed).toBe(false);
    check.look([]);
    expect([check.isPassed, checked, levels()]).toEqual([true, [2], ['warn']]);
  });

  it('waits for those that live', () => {
    lineage.timeline = 2;
    const check = newCheck(1);
    check.look([peer(2, 7)]);
    check.look([peer(2, 8)]);
    expect([check.isPassed, levels()]).toEqual([true, ['info']]);
  });

  it('does not wait if they have checked the server before', () => {
    lineage.timeline = 2;
    expect(newCheck(2).isPassed).toBe(true);
  });
});
