import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { WaitingAnswers } from '../../../src/platform/limits/waiting-answers.ts';

const PER_NETWORK_MAX = 50;
const MAX = 1_000;

let answers: WaitingAnswers;
beforeEach(() => {
  vi.useFakeTimers();
  answers = new WaitingAnswers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** @returns the immediate result: undefined while it waits */
async function asked(from: string, connection: object = {}): Promise<boolean | undefined> {
  let result: boolean | undefined;
  void answers.wait(from, connection).then((kept) => {
    result = kept;
  });
  await vi.advanceTimersByTimeAsync(0);
  return result;
}

it('a connection waits for one answer at a time', async () => {
  const connection = {};
  expect(await asked('192.0.2.1', connection)).toBeUndefined();
  expect(await asked('192.0.2.1', connection)).toBe(false);
  expect(await asked('192.0.2.1')).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await asked('192.0.2.1', connection)).toBeUndefined();
});

it('one network leaves places for others, for any number of its connections', async () => {
  for (let place = 0; place < PER_NETWORK_MAX; place += 1) {
    expect(await asked(`2001:db8:1:2::${place}`)).toBeUndefined();
  }
  expect(await asked('2001:db8:1:2::ffff')).toBe(false);
  expect(await asked('2001:db8:1:3::1')).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await asked('2001:db8:1:2::1')).toBeUndefined();
});

it('the number of places is limited', async () => {
  for (let place = 0; place < MAX; place += 1) {
    void answers.wait(`10.0.${place % 100}.1`, {});
  }
  expect(await asked('192.0.2.1')).toBe(false);
});
