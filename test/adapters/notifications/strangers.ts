/**
 * The receiving side of a delivery: test servers on loopback addresses, and a record of every connection that this
 * process tries.
 */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { createServer as createHttp, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { createServer as createHttps } from 'node:https';
import { type AddressInfo, createServer as createTcp, type Server, type Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createServer as createTls, type TLSSocket } from 'node:tls';
import { onTestFinished } from 'vitest';
import {
  type DeliveryRequest,
  HttpSender,
  type HttpSenderDependencies,
} from '../../../src/adapters/notifications/http-sender.ts';
import { createAuthority } from '../../support/certificates.ts';

export const authority = createAuthority('Receivers of tests');
export const NAME = 'receiver.test';
const own = authority.issue({ name: NAME, use: 'server', hosts: [NAME, '127.0.0.1'] });

export type Scheme = 'http' | 'https';

export interface Place {
  readonly scheme?: Scheme;
  readonly address?: string;
  readonly port?: number;
  readonly certificate?: { readonly cert: string; readonly key: string };
}

export interface Stranger {
  readonly port: number;
  readonly url: string;
  /** Every accepted connection. */
  readonly sockets: readonly Socket[];
  close(): Promise<void>;
}

export interface Arrived {
  readonly method: string;
  readonly url: string;
  readonly rawHeaders: readonly string[];
  readonly host: string | undefined;
  /** The SNI name of the TLS handshake. */
  readonly servername: string | false | null | undefined;
  readonly body: Buffer;
}

export interface Receiver extends Stranger {
  readonly arrived: readonly Arrived[];
}

type Answer = (response: ServerResponse, request: IncomingMessage) => unknown;

export const accept: Answer = (response) => response.end();

/** A server that speaks HTTP. */
export async function receiver(answer: Answer = accept, place: Place = {}): Promise<Receiver> {
  const arrived: Arrived[] = [];
  const listener: RequestListener = async (request, response) => {
    const { method = '', url = '', rawHeaders, headers, socket } = request;
    const { servername } = socket as TLSSocket;
    arrived.push({ method, url, rawHeaders, host: headers.host, servername, body: await buffer(request) });
    answer(response, request);
  };
  const isPlain = place.scheme === 'http';
  const server = isPlain ? createHttp(listener) : createHttps(place.certificate ?? own, listener);
  return { ...(await started(server, place)), arrived };
}

/** A server that writes raw bytes. */
export function raw(talk: (socket: Socket) => void, place: Place = {}): Promise<Stranger> {
  const isPlain = place.scheme === 'http';
  return started(isPlain ? createTcp(talk) : createTls(place.certificate ?? own, talk), place);
}

async function started(server: Server, { scheme = 'https', address = '127.0.0.1', port = 0 }: Place) {
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => {
    sockets.push(socket);
    socket.on('error', () => {});
  });
  for (const event of ['secureConnection', 'tlsClientError']) {
    server.on(event, (...args: unknown[]) => (args.at(-1) as Socket).on('error', () => {}));
  }
  server.listen(port, address);
  await once(server, 'listening');
  const taken = (server.address() as AddressInfo).port;
  const close = async () => {
    for (const socket of sockets) {
      socket.destroy();
    }
    if (server.listening) {
      await new Promise((resolve) => server.close(resolve));
    }
  };
  onTestFinished(close);
  return { port: taken, url: `${scheme}://${scheme === 'https' ? NAME : address}:${taken}/`, sockets, close };
}

/** A sender that reaches this machine by any name. */
export function courier(parts: HttpSenderDependencies = {}): HttpSender {
  const made = new HttpSender({
    loopbackPorts: { has: () => true },
    ca: authority.cert,
    resolve: async () => ['127.0.0.1'],
    ...parts,
  });
  onTestFinished(() => made.close());
  return made;
}

export function parcel(url: string, parts: Partial<DeliveryRequest> = {}): DeliveryRequest {
  return { url, headers: { 'Content-Type': 'application/json' }, body: '{"id":1}', ...parts };
}

/** Every socket that this process tries to connect from now on: Node reports it before the first packet. */
export function tried(): readonly Socket[] {
  const sockets: Socket[] = [];
  const seen = (message: unknown) => sockets.push((message as { socket: Socket }).socket);
  subscribe('net.client.socket', seen);
  onTestFinished(() => void unsubscribe('net.client.socket', seen));
  return sockets;
}
