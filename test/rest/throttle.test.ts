import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Throttle } from '../../src/rest/throttle.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const PAUSE_MS = 1_000;
const wrong = async () => false;
const right = async () => true;

/** Makes checks that tell when they are asked. */
function recorder() {
  const asked: string[] = [];
  return {
    asked,
    check:
      (name: string, answer = false) =>
      async () => {
        asked.push(name);
        return answer;
      },
  };
}

describe('the slow lane', () => {
  it('checks the first at once, and the next after a pause', async () => {
    const lane = new Throttle({ pauseMs: PAUSE_MS, waitingMax: 10 });
    const { asked, check } = recorder();
    const tries = ['a', 'b', 'c'].map((name) => lane.run('guesser', check(name)));
    await vi.advanceTimersByTimeAsync(0);
    expect(asked).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(PAUSE_MS - 1);
    expect(asked).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(1);
    expect(asked).toEqual(['a', 'b']);
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect(asked).toEqual(['a', 'b', 'c']);
    expect(await Promise.all(tries)).toEqual([false, false, false]);
  });

  it('answers without waiting for the pause that follows', async () => {
    const lane = new Throttle({ pauseMs: PAUSE_MS, waitingMax: 10 });
    expect(await lane.run('guesser', wrong)).toBe(false);
  });

  it('lets a right one pass in its turn, and pauses for none', async () => {
    const lane = new Throttle({ pauseMs: PAUSE_MS, waitingMax: 10 });
    const { asked, check } = recorder();
    void lane.run('guesser', wrong);
    const passed = lane.run('guesser', check('right', true));
    void lane.run('guesser', check('next'));
    await vi.advanceTimersByTimeAsync(PAUSE_MS);
    expect(await passed).toBe(true);
    expect(asked).toEqual(['right', 'next']);
  });

  it('turns away whom it would keep waiting too long, and takes them again later', async () => {
    const lane = new Throttle({ pauseMs: PAUSE_MS, waitingMax: 2 });
    void lane.run('guesser', wrong);
    void lane.run('guesser', wrong);
    expect(await lane.run('guesser', right)).toBeUndefined();
    await vi.advanceTimersByTimeAsync(2 * PAUSE_MS);
    expect(await lane.run('guesser', right)).toBe(true);
  });

  it('keeps nobody waiting for another guesser', async () => {
    const lane = new Throttle({ pauseMs: PAUSE_MS, waitingMax: 2 });
    await lane.run('one', wrong);
    expect(await lane.run('other', right)).toBe(true);
  });

  it('goes on after a check that could not be made', async () => {
    const lane = new Throttle({ pauseMs: PAUSE_MS, waitingMax: 2 });
    await expect(lane.run('guesser', () => Promise.reject(new Error('busy')))).rejects.toThrow('busy');
    expect(await lane.run('guesser', right)).toBe(true);
  });
});
