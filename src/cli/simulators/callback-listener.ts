/** Receives the callbacks of the sandbox's providers instead of a gateway. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setTimeout as pause } from 'node:timers/promises';
import type { RawCallback } from '../../core/ports/index.ts';

/** The sandbox sends a callback at once, so it arrives within milliseconds. */
const CALLBACK_MS_MAX = 5_000;
const POLL_MS = 5;
const PATH = '/callback';

export interface CallbackListener {
  readonly url: string;
  /** @returns undefined if none arrived in time */
  newestOf(reference: string): Promise<RawCallback | undefined>;
  close(): Promise<void>;
}

/** @param referencesOf returns the payments' names in a message, for `newestOf` */
export async function listenForCallbacks(
  referencesOf: (message: unknown) => readonly string[],
): Promise<CallbackListener> {
  const newest = new Map<string, RawCallback>();
  const server = createServer(async (request, response) => {
    const body = await buffer(request);
    const path = request.url?.slice(PATH.length + 1) ?? '';
    for (const reference of referencesOf(JSON.parse(body.toString()))) {
      newest.set(reference, { headers: request.headers, body, path: path || undefined });
    }
    response.writeHead(204).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${PATH}`,
    async newestOf(reference) {
      const until = performance.now() + CALLBACK_MS_MAX;
      while (!newest.has(reference) && performance.now() < until) {
        await pause(POLL_MS);
      }
      return newest.get(reference);
    },
    async close() {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
