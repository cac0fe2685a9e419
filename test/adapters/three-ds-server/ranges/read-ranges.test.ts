import { describe, expect, it } from 'vitest';
import { Pacer } from '../../../../src/adapters/three-ds-server/ranges/pacer.ts';
import { seededRandom } from '../../../support/random.ts';
import { ID, type listOf, pieces, presOf, range, read } from './rig.ts';

const random = seededRandom(process.env.SEED);
const ONE = range('4000000000000000', '4000000000000999');

describe('a PRes in pieces', () => {
  it.each([1, 2, 3, 7, 64, 100_000])('of %i bytes is read as it was written', async (length) => {
    const text = presOf([
      ONE,
      { ...ONE, startRange: '4000000000001000', endRange: '4000000000001999', actionInd: 'M' },
    ]);
    const answer = await read(text, length);
    expect(answer).toMatchObject({ ok: true, type: 'PRes', message: { serialNum: '1', cardRangeData: [] } });
    expect((answer as { ranges: { length: number } }).ranges).toMatchObject({ length: 2 });
  });

  it('may have spaces, and its members in any order', async () => {
    const { cardRangeData, ...rest } = JSON.parse(presOf([ONE])) as Record<string, unknown>;
    for (const message of [
      { cardRangeData, ...rest },
      { ...rest, cardRangeData },
    ]) {
      expect(await read(JSON.stringify(message, null, '\t\r\n'), 5)).toMatchObject({ ok: true, ranges: { length: 1 } });
    }
  });

  it('may lack ranges, or have an empty list of them', async () => {
    expect(await read(presOf(undefined))).toMatchObject({ ok: true, type: 'PRes', ranges: { length: 0 } });
    expect(await read(presOf([]))).toMatchObject({ ok: true, type: 'PRes', ranges: { length: 0 } });
  });

  it('distinguishes ranges from texts that look like their list', async () => {
    const data = { text: '"cardRangeData":[{', cardRangeData: [{ a: ['}'] }] };
    const extension = { id: 'a\\"b', name: '"cardRangeData"', criticalityIndicator: false, data };
    const answer = await read(presOf([ONE], { messageExtension: [extension] }), 3);
    expect(answer).toMatchObject({ ok: true, ranges: { length: 1 }, message: { messageExtension: [extension] } });
  });

  it('may be an Erro instead', async () => {
    const erro = {
      messageType: 'Erro',
      messageVersion: '2.2.0',
      errorCode: '307',
      errorComponent: 'D',
      errorDescription: 'Serial number not valid',
      errorDetail: 'serialNum',
    };
    expect(await read(JSON.stringify(erro))).toMatchObject({ ok: true, type: 'Erro', message: { errorCode: '307' } });
  });

  it.each<[string, string, string]>([
    ['no JSON', '<html>', '101 Invalid Formatted Message'],
    ['nothing', '', '201 messageType'],
    ['its end missing', presOf([ONE]).slice(0, -1), '101 Invalid Formatted Message'],
    ['its end within a range', presOf([ONE]).slice(0, -30), '101 Invalid Formatted Message'],
    ['ranges twice', presOf([ONE]).replace('{', '{"cardRangeData":[],'), '204 cardRangeData'],
    ['numbers for ranges', presOf([1, 2] as never), '203 cardRangeData'],
    ['a number after a range', presOf([ONE, 1] as never), '203 cardRangeData'],
    ['ranges under an escaped name', presOf([ONE]).replace('"card', '"\\u0063ard'), '203 cardRangeData'],
    ['one range too long', presOf([{ ...ONE, more: 'x'.repeat(9_000) }]), '203 cardRangeData'],
    ['a member twice', presOf([ONE]).replace('"startRange"', '"startRange":"4","startRange"'), '204 startRange'],
    ['a range without its end', presOf([{ ...ONE, endRange: undefined }]), '201 cardRangeData.endRange'],
    ['a range with an empty end', presOf([{ ...ONE, endRange: '' }]), '201 cardRangeData.endRange'],
    ['a range of numbers', presOf([{ ...ONE, endRange: 4_000_000_000_000_999 }]), '203 cardRangeData.endRange'],
    ['a range backwards', presOf([{ ...ONE, endRange: '3999999999999999' }]), '203 cardRangeData.endRange'],
    ['a range of two lengths', presOf([{ ...ONE, endRange: '40000000000009999' }]), '203 cardRangeData.endRange'],
    ['an unknown action', presOf([{ ...ONE, actionInd: 'X' }]), '203 cardRangeData.actionInd'],
    [
      'a script as method',
      presOf([{ ...ONE, threeDSMethodURL: 'javascript:1' }]),
      '203 cardRangeData.threeDSMethodURL',
    ],
    [
      'a version in words',
      presOf([{ ...ONE, acsEndProtocolVersion: 'two' }]),
      '203 cardRangeData.acsEndProtocolVersion',
    ],
    ['no dsTransID', presOf([ONE], { dsTransID: undefined }), '201 dsTransID'],
    ['another version', presOf([ONE], { messageVersion: '2.3.1' }), '102 2.1.0,2.2.0'],
  ])('is refused with %s', async (_, text, expected) => {
    for (const length of [1, 17, 100_000]) {
      const answer = await read(text, length);
      expect(answer).toMatchObject({ ok: false });
      const { code, detail } = (answer as { problem: { code: string; detail: string } }).problem;
      expect(`${code} ${detail}`).toBe(expected);
    }
  });

  it('is refused with its ids, if it has any', async () => {
    expect(await read(presOf([{ ...ONE, actionInd: 'X' }]))).toMatchObject({
      ids: { threeDSServerTransID: ID, dsTransID: ID },
    });
  });

  it('is refused where anything beside its ranges is longer than a message', async () => {
    const answer = await read(presOf([ONE], { more: 'x'.repeat(300_000) }), 64 * 1024);
    expect(answer).toMatchObject({ ok: false, problem: { code: '203', detail: 'cardRangeData' } });
  });
});

describe(`ranges with repeated values (SEED=${random.seed})`, () => {
  /** A valid one, followed by each of these: the cache of known values must not accept an invalid one. */
  const odd: readonly (readonly [string, string])[] = [
    ['as the one before', '"acsEndProtocolVersion":"2.2.0"'],
    ['with an escape', '"acsEndProtocolVersion":"2.2\\u002e0"'],
    ['with another version', '"acsEndProtocolVersion":"2.1.0"'],
    ['with a malformed version', '"acsEndProtocolVersion":"2.2.0.0"'],
    ['with a number', '"acsEndProtocolVersion":2.2'],
    ['with null', '"acsEndProtocolVersion":null'],
    ['with a separator', '"acsEndProtocolVersion":"2.2.0\\u0001"'],
    ['with a member twice', '"acsEndProtocolVersion":"2.2.0","acsEndProtocolVersion":"2.2.0"'],
    ['with a prototype', '"acsEndProtocolVersion":"2.2.0","__proto__":{"a":1}'],
    ['with a group', '"acsEndProtocolVersion":"2.2.0","more":{"a":"b"}'],
    ['with letters outside ASCII', '"acsEndProtocolVersion":"2.2.0","more":"é"'],
  ];

  it.each(odd)('%s are validated as if they came first', async (_, member) => {
    const sound = JSON.stringify({ ...ONE, actionInd: 'A' });
    const next = JSON.stringify(range('4000000000001000', '4000000000001999')).replace(
      '"acsEndProtocolVersion":"2.2.0"',
      member,
    );
    const alone = await read(presOf([]).replace('[]', `[${next}]`));
    const after = await read(presOf([]).replace('[]', `[${sound},${next}]`));
    expect(after.ok).toBe(alone.ok);
    if (!after.ok || !alone.ok) {
      expect(after).toEqual(alone);
    } else {
      const [first, second] = [alone, after].map(
        (one) => (one as unknown as { ranges: Awaited<ReturnType<typeof listOf>> }).ranges,
      );
      expect(second?.kinds[second.kind[1] ?? 0]).toEqual(first?.kinds[first.kind[0] ?? 0]);
    }
  });
});

describe('a long PRes', () => {
  it('lets other work run while it is read', async () => {
    const ranges = Array.from({ length: 20_000 }, (_, at) =>
      range(String(4e15 + at * 1_000), String(4e15 + at * 1_000 + 999)),
    );
    let now = 0;
    // A clock that advances a millisecond at each reading: a pause is due at every sixth.
    const pacer = new Pacer(() => {
      now += 1;
      return now;
    });
    let others = 0;
    let isDone = false;
    const count = () => {
      others += 1;
      if (!isDone) {
        setImmediate(count);
      }
    };
    setImmediate(count);
    const { readRanges } = await import('../../../../src/adapters/three-ds-server/ranges/read-ranges.ts');
    await readRanges(pieces(presOf(ranges), 1_000_000), '2.2.0', pacer);
    isDone = true;
    expect(others).toBeGreaterThan(10);
  });
});
