import { describe, expect, it } from 'vitest';
import { applyChanges, UnfitRanges } from '../../../../src/adapters/three-ds-server/ranges/apply-changes.ts';
import { Pacer } from '../../../../src/adapters/three-ds-server/ranges/pacer.ts';
import { EMPTY_TABLE, type RangeTable } from '../../../../src/adapters/three-ds-server/ranges/range-table.ts';
import { AT_LENGTH } from '../../../support/at-length.ts';
import { seededRandom } from '../../../support/random.ts';
import { listOf, type Range, range } from './rig.ts';

const tableOf = async (ranges: readonly Range[]) => applyChanges(EMPTY_TABLE, await listOf(ranges), new Pacer());

/** A linear search over strings. */
const naive = (ranges: readonly Range[], number: string): string | undefined =>
  ranges.find(
    ({ startRange, endRange }) => startRange.length === number.length && startRange <= number && number <= endRange,
  )?.threeDSMethodURL as string | undefined;

const found = (table: RangeTable, number: string) => table.find(number)?.methodUrl;

const random = seededRandom(process.env.SEED);

function shuffled<T>(items: readonly T[]): T[] {
  const mixed = [...items];
  for (let at = mixed.length - 1; at > 0; at -= 1) {
    const other = random.between(0, at + 1);
    [mixed[at], mixed[other]] = [mixed[other] as T, mixed[at] as T];
  }
  return mixed;
}

/** Ranges with gaps, of one length, each with a URL of its own. */
function rangesOf(length: number, count: number, widthMax: bigint): Range[] {
  let next = 4n * 10n ** BigInt(length - 1);
  return Array.from({ length: count }, (_, at) => {
    const start = next + BigInt(random.between(1, 1_000));
    const end = start + BigInt(random.between(0, Number(widthMax)));
    next = end;
    return range(String(start), String(end), { threeDSMethodURL: `https://acs.example/${length}-${at}` });
  });
}

describe(`a table of ranges (SEED=${random.seed})`, () => {
  it('finds the same as a linear search, at the edges, between them, and for every length of a number', async () => {
    const ranges = [13, 14, 15, 16, 17, 18, 19].flatMap((length) => rangesOf(length, 200, 10_000n));
    const table = await tableOf(shuffled(ranges));
    for (const { startRange, endRange } of ranges) {
      const edges = [startRange, endRange].flatMap((edge) => [-1n, 0n, 1n].map((by) => String(BigInt(edge) + by)));
      for (const number of [...edges, `${startRange}0`, startRange.slice(1), endRange.replace(/^4/, '5')]) {
        expect(found(table, number), number).toBe(naive(ranges, number));
      }
    }
  });

  it('distinguishes nineteen digits down to the last one', async () => {
    const table = await tableOf([
      range('9999999999999999998', '9999999999999999998', { threeDSMethodURL: 'https://a.example/' }),
    ]);
    expect(found(table, '9999999999999999998')).toBe('https://a.example/');
    expect(found(table, '9999999999999999999')).toBeUndefined();
    expect(found(table, '9999999999999999997')).toBeUndefined();
  });

  it.each([
    '',
    '4',
    '400000000000',
    '40000000000000000000',
    '4000 0000 0000 0000',
    '4e15',
    '-400000000000000',
    '４００００００００００００',
  ])('finds nothing for %j, which is no card number', async (number) => {
    expect(found(await tableOf([range('4000000000000', '4999999999999')]), number)).toBeUndefined();
  });

  it('holds 200,000 ranges in any order, and finds the same as a linear search', AT_LENGTH, async () => {
    const ranges = rangesOf(16, 200_000, 5_000n);
    const table = await tableOf(shuffled(ranges));
    expect(table.size).toBe(200_000);
    for (const { startRange, endRange, threeDSMethodURL } of ranges) {
      expect(found(table, startRange) === threeDSMethodURL && found(table, endRange) === threeDSMethodURL).toBe(true);
    }
    const last = Number(BigInt(ranges.at(-1)?.endRange ?? 0) - 4n * 10n ** 15n);
    for (let looked = 0; looked < 300; looked += 1) {
      const number = String(4n * 10n ** 15n + BigInt(random.between(0, last)));
      expect(found(table, number), number).toBe(naive(ranges, number));
    }
  });

  it('is refused where two overlap, by one number or whole', async () => {
    const one = range('4000000000000000', '4000000000000999');
    for (const [start, end] of [
      ['4000000000000999', '4000000000001999'],
      ['4000000000000100', '4000000000000200'],
      ['3999999999999999', '4000000000000000'],
      ['3000000000000000', '5000000000000000'],
      ['4000000000000000', '4000000000000998'],
      ['4000000000000000', '4000000000000999'],
    ] as const) {
      await expect(tableOf([one, range(start, end)]), start).rejects.toThrow(UnfitRanges);
    }
    // Another length means other cards.
    expect((await tableOf([one, range('40000000000000000', '40000000000009999')])).size).toBe(2);
  });
});

describe(`changes of a table (SEED=${random.seed})`, () => {
  it('follow a model of random additions, deletions and modifications', async () => {
    const pool = rangesOf(16, 300, 500n);
    const model = new Map<string, Range>();
    let table = EMPTY_TABLE;
    for (let round = 0; round < 60; round += 1) {
      const changes: Range[] = [];
      for (let change = random.between(0, 40); change > 0; change -= 1) {
        const one = pool[random.between(0, pool.length)] as Range;
        const before = model.has(one.startRange);
        const actionInd = before ? (random.between(0, 2) === 0 ? 'D' : 'M') : 'A';
        const next = { ...one, actionInd, threeDSMethodURL: `https://acs.example/${round}-${change}` };
        if (actionInd === 'D') {
          model.delete(one.startRange);
        } else {
          model.set(one.startRange, next);
        }
        changes.push(next);
      }
      table = await applyChanges(table, await listOf(changes), new Pacer());
      expect(table.size).toBe(model.size);
      for (const { startRange } of pool) {
        expect(found(table, startRange)).toBe(model.get(startRange)?.threeDSMethodURL);
      }
    }
  });

  it('may replace a range by its parts, in any order', async () => {
    const whole = range('4000000000000000', '4000000000000999');
    const table = await tableOf([whole]);
    const parts = [
      range('4000000000000500', '4000000000000999', { actionInd: 'A' }),
      { ...whole, actionInd: 'D' },
      range('4000000000000000', '4000000000000499', { actionInd: 'A' }),
    ];
    for (const changes of [parts, parts.toReversed()]) {
      expect((await applyChanges(table, await listOf(changes), new Pacer())).size).toBe(2);
    }
  });

  it.each([
    ['an addition of an existing range', 'A', '4000000000000999'],
    ['a deletion of a missing range', 'D', '4000000000000998'],
    ['a modification of a missing range', 'M', '4000000000000998'],
  ])('are not applied where they have %s', async (_, actionInd, endRange) => {
    const table = await tableOf([range('4000000000000000', '4000000000000999')]);
    const changes = await listOf([range('4000000000000000', endRange, { actionInd })]);
    await expect(applyChanges(table, changes, new Pacer())).rejects.toMatchObject({
      name: 'UnfitRanges',
      field: 'cardRangeData.actionInd',
    });
    expect(table.size).toBe(1);
  });
});
