/**
 * Tests that only `npm run test:all` runs, not `npm test`: they multiply (every language, width, provider), wait for
 * real time or kill processes. One test of each kind stays in `npm test`.
 */
import { describe, it } from 'vitest';

/**
 * Options of such a test, or of a `describe` of them. A whole file is named `*-at-length.test.ts` instead. All tests
 * share this object, and Vitest writes the `concurrent` of `it.concurrent` into it, which would make the tests of other
 * files concurrent as well: so writes to that property are ignored.
 */
export const AT_LENGTH: { readonly tags: 'at-length' } = Object.defineProperty(
  { tags: 'at-length' } as const,
  'concurrent',
  { get: () => undefined, set: () => undefined },
);

type Arguments<T> = T extends readonly unknown[] ? [...T] : [T];
type Each<T> = (name: string, body: (...args: Arguments<T>) => void | Promise<void>, timeout?: number) => void;
type IsQuick<T> = (one: T, index: number, all: readonly T[]) => boolean;

/** `it.each`; `npm test` runs only the cases that `isQuick` picks. */
export function itAtLength<const T>(
  cases: readonly T[],
  isQuick: IsQuick<T>,
  options: { readonly concurrent?: boolean } = {},
): Each<T> {
  return (name, body, timeout) => {
    it.each(cases.filter(isQuick))(name, { ...options, timeout }, body as never);
    it.each(cases.filter(isNot(isQuick)))(name, { ...options, ...AT_LENGTH, timeout }, body as never);
  };
}

/** `describe.each` in the same way. */
export function describeAtLength<const T>(cases: readonly T[], isQuick: IsQuick<T>): Each<T> {
  return (name, body) => {
    describe.each(cases.filter(isQuick))(name, body as never);
    describe.each(cases.filter(isNot(isQuick)))(name, AT_LENGTH, body as never);
  };
}

function isNot<T>(isQuick: IsQuick<T>): IsQuick<T> {
  return (one, index, all) => !isQuick(one, index, all);
}

/** Picks the first case. */
export const isFirst = (_: unknown, index: number): boolean => index === 0;

/** Picks the first case of each kind. */
export function firstOfEach<T>(kindOf: (one: T) => unknown): IsQuick<T> {
  return (one, index, all) => all.findIndex((other) => kindOf(other) === kindOf(one)) === index;
}
