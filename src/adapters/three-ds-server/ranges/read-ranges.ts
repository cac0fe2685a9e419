/** Reads a PRes from its bytes as they arrive. */
import { type MessageProblem, problemOf } from '../messages/problem.ts';
import { type ReadMessage, type RefusedMessage, readMessage } from '../messages/read-message.ts';
import { type MessageOf, RANGES_MAX } from '../messages/tables/index.ts';
import type { Version } from '../messages/versions.ts';
import { RangeCutter, UncutRanges } from './cut-ranges.ts';
import type { Pacer } from './pacer.ts';
import { RangeList } from './range-list.ts';
import { KnownRanges, readRange } from './read-range.ts';

export interface ReadRanges {
  readonly ok: true;
  readonly type: 'PRes';
  readonly message: MessageOf<'PRes'>;
  readonly ranges: RangeList;
}

/** The number of bytes to process between two checks of the clock: a few hundred ranges. */
const PIECE_BYTES = 32 * 1024;

/**
 * @param version the version of the PReq
 * @returns the ranges, a problem, or an Erro that came instead
 * @throws the errors of the body
 */
export async function readRanges(
  body: AsyncIterable<Buffer>,
  version: Version,
  pacer: Pacer,
): Promise<ReadRanges | ReadMessage<'Erro'> | RefusedMessage> {
  const ranges = new RangeList();
  const known = new KnownRanges();
  let problem: MessageProblem | undefined;
  const cutter = new RangeCutter((range) => {
    problem ??=
      ranges.length === RANGES_MAX ? problemOf('203', ['cardRangeData']) : readRange(range, version, ranges, known);
  });
  try {
    for await (const chunk of body) {
      for (let at = 0; at < chunk.length; at += PIECE_BYTES) {
        cutter.push(chunk.subarray(at, at + PIECE_BYTES));
        if (pacer.isDue) {
          await pacer.rest();
        }
      }
    }
  } catch (error) {
    if (!(error instanceof UncutRanges)) {
      throw error;
    }
    problem = problemOf('203', ['cardRangeData']);
  }
  const read = readMessage(cutter.envelope(), { types: ['PRes', 'Erro'] });
  if (problem !== undefined) {
    return { ok: false, problem, ids: idsOf(read), type: 'PRes' };
  }
  return read.ok && read.type === 'PRes' ? withRanges(read.message, ranges) : read;
}

function idsOf(read: ReadMessage<'PRes' | 'Erro'> | RefusedMessage): RefusedMessage['ids'] {
  if (!read.ok) {
    return read.ids;
  }
  const { threeDSServerTransID, dsTransID } = read.message;
  return { threeDSServerTransID, dsTransID };
}

/** Refuses a message whose ranges were not extracted, because the name of the list has escapes. */
function withRanges(message: MessageOf<'PRes'>, ranges: RangeList): ReadRanges | RefusedMessage {
  const isUncut = (message.cardRangeData ?? []).length > 0;
  return isUncut
    ? { ok: false, problem: problemOf('203', ['cardRangeData']), ids: {}, type: 'PRes' }
    : { ok: true, type: 'PRes', message, ranges };
}
