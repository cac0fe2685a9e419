/** Checks that a port is free, and later that its server answers. Both are checked from outside, as a client would. */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { createServer } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Listener } from './listener-addresses.ts';

const POLL_MS = 25;

/** A listener that does not answer in this time is polled again. */
const ANSWER_MS_MAX = 2_000;

/** Whether another process listens on the address. The process that uses the address reports its other problems. */
export function isTaken({ host, port }: Listener): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.on('error', (error: NodeJS.ErrnoException) => resolve(error.code === 'EADDRINUSE'));
    probe.listen({ host, port: port > 0 && port < 65_536 ? port : 0 }, () => probe.close(() => resolve(false)));
  });
}

/**
 * Polls until the answer is 200 or `signal` aborts. `name` is the server's own host name.
 *
 * @param seen called with the body of each answer with another status
 */
export async function untilReady(
  at: Listener,
  path: string,
  name: string,
  signal: AbortSignal,
  seen: (body: string) => void = () => undefined,
): Promise<void> {
  while (!signal.aborted) {
    const answer = await answerOf(at, path, name);
    if (answer?.status === 200) {
      return;
    }
    if (answer !== undefined) {
      seen(answer.body);
    }
    await sleep(POLL_MS, undefined, { signal }).catch(() => undefined);
  }
}

interface Answer {
  readonly status: number | undefined;
  readonly body: string;
}

function answerOf({ host, port, tls }: Listener, path: string, name: string): Promise<Answer | undefined> {
  // A server that listens on every address is polled on the loopback address.
  const target = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const options = { host: target, port, path, headers: { host: name }, timeout: ANSWER_MS_MAX, agent: false };
  return new Promise((resolve) => {
    // The certificate is for the public name, and this only checks that the server is up.
    const request = tls ? httpsRequest({ ...options, rejectUnauthorized: false }) : httpRequest(options);
    request.on('response', (response) => {
      text(response).then(
        (body) => resolve({ status: response.statusCode, body }),
        () => resolve(undefined),
      );
    });
    request.on('timeout', () => request.destroy());
    request.on('error', () => resolve(undefined));
    request.end();
  });
}
