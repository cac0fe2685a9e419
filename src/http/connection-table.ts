/**
 * Every open connection, and which of them to give up when there are too many. A caller pays nothing for a connection
 * that rests, so without a limit for each address one caller could hold all of them. The one that has rested longest
 * goes first; one with a request under way is never given up for another.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { BlockList, Socket } from 'node:net';
import { networkOf } from '../rest/guess-budget.ts';
import { isTrusted, withoutZone } from './client-address.ts';

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
}

/** The connections of one address. */
interface Group {
  open: number;
  /** Those without a request under way, the longest resting first. */
  readonly resting: Set<Connection>;
}

export class ConnectionTable {
  readonly #limits: ConnectionLimits;
  readonly #groups = new Map<string, Group>();
  readonly #resting = new Set<Connection>();
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
    const group = this.#groups.get(network) ?? { open: 0, resting: new Set<Connection>() };
    const { max, perAddressMax, trustedProxies } = this.#limits;
    if (group.open >= perAddressMax && !isTrusted(address, trustedProxies) && !this.#giveUp(group.resting, 'address')) {
      this.#refuse(socket, 'address');
      return;
    }
    if (this.#open >= max && !this.#giveUp(this.#resting, 'full')) {
      this.#refuse(socket, 'full');
      return;
    }
    const connection: Connection = { socket, group, underWay: 0 };
    this.#groups.set(network, group);
    this.#byPeer.set(peerOf(socket), connection);
    this.#open += 1;
    group.open += 1;
    this.#rest(connection);
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
    this.#resting.delete(connection);
    connection.group.resting.delete(connection);
    if (connection.underWay >= 0) {
      connection.underWay = Number.NEGATIVE_INFINITY;
      connection.group.open -= 1;
      this.#open -= 1;
    }
  }

  #giveUp(resting: ReadonlySet<Connection>, reason: GivenUpReason): boolean {
    const [longest] = resting;
    if (longest === undefined) {
      return false;
    }
    this.#leave(longest);
    this.#refuse(longest.socket, reason);
    return true;
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
    this.#resting.delete(connection);
    connection.group.resting.delete(connection);
    response.once('close', () => {
      connection.underWay -= 1;
      if (connection.underWay === 0) {
        this.#rest(connection);
      }
    });
  }

  #rest(connection: Connection): void {
    this.#resting.add(connection);
    connection.group.resting.add(connection);
  }
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
