/** Processor time of a server for one repeated operation. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Usage } from '../processes/probe.ts';

/** The time for which the idle server is observed. */
const IDLE_MS = 3_000;

interface Server {
  usage(): Promise<Usage>;
}

/**
 * Runs the operations one after another.
 * @returns the server's processor time for one operation in milliseconds, without its background work
 */
export async function workOf(server: Server, count: number, one: (index: number) => Promise<void>): Promise<number> {
  const idle = await spent(server, () => pause(IDLE_MS));
  const busy = await spent(server, async () => {
    for (let index = 0; index < count; index += 1) {
      await one(index);
    }
  });
  return (busy.cpuMs - (idle.cpuMs / idle.ms) * busy.ms) / count;
}

/** Measures the processor time of the server and the wall-clock time during `act`. */
async function spent(server: Server, act: () => Promise<void>) {
  const [before, start] = [await server.usage(), performance.now()];
  await act();
  const [after, end] = [await server.usage(), performance.now()];
  return { cpuMs: (after.cpuUs - before.cpuUs) / 1_000, ms: end - start };
}

/** Runs `count` operations, at most `atOnce` at the same time. */
export async function together(atOnce: number, count: number, one: (index: number) => Promise<void>): Promise<void> {
  let next = 0;
  const work = async () => {
    while (next < count) {
      next += 1;
      await one(next - 1);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}
