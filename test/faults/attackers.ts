/**
 * Attackers without credentials, as many and as fast as possible, from one address. They need no test runner, so they
 * run on a thread of their own and do not slow down the measured clients.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** Sockets opened at once: the system's own queue would refuse more. */
const OPENED_AT_ONCE = 100;

export interface Attack {
  /** Answers by status, and failures by code. */
  readonly met: Map<string, number>;
  /** Ends it. @returns the answered requests per second */
  stop(): Promise<number>;
}

export interface Sent {
  readonly port: number;
  readonly method: 'GET' | 'PUT';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly agent?: Agent;
  readonly localAddress?: string;
}

/** @returns the status, or the error's code */
export function send({ port, method, path, headers, body, agent, localAddress }: Sent): Promise<string> {
  return new Promise((resolve) => {
    const sent = request({
      host: '127.0.0.1',
      port,
      method,
      path,
      headers: { host: `localhost:${port}`, ...headers },
      agent: agent ?? false,
      ...(localAddress !== undefined && { localAddress }),
    });
    const failed = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.name);
    sent.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(`${response.statusCode}`));
      response.on('error', failed);
    });
    sent.on('error', failed);
    sent.end(body);
  });
}

/** Connections that each send one request after another. @param perSecond of all together; absent: no limit */
export function flood(
  port: number,
  connections: number,
  next: () => Pick<Sent, 'headers' | 'path'>,
  perSecond?: number,
): Attack {
  const met = new Map<string, number>();
  const since = performance.now();
  let started = 0;
  let answered = 0;
  let isOver = false;

  async function one(): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!isOver) {
      started += 1;
      const dueMs = perSecond === undefined ? 0 : (started / perSecond) * 1_000 - (performance.now() - since);
      if (dueMs > 0) {
        await pause(dueMs);
      }
      const outcome = await send({ port, method: 'GET', agent, ...next() });
      met.set(outcome, (met.get(outcome) ?? 0) + 1);
      answered += 1;
    }
    agent.destroy();
  }

  const running = Promise.all(Array.from({ length: connections }, one));
  return {
    met,
    async stop() {
      const perSecondAnswered = answered / ((performance.now() - since) / 1_000);
      isOver = true;
      await running;
      return perSecondAnswered;
    },
  };
}

/** A guess at a merchant's password. @param merchant its id; absent: a new made-up id each time */
export function guess(merchant?: string): Pick<Sent, 'headers' | 'path'> {
  const id = merchant ?? randomBytes(8).toString('hex');
  const password = randomBytes(16).toString('hex');
  const authorization = `Basic ${Buffer.from(`merchant.${id}:${password}`).toString('base64')}`;
  return { path: `/api/rest/version/100/merchant/${id}/order/x`, headers: { authorization } };
}

/** Opens sockets that each send one short request and then stay idle. */
export async function holdSockets(port: number, count: number): Promise<Socket[]> {
  const short = `GET /healthz HTTP/1.1\r\nHost: localhost:${port}\r\n\r\n`;
  const open = async () => {
    const socket = connect({ port, host: '127.0.0.1', localAddress: '127.0.0.1' });
    socket.on('error', () => undefined);
    socket.resume();
    await Promise.race([once(socket, 'connect'), once(socket, 'close')]);
    socket.write(short);
    return socket;
  };
  const sockets: Socket[] = [];
  while (sockets.length < count) {
    const batch = Math.min(OPENED_AT_ONCE, count - sockets.length);
    sockets.push(...(await Promise.all(Array.from({ length: batch }, open))));
  }
  return sockets;
}
