/** A PRes of a directory server, as bytes in pieces, and the ranges read from it. */
import { Pacer } from '../../../../src/adapters/three-ds-server/ranges/pacer.ts';
import type { RangeList } from '../../../../src/adapters/three-ds-server/ranges/range-list.ts';
import { readRanges } from '../../../../src/adapters/three-ds-server/ranges/read-ranges.ts';

export const ID = 'f7d9f026-b18b-4889-8593-3e665b2e4ca3';

export interface Range {
  readonly startRange: string;
  readonly endRange: string;
  readonly [name: string]: unknown;
}

export const range = (startRange: string, endRange: string, more: object = {}): Range => ({
  startRange,
  endRange,
  acsStartProtocolVersion: '2.1.0',
  acsEndProtocolVersion: '2.2.0',
  ...more,
});

export function presOf(ranges: readonly object[] | undefined, more: object = {}): string {
  return JSON.stringify({
    messageType: 'PRes',
    messageVersion: '2.2.0',
    threeDSServerTransID: ID,
    dsTransID: ID,
    dsStartProtocolVersion: '2.1.0',
    dsEndProtocolVersion: '2.2.0',
    serialNum: '1',
    ...(ranges && { cardRangeData: ranges }),
    ...more,
  });
}

export async function* pieces(text: string | Buffer, length: number): AsyncIterable<Buffer> {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += length) {
    yield bytes.subarray(at, at + length);
  }
}

export const read = (text: string, length = 1_000) => readRanges(pieces(text, length), '2.2.0', new Pacer());

export async function listOf(ranges: readonly object[]): Promise<RangeList> {
  const answer = await read(presOf(ranges), 64 * 1024);
  if (!answer.ok || answer.type !== 'PRes') {
    throw new Error(JSON.stringify(answer));
  }
  return answer.ranges;
}
