/**
 * Connections to addresses that a stranger chose. A name is looked up once, each of its addresses is judged, and the connection goes to one that
 * passed; it is judged again on the socket, before a byte is sent. So a name that means something else a moment later wins nothing.
 */
import { Resolver } from 'node:dns/promises';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { connect, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';

export interface Network {
  /** Whether a connection may go there. */
  readonly allows: (address: string) => boolean;
  /** All addresses of a name. Rejects, or gives none, where there are none. */
  readonly resolve: (name: string) => Promise<readonly string[]>;
  /** Certificates that are believed beside the system's, PEM. */
  readonly ca?: string;
}

/** A sentence for whoever asks why nothing arrived. */
export class ConnectionRefused extends Error {}

const LOOK_UP_MS = 3_000;
const LOOK_UP_TRIES = 2;
const LOOPBACK_NAME = 'localhost';

/** Asks name servers itself: the system's own way waits in a queue of four, where one dead name server would hold up everybody's. */
export function nameServers(): Network['resolve'] {
  const resolver = new Resolver({ timeout: LOOK_UP_MS, tries: LOOK_UP_TRIES });
  return async (name) => {
    if (name === LOOPBACK_NAME) return ['127.0.0.1', '::1'];
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}

/** Of a name's addresses so many are tried. */
const ADDRESSES_MAX = 3;
const CONNECT_MS = 3_000;
/** Many servers close a connection that rests for five seconds: one that is taken up again just then would look like a failed try. */
const REST_MS = 1_000;

interface Target {
  readonly host?: string | null | undefined;
  readonly port?: number | string | null | undefined;
}

/** @throws ConnectionRefused */
export async function openSocket({ allows, resolve }: Network, { host, port }: Target): Promise<Socket> {
  const name = (host ?? '').replace(/^\[|\]$/g, '');
  const found = isIP(name) ? [name] : await resolve(name).catch(() => []);
  if (found.length === 0) throw new ConnectionRefused(`The name ${name} has no address.`);
  const allowed = found.filter(allows).slice(0, ADDRESSES_MAX);
  if (allowed.length === 0) throw new ConnectionRefused(`${name} is ${found[0]}, which is not on the public internet.`);
  let failure: unknown;
  for (const address of allowed) {
    try {
      const socket = await connected(address, Number(port));
      if (allows(socket.remoteAddress ?? '')) return socket;
      socket.destroy();
      failure = new ConnectionRefused(
        `${name} answers as ${socket.remoteAddress}, which is not on the public internet.`,
      );
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function connected(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true });
    const timer = setTimeout(
      () => socket.destroy(new ConnectionRefused(`No connection to ${host} within ${CONNECT_MS / 1_000} s.`)),
      CONNECT_MS,
    );
    socket.once('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.removeAllListeners('error');
      resolve(socket);
    });
  });
}

type OnSocket = (error: Error | null, stream: Duplex) => void;

/** What both agents do with a socket that is free: it is used again soon, or not at all. */
const AGENT = { keepAlive: true, scheduling: 'lifo' } as const;

/** @returns the two agents of node's http client, whose every connection is opened by `openSocket` */
export function agents(network: Network): { readonly http: HttpAgent; readonly https: HttpsAgent } {
  const open = (target: Target, dress: (socket: Socket) => Duplex, done: OnSocket) => {
    openSocket(network, target).then(
      (socket) => done(null, dress(socket)),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), undefined as never),
    );
    return undefined;
  };
  class GuardedHttp extends HttpAgent {
    override createConnection(options: Target, done: OnSocket): undefined {
      return open(options, (socket) => socket, done);
    }
    override keepSocketAlive(socket: Duplex): boolean {
      return resting(socket, super.keepSocketAlive(socket) as unknown as boolean);
    }
  }
  class GuardedHttps extends HttpsAgent {
    override createConnection(options: Target, done: OnSocket): undefined {
      const { host } = options;
      const servername = host == null || isIP(host.replace(/^\[|\]$/g, '')) ? '' : host;
      const believed = network.ca === undefined ? {} : { ca: network.ca };
      return open(options, (socket) => connectTls({ ...options, ...believed, socket, servername } as object), done);
    }
    override keepSocketAlive(socket: Duplex): boolean {
      return resting(socket, super.keepSocketAlive(socket) as unknown as boolean);
    }
  }
  return { http: new GuardedHttp(AGENT), https: new GuardedHttps(AGENT) };
}

function resting(socket: Duplex, kept: boolean): boolean {
  (socket as Socket).setTimeout(REST_MS);
  return kept;
}
