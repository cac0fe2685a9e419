/**
 * Server-sent events of a status page: one message when the page has changed. The store is polled once a second, so any
 * process may record the change.
 */
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { type StatusPageDependencies, statusMark } from '../../checkout/return/index.ts';
import { namedError } from '../../contract/errors/catalogue.ts';
import { networkOf } from '../../platform/limits/index.ts';
import { pageHeaders } from '../answers/page-headers.ts';
import { STRICT_TRANSPORT } from '../listener/http-server.ts';
import { BROWSER_PAYMENT_PAGES } from '../routing/routes.ts';

const POLL_INTERVAL_MS = 1_000;
/** The headers of an event stream, which needs no styles. */
const EVENT_HEADERS = pageHeaders([]);
/** The interval of keep-alive comments: shorter than the minute after which many proxies close silent connections. */
const KEEP_ALIVE_MS = 20_000;
/** The lifetime of a stream; a page that is still open reconnects automatically. */
const STREAM_MS_MAX = 10 * 60_000;
/**
 * The maximum number of streams. Each stream costs a connection and one read of the store a second. Pages without a
 * stream refresh instead.
 */
const STREAMS_MAX = 500;
/**
 * The maximum number of streams per network, so that one client cannot take all. An office may have many payers with a
 * page or two each.
 */
const STREAMS_PER_NETWORK_MAX = 100;

/** `seen` is the mark with which the open page was rendered. */
type EventsRoute = { Params: { handle: string }; Querystring: { seen?: unknown } };

export function mountStatusEvents(app: FastifyInstance, dependencies: StatusPageDependencies): void {
  const open = new Set<() => void>();
  const networks = new Map<string, number>();
  app.addHook('preClose', (done) => {
    for (const end of [...open]) {
      end();
    }
    done();
  });
  app.get<EventsRoute>(BROWSER_PAYMENT_PAGES.events, async (request, reply) => {
    const { handle } = request.params;
    const mark = await statusMark(dependencies, handle);
    if (mark === undefined) {
      throw namedError('NOTHING_HERE');
    }
    // The browser has closed the connection already, so no later event of the socket would end the stream.
    if (reply.raw.destroyed || request.raw.socket.readableEnded) {
      return leaveEnded(reply);
    }
    const network = networkOf(request.clientAddress);
    const ofNetwork = networks.get(network) ?? 0;
    if (open.size >= STREAMS_MAX || ofNetwork >= STREAMS_PER_NETWORK_MAX) {
      throw namedError('STREAMS_EXHAUSTED');
    }
    if (request.method === 'HEAD') {
      return reply.send();
    }
    // The mark may have changed between the page's rendering and this request.
    const { seen = mark } = request.query;
    const headers = { ...EVENT_HEADERS, ...(dependencies.publicOrigin.startsWith('https:') && STRICT_TRANSPORT) };
    networks.set(network, ofNetwork + 1);
    reply.raw.once('close', () => endStream(networks, network));
    stream(request.raw.socket, reply, headers, () => statusMark(dependencies, handle), { seen, mark }, open);
  });
}

function endStream(networks: Map<string, number>, network: string): void {
  const left = (networks.get(network) ?? 1) - 1;
  if (left === 0) {
    networks.delete(network);
  } else {
    networks.set(network, left);
  }
}

/**
 * Closes the connection without an answer. A browser that has left cannot be distinguished from a client that has
 * closed only its sending side; neither gets a stream.
 */
function leaveEnded(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.destroy();
}

function stream(
  socket: Socket,
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
  readMark: () => Promise<string | undefined>,
  { seen, mark }: { readonly seen: unknown; readonly mark: string },
  open: Set<() => void>,
): void {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...headers,
    'Content-Type': 'text/event-stream; charset=utf-8',
    Connection: 'close',
    'X-Accel-Buffering': 'no',
  });
  raw.write(': watching\n\n');
  const send = (now: string | undefined) => {
    if (now === seen || raw.writableEnded) {
      return;
    }
    raw.write('data: changed\n\n');
    end();
  };
  const polling = setInterval(() => {
    readMark().then(send, () => end());
  }, POLL_INTERVAL_MS);
  const connected = setInterval(() => raw.write(': still watching\n\n'), KEEP_ALIVE_MS);
  const limit = setTimeout(() => end(), STREAM_MS_MAX);
  const end = () => {
    clearInterval(polling);
    clearInterval(connected);
    clearTimeout(limit);
    open.delete(end);
    if (!raw.writableEnded) {
      raw.end();
    }
  };
  open.add(end);
  raw.once('close', end);
  // A browser that leaves the page closes its sending side. Without this handler the connection would stay open until
  // the next write.
  socket.once('end', end);
  send(mark);
}
