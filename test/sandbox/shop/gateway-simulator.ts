/** A fake gateway for the shop: it records requests and gives scripted answers, over real sockets. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  readonly body: unknown;
}

export interface GatewaySimulator {
  readonly origin: string;
  readonly calls: Call[];
  /** The answer to each following request. */
  answer: (call: Call) => { status: number; body: unknown };
  close(): Promise<void>;
}

export async function startGatewaySimulator(): Promise<GatewaySimulator> {
  const calls: Call[] = [];
  const server = createServer(async (request, response) => {
    const text = await read(request);
    const call = {
      method: request.method ?? '',
      path: request.url ?? '',
      authorization: request.headers.authorization,
      body: text === '' ? undefined : JSON.parse(text),
    };
    calls.push(call);
    const { status, body } = gateway.answer(call);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const gateway: GatewaySimulator = {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    answer: () => ({ status: 500, body: {} }),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
  return gateway;
}

async function read(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) {
    text += chunk;
  }
  return text;
}
