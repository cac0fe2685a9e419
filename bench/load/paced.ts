/**
 * Sends requests at an even pace, however long the answers take. A latency is counted from the moment at which the pace
 * wanted the request, so that a server that stops for a moment is charged for everybody who waited.
 */
import { Agent, request } from 'node:http';
import { createHistogram } from 'node:perf_hooks';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import type { LoadJob, LoadResult } from './job.ts';

export type PacedJob = LoadJob & { readonly perSecond: number };

/** @param pathOf the path of the next request */
export async function runPaced(job: PacedJob, pathOf: () => string): Promise<LoadResult> {
  const { origin, method, headers, body, perSecond, connections, until } = job;
  const count = 'requests' in until ? until.requests : Math.round(until.seconds * perSecond);
  const { hostname, port } = new URL(origin);
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const microseconds = createHistogram();
  let failed = 0;
  const send = (wantedAt: number) =>
    new Promise<void>((resolve) => {
      const fail = () => {
        failed += 1;
        resolve();
      };
      const length = Buffer.byteLength(body);
      const options = {
        agent,
        hostname,
        port,
        method,
        path: pathOf(),
        headers: { ...headers, 'content-length': length },
      };
      request(options, (response) => {
        response.resume().on('error', fail);
        response.on('end', () => {
          microseconds.record(Math.max(1, Math.round((performance.now() - wantedAt) * 1_000)));
          failed += (response.statusCode ?? 0) < 300 ? 0 : 1;
          resolve();
        });
      })
        .on('error', fail)
        .end(body);
    });
  const began = performance.now();
  const sent: Promise<void>[] = [];
  for (let index = 0; index < count; index += 1) {
    const wantedAt = began + (index * 1_000) / perSecond;
    // A timer may fire up to a millisecond early, and waits for at least one.
    for (let early = wantedAt - performance.now(); early > 0; early = wantedAt - performance.now()) {
      await (early >= 1 ? sleep(early) : turn());
    }
    sent.push(send(wantedAt));
  }
  await Promise.all(sent);
  const seconds = (performance.now() - began) / 1_000;
  agent.destroy();
  return {
    answered: microseconds.count,
    seconds,
    p50Ms: microseconds.percentile(50) / 1_000,
    p99Ms: microseconds.percentile(99) / 1_000,
    failed,
  };
}
