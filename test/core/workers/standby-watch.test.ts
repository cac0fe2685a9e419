import { expect, it } from 'vitest';
import { StandbyWatch } from '../../../src/core/index.ts';

type State = Awaited<ReturnType<ConstructorParameters<typeof StandbyWatch>[0]['standby']['check']>>;

/** Runs a check at each of these seconds. @returns the log's messages, each with its second */
async function logged(states: readonly (readonly [second: number, condition: State['condition']])[]) {
  const lines: string[] = [];
  let at = 0;
  let condition: State['condition'] = 'AWAY';
  const note = (_: object, message = '') => void lines.push(`${at}: ${message}`);
  const watch = new StandbyWatch({
    standby: { check: async () => ({ condition }) },
    heartbeatAt: () => 0,
    log: { info: note, warn: note, error: note },
    monotonic: () => at * 1_000,
  });
  for ([at, condition] of states) {
    await watch.check();
  }
  return lines;
}

it('the log says once that lists are read from the standby', async () => {
  expect(
    await logged([
      [1, 'LATE'],
      [2, 'READY'],
      [3, 'READY'],
    ]),
  ).toEqual(['2: lists are read from the standby']);
});

it('a standby that is late or away is logged after fifteen seconds, and its return', async () => {
  const states = [
    [1, 'READY'],
    [2, 'AWAY'],
    [16, 'LATE'],
    [17, 'LATE'],
    [18, 'LATE'],
    [19, 'READY'],
  ] as const;
  expect(await logged(states)).toEqual([
    '1: lists are read from the standby',
    '17: the standby of DATABASE_READ_URL is too far behind: lists are read from the primary',
    '19: lists are read from the standby',
  ]);
});

it('a standby of another installation is logged immediately', async () => {
  expect(
    await logged([
      [1, 'FOREIGN'],
      [2, 'FOREIGN'],
    ]),
  ).toEqual(['1: DATABASE_READ_URL names no standby of this store: lists are read from the primary']);
});
