import { describe, expect, it } from 'vitest';
import type { RefusedMessage } from '../../../../src/adapters/three-ds-server/messages/read-message.ts';
import type { PreparationRequest, RangesAnswer } from '../../../../src/adapters/three-ds-server/ranges/range-cache.ts';
import { RangeCache } from '../../../../src/adapters/three-ds-server/ranges/range-cache.ts';
import { presOf, range, read } from './rig.ts';

type Reply = (request: PreparationRequest) => Promise<RangesAnswer>;

/** A directory server with given replies that records its requests. */
function rig(...replies: Reply[]) {
  const asked: PreparationRequest[] = [];
  const complaints: RefusedMessage[] = [];
  const time = { now: 1_000 };
  const cache = new RangeCache({
    source: {
      prepare: async (request) => {
        asked.push(request);
        return (replies.shift() ?? silence)(request);
      },
      complain: async (refused) => {
        complaints.push(refused);
      },
    },
    now: () => time.now,
  });
  return { cache, asked, complaints, time, reply: (...more: Reply[]) => replies.push(...more) };
}

const silence: Reply = async () => ({ ok: false, unanswered: 'AWAY' });
const pres =
  (ranges: readonly object[] | undefined, more: object = {}): Reply =>
  ({ threeDSServerTransID, version }) =>
    read(presOf(ranges, { threeDSServerTransID, messageVersion: version, ...more }));
const erro =
  (errorCode: string): Reply =>
  async ({ version: messageVersion }) => ({
    ok: true,
    type: 'Erro',
    additional: {},
    message: {
      messageType: 'Erro',
      messageVersion,
      errorCode,
      errorComponent: 'D',
      errorDescription: 'No.',
      errorDetail: 'No.',
    },
  });

const [ONE, TWO] = [
  range('4000000000000000', '4000000000000999'),
  range('4000000000001000', '4000000000001999', { dsStartProtocolVersion: '2.2.0', dsEndProtocolVersion: '2.2.0' }),
];
const IN_ONE = '4000000000000500';
const IN_TWO = '4000000000001500';

describe('a cache of ranges', () => {
  it('has no card and no age until it has read ranges once', async () => {
    const { cache, asked, reply, time } = rig(silence);
    expect([cache.find(IN_ONE), cache.age, cache.size]).toEqual([undefined, undefined, 0]);
    expect(await cache.refresh()).toEqual({ ok: false, reason: 'AWAY' });
    expect([cache.find(IN_ONE), cache.age]).toEqual([undefined, undefined]);
    reply(pres([ONE, TWO]));
    expect(await cache.refresh()).toEqual({ ok: true, ranges: 2 });
    expect(asked.map(({ serialNum }) => serialNum)).toEqual([undefined, undefined]);
    time.now += 5_000;
    expect(cache.age).toBe(5_000);
  });

  it('gives a range’s own versions of the directory server, or else those of all', async () => {
    const { cache } = rig(pres([ONE, TWO]));
    await cache.refresh();
    expect(cache.find(IN_ONE)?.ds).toEqual({ start: '2.1.0', end: '2.2.0' });
    expect(cache.find(IN_TWO)?.ds).toEqual({ start: '2.2.0', end: '2.2.0' });
  });

  it('requests changes by the last serial number, and applies them', async () => {
    const { cache, asked, reply } = rig(pres([ONE]));
    await cache.refresh();
    reply(
      pres(
        [
          { ...ONE, actionInd: 'D' },
          { ...TWO, actionInd: 'A' },
        ],
        { serialNum: '2' },
      ),
      pres(undefined, { serialNum: '2' }),
    );
    await cache.refresh();
    expect([cache.find(IN_ONE), cache.find(IN_TWO)?.details.acs.end]).toEqual([undefined, '2.2.0']);
    expect(await cache.refresh()).toEqual({ ok: true, ranges: 1 });
    expect(asked.map(({ serialNum }) => serialNum)).toEqual([undefined, '1', '2']);
  });

  it('treats an answer without a serial number as the whole table, for any actions', async () => {
    const { cache, asked, reply } = rig(pres([ONE]));
    await cache.refresh();
    reply(pres([{ ...TWO, actionInd: 'M' }], { serialNum: undefined }), pres([ONE]));
    await cache.refresh();
    expect([cache.size, cache.find(IN_ONE), cache.find(IN_TWO) !== undefined]).toEqual([1, undefined, true]);
    await cache.refresh();
    expect(asked.map(({ serialNum }) => serialNum)).toEqual([undefined, '1', undefined]);
  });

  it('requests the whole table where its serial number is refused', async () => {
    const { cache, asked, reply } = rig(pres([ONE]));
    await cache.refresh();
    reply(erro('307'), pres([TWO], { serialNum: '9' }));
    expect(await cache.refresh()).toEqual({ ok: true, ranges: 1 });
    expect(asked.map(({ serialNum }) => serialNum)).toEqual([undefined, '1', undefined]);
    expect(cache.find(IN_TWO)).toBeDefined();
  });

  it('requests the whole table where changes do not apply, and reports that', async () => {
    const { cache, asked, complaints, reply } = rig(pres([ONE]));
    await cache.refresh();
    reply(pres([{ ...TWO, actionInd: 'D' }], { serialNum: '2' }), pres([ONE, TWO], { serialNum: '2' }));
    expect(await cache.refresh()).toEqual({ ok: true, ranges: 2 });
    expect(asked.map(({ serialNum }) => serialNum)).toEqual([undefined, '1', undefined]);
    expect(complaints).toMatchObject([{ problem: { code: '203', detail: 'cardRangeData.actionInd' } }]);
  });

  it.each<[string, Reply, string]>([
    ['away', silence, 'AWAY'],
    ['asked too often', erro('103'), 'No.'],
    ['at fault', erro('404'), 'No.'],
    ['answering what does not fit, twice', pres([{ ...TWO, actionInd: 'M' }]), 'cardRangeData.actionInd'],
    ['answering with an overlap', pres([ONE, ONE]), 'cardRangeData.actionInd'],
    [
      'answering somebody else',
      pres([TWO], { threeDSServerTransID: '00000000-0000-4000-8000-000000000000' }),
      'threeDSServerTransID',
    ],
    ['answering in another version', pres([TWO], { messageVersion: '2.1.0' }), 'messageVersion'],
    ['answering without its own id', pres([TWO], { dsTransID: undefined }), 'dsTransID'],
  ])('keeps the last good ranges while the directory server is %s', async (_, bad, reason) => {
    const { cache, reply, time } = rig(pres([ONE]));
    await cache.refresh();
    time.now += 100;
    reply(bad, bad);
    expect(await cache.refresh()).toMatchObject({ ok: false, reason });
    expect([cache.size, cache.find(IN_ONE) !== undefined, cache.age]).toEqual([1, true, 100]);
  });

  it('retries in an older version where its own is refused, and stays with it', async () => {
    const { cache, asked, reply } = rig(erro('102'), pres([ONE]));
    expect(await cache.refresh()).toEqual({ ok: true, ranges: 1 });
    reply(pres(undefined, { serialNum: '1' }));
    await cache.refresh();
    expect(asked.map(({ version }) => version)).toEqual(['2.2.0', '2.1.0', '2.1.0']);
    reply(erro('102'));
    expect(await cache.refresh()).toMatchObject({ ok: false, code: '102' });
  });

  it('fails on a directory server that refuses every version', async () => {
    const { cache, asked, reply } = rig(pres([ONE]));
    await cache.refresh();
    reply(erro('307'), erro('102'), erro('307'), erro('102'), erro('307'));
    expect((await cache.refresh()).ok).toBe(false);
    expect(asked.length).toBeLessThan(6);
    expect(cache.size).toBe(1);
  });

  it('merges two concurrent refreshes', async () => {
    const { cache, asked } = rig(pres([ONE]));
    const [one, other] = await Promise.all([cache.refresh(), cache.refresh()]);
    expect(one).toEqual(other);
    expect(asked).toHaveLength(1);
  });

  it('answers from the previous table while the next one is built', async () => {
    const { cache, reply } = rig(pres([ONE]));
    await cache.refresh();
    const gate = Promise.withResolvers<void>();
    reply(async (request) => {
      await gate.promise;
      return pres([{ ...ONE, actionInd: 'D' }], { serialNum: '2' })(request);
    });
    const refreshed = cache.refresh();
    expect(cache.find(IN_ONE)).toBeDefined();
    gate.resolve();
    await refreshed;
    expect(cache.find(IN_ONE)).toBeUndefined();
  });

  it('sends no Erro in reply to an Erro, malformed or not', async () => {
    const broken: Reply = async () => ({
      ok: false,
      problem: { code: '201', detail: 'errorCode' },
      ids: {},
      type: 'Erro',
    });
    const { cache, complaints } = rig(broken);
    expect(await cache.refresh()).toEqual({ ok: false, reason: 'errorCode', code: '201' });
    expect(complaints).toEqual([]);
  });
});
