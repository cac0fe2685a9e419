/** A merchant's server for a test: it records notifications, and gives scripted answers. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Notified {
  readonly path: string;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  /** Names as they were sent. */
  readonly names: readonly string[];
  readonly rawBody: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface Receiver {
  readonly origin: string;
  readonly notified: Notified[];
  /** The answer from now on; the default is 200. */
  answer: (notified: Notified, response: ServerResponse) => void;
  close(): Promise<void>;
}

export async function startReceiver(): Promise<Receiver> {
  const notified: Notified[] = [];
  const server = createServer(async (request, response) => {
    const one = await received(request);
    notified.push(one);
    receiver.answer(one, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const receiver: Receiver = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    notified,
    answer: (_, response) => void response.end('noted'),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}

async function received(request: IncomingMessage): Promise<Notified> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) {
    chunks.push(chunk as Buffer);
  }
  return {
    path: request.url ?? '',
    headers: request.headers as Record<string, string>,
    names: request.rawHeaders.filter((_, index) => index % 2 === 0),
    rawBody: Buffer.concat(chunks).toString(),
    at: Date.now(),
  };
}
