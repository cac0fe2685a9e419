/** The exporter beside receivers of every kind: work never waits for it, and its memory is limited. */

import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { expect, it, onTestFinished } from 'vitest';
import { type ExporterOptions, OtlpExporter } from '../../../src/platform/tracing/otlp-exporter.ts';
import { Span } from '../../../src/platform/tracing/span.ts';
import { receiverOfTest } from '../../support/trace-receiver.ts';

const DELAY_MS = 5;

function exporterTo(endpoint: string, { answerMsMax, delayMs = DELAY_MS }: Partial<ExporterOptions> = {}) {
  const exporter = new OtlpExporter({
    url: new URL('/v1/traces', endpoint),
    headers: { 'api-key': 'of the operator' },
    resource: { 'service.name': 'turnpike' },
    version: '9.9.9',
    delayMs,
    answerMsMax,
  });
  onTestFinished(() => exporter.close());
  const add = (count: number) => {
    for (let one = 0; one < count; one += 1) {
      const span = new Span(`span ${one}`, 'INTERNAL', (ended) => exporter.add(ended));
      span.set({ text: 'a', whole: 3, part: 0.5, yes: true });
      span.end();
    }
  };
  return { exporter, add };
}

const ended = (exporter: OtlpExporter) => {
  const { sent, dropped, failed } = exporter.counts;
  return sent + dropped + failed;
};

it('spans arrive in batches, with times, attributes, headers and the process', async () => {
  const receiver = await receiverOfTest();
  const { exporter, add } = exporterTo(receiver.endpoint);
  add(600);
  await expect.poll(() => receiver.spans.length).toBe(600);
  expect(receiver.requests.length).toBe(3);
  expect(receiver.requests[0]).toMatchObject({
    url: '/v1/traces',
    headers: { 'content-type': 'application/json', 'api-key': 'of the operator' },
  });
  expect(receiver.resource).toEqual({ 'service.name': 'turnpike' });
  const [{ startTimeUnixNano, endTimeUnixNano, ...span } = receiver.spans[0]!] = receiver.spans;
  expect(span).toMatchObject({ name: 'span 0', kind: 1, attributes: { text: 'a', whole: 3, part: 0.5, yes: true } });
  expect(BigInt(endTimeUnixNano)).toBeGreaterThanOrEqual(BigInt(startTimeUnixNano));
  expect(Math.abs(Number(BigInt(startTimeUnixNano) / 1_000_000n) - Date.now())).toBeLessThan(60_000);
  await expect.poll(() => exporter.counts).toEqual({ sent: 600, dropped: 0, failed: 0 });
});

it('a full batch is sent before the delay is over, and the rest waits for it', async () => {
  const receiver = await receiverOfTest();
  const { exporter, add } = exporterTo(receiver.endpoint, { delayMs: 3_600_000 });
  add(600);
  await expect.poll(() => exporter.counts.sent).toBe(512);
  add(168);
  await expect.poll(() => exporter.counts).toEqual({ sent: 768, dropped: 0, failed: 0 });
});

it('beyond 2,048 waiting spans the newest are dropped and counted', async () => {
  const { exporter, add } = exporterTo((await receiverOfTest()).endpoint);
  add(5_000);
  expect(exporter.counts.dropped).toBe(5_000 - 2_048);
});

it.each([500, 429, 301, 404])('spans that are answered with %i are counted as failed', async (status) => {
  const elsewhere = await receiverOfTest();
  const receiver = await receiverOfTest((_request, response) => {
    response.writeHead(status, { Location: `${elsewhere.endpoint}/v1/traces` }).end();
  });
  const { exporter, add } = exporterTo(receiver.endpoint);
  add(3);
  await expect.poll(() => exporter.counts).toEqual({ sent: 0, dropped: 0, failed: 3 });
  expect(elsewhere.requests).toEqual([]);
});

it('an endless answer is cut, and the spans have arrived', async () => {
  const receiver = await receiverOfTest((_request, response) => {
    response.on('close', () => clearInterval(timer));
    const timer = setInterval(() => response.write('x'.repeat(1_024)), 0);
  });
  const { exporter, add } = exporterTo(receiver.endpoint);
  add(1);
  await expect.poll(() => exporter.counts).toEqual({ sent: 1, dropped: 0, failed: 0 });
});

it('a receiver that never answers is given up', async () => {
  const receiver = await receiverOfTest(() => undefined);
  const { exporter, add } = exporterTo(receiver.endpoint, { answerMsMax: 20 });
  add(1);
  await expect.poll(() => exporter.counts).toEqual({ sent: 0, dropped: 0, failed: 1 });
});

it('a receiver that is away, or that speaks no HTTP, loses spans and nothing else', async () => {
  const nonsense = createServer((socket) => socket.end('SSH-2.0-none\r\n'));
  await new Promise<void>((resolve) => nonsense.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void nonsense.close());
  const { exporter, add } = exporterTo(`http://127.0.0.1:${(nonsense.address() as AddressInfo).port}`);
  add(1);
  await expect.poll(() => exporter.counts.failed).toBe(1);
  const away = exporterTo('http://127.0.0.1:1');
  away.add(3_000);
  await expect.poll(() => away.exporter.counts.failed).toBeGreaterThan(0);
  await away.exporter.close();
  expect(ended(away.exporter)).toBe(3_000);
});

it('the end sends the spans that wait, and later ones are dropped', async () => {
  const receiver = await receiverOfTest();
  const { exporter, add } = exporterTo(receiver.endpoint);
  add(300);
  await exporter.close();
  expect(receiver.spans.length).toBe(300);
  add(1);
  expect(exporter.counts).toEqual({ sent: 300, dropped: 1, failed: 0 });
});
