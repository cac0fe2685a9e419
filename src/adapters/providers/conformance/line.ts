/**
 * The connection between the adapter and the simulator: an HTTP server that forwards each request, and applies a fault
 * to one of them or to all.
 */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { createServer as createTlsServer, request as requestTls, Agent as TlsAgent } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';
import type { StandIn } from '../stand-in.ts';
import type { LineFault } from './faults.ts';

/**
 * The length of an endless answer. It is far longer than socket buffers, so a client that reads all of it does not
 * limit the length of answers.
 */
const ENDLESS_BYTES = 32 * 1024 * 1024;
const BLANKS = Buffer.alloc(64 * 1024, ' ');
/** The interval of single bytes, shorter than any idle timeout. */
const DRIP_MS = 200;
const NO_CONTENT = 204;
const ELSEWHERE = '/conformance-kit/elsewhere';

interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export class Line {
  readonly origin: string;
  readonly #server: ReturnType<typeof createServer>;
  readonly #to: Pick<StandIn, 'origin' | 'tls'>;
  /** The agent for mutual TLS, shared because its handshakes take most of the time of such a request. */
  readonly #tls: TlsAgent | undefined;
  #fault: { readonly fault: LineFault; readonly at: number | 'ALL' } | undefined;
  #requests = 0;
  #wasFollowed = false;
  #wasSwallowed = false;

  private constructor(server: ReturnType<typeof createServer>, to: Pick<StandIn, 'origin' | 'tls'>) {
    this.#server = server;
    this.#to = to;
    this.#tls = to.tls && new TlsAgent({ ...to.tls.client, ca: to.tls.ca, keepAlive: true });
    const { port } = server.address() as AddressInfo;
    this.origin = to.tls === undefined ? `http://127.0.0.1:${port}` : `https://localhost:${port}`;
  }

  static async open(to: Pick<StandIn, 'origin' | 'tls'>): Promise<Line> {
    const server = to.tls === undefined ? createServer() : createTlsServer(to.tls.server);
    // Do not close idle connections: adapters reuse them for the next call, and the kit closes them.
    server.keepAliveTimeout = 0;
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const line = new Line(server, to);
    server.on('request', (asked, answer) => {
      line.#pass(asked, answer).catch(() => asked.socket.destroy());
    });
    return line;
  }

  /** From now on, applies the fault to the request with this number, counted from 0, or to all requests. */
  spoil(fault: LineFault, at: number | 'ALL'): void {
    this.#fault = { fault, at };
    this.#requests = 0;
  }

  /** The number of requests since the start, or since the last fault was set. */
  get requests(): number {
    return this.#requests;
  }

  /** True if a client has followed a redirect. */
  get wasFollowed(): boolean {
    return this.#wasFollowed;
  }

  /** True if a client has read an endless answer up to its last byte. */
  get wasSwallowed(): boolean {
    return this.#wasSwallowed;
  }

  async close(): Promise<void> {
    if (!this.#server.listening) {
      return;
    }
    this.#server.close();
    this.#server.closeAllConnections();
    this.#tls?.destroy();
    await once(this.#server, 'close');
  }

  async #pass(asked: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await buffer(asked);
    this.#wasFollowed ||= asked.url === ELSEWHERE;
    const isSpoiled = this.#fault?.at === 'ALL' || this.#fault?.at === this.#requests;
    this.#requests += 1;
    if (!isSpoiled || this.#fault === undefined) {
      send(response, await this.#forwarded(asked, body));
      return;
    }
    const { forwarded, reply } = this.#fault.fault;
    let answer: Answer | undefined;
    for (let times = 0; times < forwarded; times += 1) {
      answer = await this.#forwarded(asked, body);
    }
    if (typeof reply === 'object') {
      send(response, { ...reply, body: Buffer.from(reply.body) });
    } else {
      await this.#reply(reply, response, answer);
    }
  }

  async #reply(reply: LineFault['reply'] & string, response: ServerResponse, answer?: Answer): Promise<void> {
    const { status = 200, headers = {}, body = Buffer.alloc(0) } = answer ?? {};
    switch (reply) {
      case 'WHOLE':
        send(response, { status, headers, body });
        return;
      case 'CUT':
        destroySocket(response.socket);
        return;
      case 'HALF':
        response.writeHead(status, { ...typeOf(headers), 'content-length': body.length + 1 });
        response.write(body.subarray(0, body.length / 2), () => response.socket?.destroy());
        return;
      case 'TWICE': {
        const { socket } = response;
        send(response, { status, headers, body });
        await once(response, 'finish');
        const type = typeOf(headers)['content-type'] ?? 'application/json';
        const head = `HTTP/1.1 ${status} Again\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n\r\n`;
        socket?.write(Buffer.concat([Buffer.from(head), body]));
        return;
      }
      case 'REDIRECT':
        response.writeHead(302, { location: `${this.origin}${ELSEWHERE}` }).end('{}');
        return;
      case 'SILENT':
        return;
      case 'DRIP':
        await drip(response);
        return;
      case 'ENDLESS':
        // A response with 204 has no body and would end at once.
        response.writeHead(status === NO_CONTENT ? 200 : status, typeOf(headers)).write(body);
        this.#wasSwallowed = await takesAll(response);
    }
  }

  async #forwarded({ method, url, headers }: IncomingMessage, body: Buffer): Promise<Answer> {
    const { host: _host, connection: _connection, 'transfer-encoding': _encoding, ...kept } = headers;
    const options = { method, headers: { ...kept, 'content-length': body.length } };
    const to = `${this.#to.origin}${url}`;
    const sent =
      this.#tls === undefined
        ? request(to, { ...options, agent: false })
        : requestTls(to, { ...options, agent: this.#tls });
    sent.end(body);
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: await buffer(answer) };
  }
}

function send(response: ServerResponse, { status, headers, body }: Answer): void {
  const { connection: _connection, 'keep-alive': _alive, 'transfer-encoding': _encoding, ...kept } = headers;
  response.writeHead(status, { ...kept, 'content-length': body.length }).end(body);
}

/** Resets the connection. A TLS connection cannot be reset, so it is only closed. */
function destroySocket(socket: Socket | null): void {
  if (socket instanceof TLSSocket) {
    socket.destroy();
  } else {
    socket?.resetAndDestroy();
  }
}

function typeOf(headers: IncomingHttpHeaders): { 'content-type'?: string } {
  const type = headers['content-type'];
  return type === undefined ? {} : { 'content-type': type };
}

function drip(response: ServerResponse): Promise<void> {
  response.writeHead(200, { 'content-type': 'application/json' });
  const timer = setInterval(() => response.write(' '), DRIP_MS);
  return new Promise((resolve) => {
    response.on('close', () => {
      clearInterval(timer);
      resolve();
    });
  });
}

/** @returns true if the client has read every byte */
async function takesAll(response: ServerResponse): Promise<boolean> {
  const gone = once(response, 'close');
  for (let sent = 0; sent < ENDLESS_BYTES && !response.destroyed; sent += BLANKS.length) {
    if (!response.write(BLANKS)) {
      await Promise.race([once(response, 'drain'), gone]);
    }
  }
  if (response.destroyed) {
    return false;
  }
  response.end();
  await gone;
  return response.writableFinished;
}
