/**
 * An HTTP proxy between a browser and the gateway that loses messages on a test's request, by resetting the browser's
 * connection.
 */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * answer: the gateway gets the POST, the browser no answer. half: the browser gets half of it. request: the gateway
 * gets nothing.
 */
export type Fault = 'answer' | 'badGateway' | 'half' | 'request' | undefined;

export interface DroppingProxy {
  readonly address: string;
  /** The number of forms received. */
  readonly posts: number;
  /** Sets the fault for the next form, and for everything after it. */
  drop(fault: Fault): void;
  close(): Promise<void>;
}

export async function openDroppingProxy(): Promise<DroppingProxy> {
  let fault: Fault;
  let posts = 0;
  /** True from the first form on. */
  let isBroken = false;
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { method, headers, url = '' } = incoming;
    const isForm = method === 'POST' && url.includes('/checkout/');
    posts += isForm ? 1 : 0;
    isBroken ||= isForm && fault !== undefined;
    const now = isBroken ? fault : undefined;
    if (now === 'request' || (now !== undefined && !isForm)) {
      incoming.socket.destroy();
      return;
    }
    const upstream = send(url, { method, headers }, (answer) => {
      if (now === undefined) {
        outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
        answer.pipe(outgoing);
        return;
      }
      answer.resume();
      if (now === 'half') {
        const { 'transfer-encoding': _, ...head } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, { ...head, 'content-length': '1000' });
        outgoing.write('http', () => incoming.socket.destroy());
      } else if (now === 'badGateway') {
        outgoing.writeHead(502, { 'Content-Type': 'text/html' }).end('<h1>502 Bad Gateway</h1>');
      } else {
        incoming.socket.destroy();
      }
    });
    upstream.on('error', () => incoming.socket.destroy());
    incoming.pipe(upstream);
  };
  const server = createServer(forward).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    get posts() {
      return posts;
    },
    drop(next) {
      fault = next;
      isBroken = false;
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
