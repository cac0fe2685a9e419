import { expect, it } from 'vitest';
import { InvariantError, intactOf, invariant, watchInvariants } from '../../src/contract/invariant.ts';

it('an invariant that holds has no effect, and one that does not throws a named error and is counted', () => {
  const broken = watchInvariants();
  invariant(true, 'one is one');
  expect(broken().count).toBe(0);
  expect(() => invariant(false, 'one is two')).toThrow(InvariantError);
  expect(broken()).toEqual({ count: 1, last: 'one is two' });
  expect(watchInvariants()().count).toBe(0);
});

it('a damaged record is left out, and the others are returned; another error propagates', () => {
  const checked = (value: number) => {
    invariant(value > 0, `${value} is not above zero`);
    return value * 2;
  };
  expect(intactOf([1, -1, 2], checked)).toEqual([2, 4]);
  const fail = () => {
    throw new TypeError('a slip');
  };
  expect(() => intactOf([1], fail)).toThrow(TypeError);
});
