import { expect, it } from 'vitest';
import { AttemptCounter } from '../../../src/core/limits/attempt-counter.ts';

const NOW = Date.UTC(2026, 10, 25, 12);

function counting(most: number) {
  const counted = new AttemptCounter(most);
  return {
    counted,
    add: (subject: string) => counted.add(1, 'CARD', subject, subject, NOW),
    sum: (subject: string) => counted.sum(1, 'CARD', subject, NOW),
  };
}

it('a subject that changes often stays for any number of others, and idle ones are evicted', () => {
  const { add, sum } = counting(10);
  add('once');
  for (let index = 0; index < 100; index += 1) {
    add('often');
    add(`other-${index}`);
  }
  expect([sum('often'), sum('once'), sum('other-99')]).toEqual([100, 0, 1]);
});

it('a subject that changes during eviction keeps its counts', () => {
  const { add, sum } = counting(4);
  for (const subject of ['a', 'b', 'c', 'd', 'a']) {
    add(subject);
  }
  expect(sum('a')).toBe(2);
});

it('a subject evicted before it was written is still written, once', () => {
  const { counted, add } = counting(4);
  for (let index = 0; index < 20; index += 1) {
    add(`card-${index}`);
  }
  const { counts, written } = counted.unwritten();
  expect(counts.map(({ times }) => times)).toEqual(Array.from({ length: 20 }, () => 1));
  written();
  expect(counted.unwritten().counts).toEqual([]);
});

it('subjects of a newer process that this one cannot read are omitted', () => {
  const { counted, sum } = counting(10);
  const count = { merchantKey: 1, subject: 'a', shown: 'a', bucket: NOW, times: 3 };
  counted.load([
    { ...count, kind: 'NEWER' as 'CARD' },
    { ...count, kind: 'CARD' },
  ]);
  counted.forget(NOW);
  expect(sum('a')).toBe(3);
});
