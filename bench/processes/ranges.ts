/** Loads the card ranges of a large network, twice, and looks cards up in them. */
import { randomInt } from 'node:crypto';
import { RangeCache } from '../../src/adapters/three-ds-server/ranges/range-cache.ts';
import { readRanges } from '../../src/adapters/three-ds-server/ranges/read-ranges.ts';
import './server-side.ts';

export interface RangeFigures {
  readonly ranges: number;
  readonly megabytes: number;
  readonly loadMs: number;
  readonly loadCpuMs: number;
  readonly lookUpUs: number;
  /** The longest pause during the second loading of the ranges. */
  readonly longestPauseMs: number;
}

const RANGES = 200_000;
/** The count of card numbers in each range. The cards of every second range are enrolled. */
const WIDTH = 10_000n;
const FIRST = 4_000_000_000_000_000n;
const LOOK_UPS = 1_000_000;
/** The chunk size of a socket. */
const CHUNK_BYTES = 64 * 1_024;
const MB = 1_048_576;

function shuffled<T>(all: T[]): T[] {
  for (let at = all.length - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1);
    [all[at], all[other]] = [all[other] as T, all[at] as T];
  }
  return all;
}

const startOf = (index: number) => FIRST + BigInt(index) * 2n * WIDTH;
const cardRangeData = shuffled(
  Array.from({ length: RANGES }, (_, index) => ({
    startRange: `${startOf(index)}`,
    endRange: `${startOf(index) + WIDTH - 1n}`,
    actionInd: 'A',
    acsStartProtocolVersion: '2.1.0',
    acsEndProtocolVersion: '2.2.0',
    acsInfoInd: ['01', '02'],
    // Each issuer has a method of its own, and some hundred ranges.
    threeDSMethodURL: `https://acs-${index % 1_000}.issuer.example/three-ds/method`,
  })),
);

let bytes = 0;
const cache = new RangeCache({
  now: Date.now,
  source: {
    async prepare({ threeDSServerTransID, version }, pacer) {
      const text = Buffer.from(
        JSON.stringify({
          messageType: 'PRes',
          messageVersion: version,
          threeDSServerTransID,
          dsTransID: threeDSServerTransID,
          dsStartProtocolVersion: '2.1.0',
          dsEndProtocolVersion: '2.2.0',
          cardRangeData,
        }),
      );
      bytes = text.length;
      begin = { at: performance.now(), cpu: process.cpuUsage() };
      return readRanges(chunks(text), version, pacer);
    },
    complain: async () => undefined,
  },
});

async function* chunks(text: Buffer): AsyncIterable<Buffer> {
  for (let at = 0; at < text.length; at += CHUNK_BYTES) {
    yield text.subarray(at, at + CHUNK_BYTES);
  }
}

/** The time, and the processor time so far, when the bytes were ready. A directory server's own time is excluded. */
let begin = { at: 0, cpu: process.cpuUsage() };

async function refresh(): Promise<{ readonly ms: number; readonly cpuMs: number }> {
  const result = await cache.refresh();
  if (!result.ok || result.ranges !== RANGES) {
    throw new Error(`The ranges were not loaded: ${JSON.stringify(result)}`);
  }
  const { user, system } = process.cpuUsage(begin.cpu);
  return { ms: performance.now() - begin.at, cpuMs: (user + system) / 1_000 };
}

const first = await refresh();

let longestPauseMs = 0;
let last = 0;
const timer = setInterval(() => {
  // Pauses before `begin` were caused by writing the bytes.
  if (begin.at < last) {
    longestPauseMs = Math.max(longestPauseMs, performance.now() - last);
  }
  last = performance.now();
}, 1);
await refresh();
clearInterval(timer);

const numbers = Array.from({ length: 1_000 }, () => `${FIRST + BigInt(randomInt(RANGES * 20_000))}`);
const start = performance.now();
let found = 0;
for (let index = 0; index < LOOK_UPS; index += 1) {
  found += cache.find(numbers[index % numbers.length] ?? '') === undefined ? 0 : 1;
}
const lookUpUs = ((performance.now() - start) * 1_000) / LOOK_UPS;
if (found === 0 || found === LOOK_UPS) {
  throw new Error('Every second card was to be found.');
}
process.send?.({
  ...{ ranges: RANGES, megabytes: bytes / MB, loadMs: first.ms, loadCpuMs: first.cpuMs },
  ...{ lookUpUs, longestPauseMs },
} satisfies RangeFigures);
