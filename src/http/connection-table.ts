/**
 * Every open connection, and which of them to give up when there are too many. A caller pays nothing for a connection
 * that rests, so without a limit for each address one caller could hold all of them. The one that has rested longest
 * goes first, of those that have been answered and sent nothing since: its client opens another without noticing. Only
 * then go those in the middle of a handshake or a header block. One with a request under way is never given up.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { BlockList, Socket } from 'node:net';
import { networkOf } from '../limits/index.ts';
import { isListed, withoutZone } from './client-address.ts';

export interface ConnectionLimits {
  readonly max: number;
  readonly perAddressMax: number;
  /** They transport many callers' requests, and have no limit of their own. */
  readonly trustedProxies: BlockList;
}

/** Why a connection was given up: its address had too many, or all addresses together. */
export type GivenUpReason = 'address' | 'full';

interface Connection {
  readonly socket: Socket;
  readonly group: Group;
  underWay: number;
  /** What the client had sent when its last answer ended. More means that a request has begun. */
  bytesAtRest: number;
}

/** Connections without a request under way, the longest resting first. */
interface Resting {
  /** Answered, and silent since, as far as was looked. */
  readonly idle: Set<Connection>;
  /** Never answered, or in the middle of the next request. */
  readonly beginning: Set<Connection>;
}

/** The connections of one address. */
interface Group {
  open: number;
  readonly resting: Resting;
}

export class ConnectionTable {
  readonly #limits: ConnectionLimits;
  readonly #groups = new Map<string, Group>();
  readonly #resting = noneResting();
  /** By address and port of the client: a TLS socket and the one below it are two objects. */
  readonly #byPeer = new Map<string, Connection>();
  readonly #givenUp: Record<GivenUpReason, number> = { address: 0, full: 0 };
  #open = 0;

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  watch(server: Server): void {
    server.prependListener('connection', (socket: Socket) => this.#admit(socket));
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) =>
      this.#work(request.socket, response),
    );
  }

  open(): number {
    return this.#open;
  }

  givenUp(): Readonly<Record<GivenUpReason, number>> {
    return this.#givenUp;
  }

  #admit(socket: Socket): void {
    const address = withoutZone(socket.remoteAddress ?? '');
    const network = networkOf(address);
    const group = this.#groups.get(network) ?? { open: 0, resting: noneResting() };
    const { max, perAddressMax, trustedProxies } = this.#limits;
    if (group.open >= perAddressMax && !isListed(address, trustedProxies) && !this.#giveUp(group.resting, 'address')) {
      this.#refuse(socket, 'address');
      return;
    }
    if (this.#open >= max && !this.#giveUp(this.#resting, 'full')) {
      this.#refuse(socket, 'full');
      return;
    }
    const connection: Connection = { socket, group, underWay: 0, bytesAtRest: 0 };
    this.#groups.set(network, group);
    this.#byPeer.set(peerOf(socket), connection);
    this.#open += 1;
    group.open += 1;
    this.#move(connection, 'beginning');
    const peer = peerOf(socket);
    socket.once('close', () => {
      this.#leave(connection);
      this.#byPeer.delete(peer);
      if (group.open === 0) {
        this.#groups.delete(network);
      }
    });
  }

  /** Counts it out at once: its socket's own event comes later, and more connections arrive before. */
  #leave(connection: Connection): void {
    this.#move(connection);
    if (connection.underWay >= 0) {
      connection.underWay = Number.NEGATIVE_INFINITY;
      connection.group.open -= 1;
      this.#open -= 1;
    }
  }

  #giveUp(resting: Resting, reason: GivenUpReason): boolean {
    const longest = this.#longestIdle(resting) ?? first(resting.beginning);
    if (longest === undefined) {
      return false;
    }
    this.#leave(longest);
    this.#refuse(longest.socket, reason);
    return true;
  }

  /** One that has sent something since is moved, so that it is looked at once and not for each newcomer. */
  #longestIdle({ idle }: Resting): Connection | undefined {
    for (const connection of idle) {
      if (connection.socket.bytesRead === connection.bytesAtRest) {
        return connection;
      }
      this.#move(connection, 'beginning');
    }
    return undefined;
  }

  #refuse(socket: Socket, reason: GivenUpReason): void {
    this.#givenUp[reason] += 1;
    socket.destroy();
  }

  #work(socket: Socket, response: ServerResponse): void {
    const connection = this.#byPeer.get(peerOf(socket));
    if (connection === undefined) {
      return;
    }
    connection.underWay += 1;
    this.#move(connection);
    response.once('close', () => {
      connection.underWay -= 1;
      if (connection.underWay === 0) {
        connection.bytesAtRest = connection.socket.bytesRead;
        this.#move(connection, 'idle');
      }
    });
  }

  /** @param to absent: it does not rest */
  #move(connection: Connection, to?: keyof Resting): void {
    for (const resting of [this.#resting, connection.group.resting]) {
      resting.idle.delete(connection);
      resting.beginning.delete(connection);
      if (to !== undefined) {
        resting[to].add(connection);
      }
    }
  }
}

function noneResting(): Resting {
  return { idle: new Set(), beginning: new Set() };
}

function first<T>(all: ReadonlySet<T>): T | undefined {
  const [one] = all;
  return one;
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
