/**
 * Connections to addresses that merchants configure. A host name is resolved once, each of its addresses is checked,
 * and the connection is made to an allowed address. The address is checked again on the socket before any byte is sent,
 * which defeats DNS rebinding.
 */
import { Resolver } from 'node:dns/promises';
import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { connect, isIP, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { DeliveryFailure, NO_ADDRESS, noConnection } from './delivery-failures.ts';
import { isLoopback } from './public-addresses.ts';

export interface Network {
  /** True if connections to this port at this address are allowed. */
  readonly allows: (address: string, port: number) => boolean;
  /** Returns all addresses of a name. Rejects, or resolves to an empty list, if the name has no address. */
  readonly resolve: (name: string) => Promise<readonly string[]>;
  /** Trusted certificate authorities instead of the system's, PEM. */
  readonly ca?: string;
}

const LOOKUP_MS = 3_000;
/** A DNS query is repeated after this time, in case its datagram was lost. */
const LOOKUP_RETRY_MS = 1_000;
const LOOKUP_TRIES_MAX = 2;
const LOOPBACK_NAME = 'localhost';

/**
 * Queries name servers directly: the system's resolver has a queue of four, in which one dead name server would delay
 * every look-up.
 *
 * @param servers addresses of name servers; default: those of the system
 */
export function nameServers(servers?: readonly string[]): Network['resolve'] {
  return async (name) => {
    if (name === LOOPBACK_NAME) {
      return ['127.0.0.1', '::1'];
    }
    // One resolver for each look-up, because a resolver reads the system's name servers only once and they may change.
    const resolver = new Resolver({ timeout: LOOKUP_RETRY_MS, tries: LOOKUP_TRIES_MAX });
    if (servers !== undefined) {
      resolver.setServers(servers);
    }
    // Some servers do not answer queries for one address family. The other family is resolved within this time.
    const late = setTimeout(() => resolver.cancel(), LOOKUP_MS);
    const answers = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)]);
    clearTimeout(late);
    return answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []));
  };
}

/** Maximum number of a name's addresses that are tried. */
const ADDRESSES_MAX = 3;
const CONNECT_MS = 3_000;
/**
 * How long an idle connection is reused. Many servers close a connection after five idle seconds, and a request at that
 * moment would look like a failed attempt.
 */
const IDLE_MS = 1_000;

interface Target {
  readonly host?: string | null | undefined;
  readonly port?: number | string | null | undefined;
  /** Aborts when the caller no longer waits. */
  readonly until?: AbortSignal;
}

/** @throws DeliveryFailure, or the error of the last connection */
export async function openSocket({ allows, resolve }: Network, { host, port, until }: Target): Promise<Socket> {
  const name = (host ?? '').replace(/^\[|\]$/g, '');
  const found = isIP(name) ? [name] : await resolve(name).catch(() => []);
  let failure: unknown = new DeliveryFailure(NO_ADDRESS);
  const allowed = found.filter((address) => allows(address, Number(port)));
  for (const address of allowed.slice(0, ADDRESSES_MAX)) {
    until?.throwIfAborted();
    try {
      const socket = await connectTo(address, Number(port), until);
      if (allows(socket.remoteAddress ?? '', socket.remotePort ?? 0)) {
        return socket;
      }
      socket.destroy();
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

function connectTo(host: string, port: number, signal?: AbortSignal): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, noDelay: true, signal });
    const timer = setTimeout(() => socket.destroy(new DeliveryFailure(noConnection(CONNECT_MS))), CONNECT_MS);
    const fail = (error: Error) => {
      clearTimeout(timer);
      reject(error);
    };
    socket.once('error', fail);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', fail);
      resolve(socket);
    });
  });
}

type OnSocket = (error: Error | null, stream: Duplex) => void;

/** Reuses the most recently used socket, so that idle sockets do not get old. */
const AGENT = { keepAlive: true, scheduling: 'lifo' } as const;

/** @returns agents for Node's HTTP and HTTPS clients that open every connection with `openSocket` */
export function agents(network: Network): { readonly http: HttpAgent; readonly https: HttpsAgent } {
  const open = (allowed: Network, target: Target, wrap: (socket: Socket) => Duplex, done: OnSocket) => {
    openSocket(allowed, target).then(
      (socket) => done(null, wrap(socket)),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), undefined as never),
    );
    return undefined;
  };
  // Plain HTTP can be read on the network, so it may only reach this machine.
  const loopback: Network['allows'] = (address, port) => isLoopback(address) && network.allows(address, port);
  const loopbackOnly = { ...network, allows: loopback };
  class GuardedHttp extends HttpAgent {
    override createConnection(options: Target, done: OnSocket): undefined {
      return open(loopbackOnly, options, (socket) => socket, done);
    }
    override keepSocketAlive(socket: Duplex): boolean {
      return withIdleTimeout(socket, super.keepSocketAlive(socket) as unknown as boolean);
    }
  }
  class GuardedHttps extends HttpsAgent {
    override createConnection(options: Target, done: OnSocket): undefined {
      const { host } = options;
      const servername = host == null || isIP(host.replace(/^\[|\]$/g, '')) ? '' : host;
      // Set explicitly, so that NODE_TLS_REJECT_UNAUTHORIZED has no effect.
      const trust = { rejectUnauthorized: true, ca: network.ca };
      const wrap = (socket: Socket) => connectTls({ ...options, ...trust, socket, servername } as object);
      return open(network, options, wrap, done);
    }
    override keepSocketAlive(socket: Duplex): boolean {
      return withIdleTimeout(socket, super.keepSocketAlive(socket) as unknown as boolean);
    }
  }
  return { http: new GuardedHttp(AGENT), https: new GuardedHttps(AGENT) };
}

function withIdleTimeout(socket: Duplex, kept: boolean): boolean {
  (socket as Socket).setTimeout(IDLE_MS);
  return kept;
}
