/** Is the port free, and later: does it answer? Both asked from outside, as a client would. */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Listener } from './listener-addresses.ts';

const POLL_MS = 25;

/** A listener that does not answer one question in this time is asked again. */
const ANSWER_MS_MAX = 2_000;

/** Whether something else listens there; anything else that is wrong with the address is for its own process to say. */
export function isTaken({ host, port }: Listener): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRINUSE'));
    probe.listen({ host, port: port > 0 && port < 65_536 ? port : 0 }, () => probe.close(() => resolve(false)));
  });
}

/** Asks until the answer is 200 or `signal` ends it. `name` is the host that the server knows itself by. */
export async function untilReady(at: Listener, path: string, name: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    if ((await statusOf(at, path, name)) === 200) {
      return;
    }
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

function statusOf({ host, port, tls }: Listener, path: string, name: string): Promise<number | undefined> {
  // One that listens on every address is asked on this machine's own.
  const target = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const options = { host: target, port, path, headers: { host: name }, timeout: ANSWER_MS_MAX, agent: false };
  return new Promise((resolve) => {
    // Its certificate is for the public name, and this asks nothing but whether it is up.
    const asked = tls ? httpsRequest({ ...options, rejectUnauthorized: false }) : httpRequest(options);
    asked.on('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    asked.on('timeout', () => asked.destroy());
    asked.on('error', () => resolve(undefined));
    asked.end();
  });
}
