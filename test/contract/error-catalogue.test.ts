import { describe, expect, it } from 'vitest';
import { ERRORS, type ErrorName, errorArguments, namedError } from '../../src/contract/errors/catalogue.ts';
import { CAUSES } from '../../src/contract/errors/causes.ts';
import type { ErrorRow } from '../../src/contract/errors/error-row.ts';
import { STATUSES } from '../../src/contract/errors/statuses.ts';

const rows: readonly [string, ErrorRow][] = Object.entries(ERRORS);

describe.each(rows)('%s', (_, { cause, status = CAUSES[cause].status, explanation, headers = {}, when }) => {
  it('has a status that the reference explains, with every header that it sends', () => {
    const shown = STATUSES.find((one) => one.status === status);
    expect(Object.keys(shown?.headers ?? {})).toEqual(expect.arrayContaining(Object.keys(headers)));
    expect(shown).toBeDefined();
  });

  it('states when it is answered, in a sentence', () => {
    expect(when).toMatch(/^\S.*\.$/);
  });

  it('asks a caller to retry where it is busy', () => {
    expect('Retry-After' in headers).toBe(cause === 'SERVER_BUSY' || explanation.includes('{seconds}'));
  });
});

it('no two errors have one explanation', () => {
  expect(new Set(rows.map(([, { explanation }]) => explanation)).size).toBe(rows.length);
});

it('an error has the given values in its explanation and headers', () => {
  const guesses = namedError('GUESSES_EXHAUSTED', { seconds: 30 });
  expect(guesses).toMatchObject({
    errorCause: 'REQUEST_REJECTED',
    status: 403,
    message: 'Too many failed attempts. Try again in 30 seconds.',
    headers: { 'Retry-After': '30' },
  });
  const odd = { transactionId: "{orderId} $& $'", orderId: '{transactionId}' };
  expect(namedError('TRANSACTION_UNKNOWN', odd).message).toBe(
    "Unable to find transaction '{orderId} $& $'' of order '{transactionId}'.",
  );
});

it('an error without its values, or with others, does not compile', () => {
  const typed = (name: ErrorName) => name;
  expect(typed('ORDER_UNKNOWN')).toBe('ORDER_UNKNOWN');
  // @ts-expect-error: it has a part
  expect(namedError('ORDER_UNKNOWN').message).toContain('{orderId}');
  // @ts-expect-error: it has another part
  expect(errorArguments('ORDER_UNKNOWN', { order: '1' })[1]).toContain('{orderId}');
});
