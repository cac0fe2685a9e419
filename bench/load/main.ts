/** The load generator's process: runs the jobs from its channel, each at once. */
import { randomBytes } from 'node:crypto';
import { createHistogram } from 'node:perf_hooks';
import autocannon from 'autocannon';
import '../processes/server-side.ts';
import { filledOrderId } from '../processes/filled-order.ts';
import { type LoadJob, type LoadResult, NUMBER, type NumberedJob, RANDOM } from './job.ts';
import { runPaced } from './paced.ts';

/** The maximum delay of a run's end. */
const SAMPLE_MS = 50;
const TIMEOUT_SECONDS = 30;
const ID_BYTES = 16;

/** Writes each request itself: autocannon's own variation rebuilds requests from parts, at ten times the cost. */
function requestWriter(job: LoadJob): () => Buffer {
  const usual = writerOf(job);
  if (job.other === undefined) {
    return usual;
  }
  const { body, share } = job.other;
  const other = writerOf({ ...job, body });
  return () => (Math.random() < share ? other() : usual());
}

function writerOf({ origin, method, path, numbers, headers, body }: LoadJob): () => Buffer {
  const word = numbers === undefined ? RANDOM : NUMBER;
  const varied = () =>
    numbers === undefined
      ? randomBytes(ID_BYTES).toString('hex')
      : filledOrderId(1 + Math.floor(Math.random() * numbers));
  const [before = '', ...after] = path.split(word);
  const lines = Object.entries({ host: new URL(origin).host, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  );
  const length = method === 'GET' ? '' : `content-length: ${Buffer.byteLength(body)}\r\n`;
  const rest = `${after.join(word)} HTTP/1.1\r\n${lines.join('')}${length}\r\n${body}`;
  const start = `${method} ${before}`;
  if (after.length === 0) {
    const request = Buffer.from(start + rest);
    return () => request;
  }
  if (numbers !== undefined && path.includes(RANDOM)) {
    return () => Buffer.from((start + varied() + rest).replace(RANDOM, randomBytes(ID_BYTES).toString('hex')));
  }
  return () => Buffer.from(start + varied() + rest);
}

async function run(job: LoadJob): Promise<LoadResult> {
  const { perSecond, path } = job;
  if (perSecond !== undefined) {
    return runPaced({ ...job, perSecond }, () => path.replace(RANDOM, randomBytes(ID_BYTES).toString('hex')));
  }
  const microseconds = createHistogram();
  const write = requestWriter(job);
  const began = performance.now();
  let last = began;
  const result = await autocannon({
    url: job.origin,
    connections: job.connections,
    sampleInt: SAMPLE_MS,
    timeout: TIMEOUT_SECONDS,
    ...('seconds' in job.until ? { duration: job.until.seconds } : { amount: job.until.requests }),
    setupClient(client) {
      client.getRequestBuffer = write;
      client.on('response', (_status, _bytes, durationMs) => {
        microseconds.record(Math.max(1, Math.round(durationMs * 1_000)));
        last = performance.now();
      });
    },
  });
  return {
    answered: microseconds.count,
    seconds: (last - began) / 1_000,
    p50Ms: microseconds.percentile(50) / 1_000,
    p99Ms: microseconds.percentile(99) / 1_000,
    failed: result.non2xx + result.errors,
  };
}

process.on('message', async ({ id, job }: Partial<NumberedJob>) => {
  if (job !== undefined) {
    process.send?.({ id, result: await run(job) });
  }
});
process.send?.({ port: 0 });
