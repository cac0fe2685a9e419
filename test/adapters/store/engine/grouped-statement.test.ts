/** A statement for one row and its form for many agree: parameters, columns and conditions. */
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { binaryArray, isElement } from '../../../../src/adapters/store/engine/postgres/arrays.ts';
import type { Statement } from '../../../../src/adapters/store/engine/statement.ts';
import * as notifications from '../../../../src/adapters/store/notifications/statements.ts';
import * as reversals from '../../../../src/adapters/store/reversals/statements.ts';
import * as orders from '../../../../src/adapters/store/transactions/statements.ts';

const grouped = Object.entries<Statement>({ ...orders, ...reversals, ...notifications }).flatMap(([name, one]) =>
  one.grouped === undefined ? [] : [{ name, one, many: one.grouped }],
);

describe('a statement for many rows', () => {
  it('exists for each statement that an authorization and its notification write', () => {
    expect(grouped.map(({ name }) => name).sort()).toEqual(
      [
        ...['completeOrder', 'dequeue', 'endNotification', 'insertNotification', 'insertOrder', 'insertOutcome'],
        ...['insertReversal', 'insertTransaction', 'insertTry', 'queue'],
      ].sort(),
    );
  });

  it.each(grouped)('$name has the parameters of the statement for one row', ({ one, many }) => {
    expect([...many.names].sort()).toEqual([...new Set(one.compile('postgres').names)].sort());
    expect(many.names).toContain(many.identity);
    expect(many.types).toHaveLength(many.names.length);
  });
});

describe('a binary array', () => {
  it('equals PostgreSQL’s binary format', () => {
    const bytes = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 20, 0, 0, 0, 3, 0, 0, 0, 1];
    const one = [0, 0, 0, 8, 0, 0, 0, 1, 0, 0, 0, 2];
    const minusOne = [0, 0, 0, 8, 255, 255, 255, 255, 255, 255, 255, 255];
    expect([...binaryArray('bigint', [2 ** 32 + 2, null, -1])]).toEqual([
      ...bytes,
      ...one,
      255,
      255,
      255,
      255,
      ...minusOne,
    ]);
    expect(pg.types.builtins.INT8).toBe(20);
  });

  it('holds text of any script, and escapes characters that the engine cannot store', () => {
    const texts = ['', 'ü😀', 'a\u0000b', '{"a\\":"b,c"}'];
    const buffer = binaryArray('text', texts);
    const elements: string[] = [];
    for (let at = 20; at < buffer.length; ) {
      const length = buffer.readInt32BE(at);
      elements.push(buffer.toString('utf8', at + 4, at + 4 + length));
      at += 4 + length;
    }
    expect(elements).toEqual(['', 'ü😀', 'a\u0001\u0002b', '{"a\\":"b,c"}']);
  });

  it('accepts values of its type alone', () => {
    expect([isElement('bigint', 1.5), isElement('bigint', '1'), isElement('text', 1), isElement('bytea', 'a')]).toEqual(
      Array(4).fill(false),
    );
    expect([isElement('bigint', undefined), isElement('text', undefined)]).toEqual([false, false]);
    expect([isElement('bigint', null), isElement('text', ''), isElement('bytea', new Uint8Array())]).toEqual(
      Array(3).fill(true),
    );
  });
});
