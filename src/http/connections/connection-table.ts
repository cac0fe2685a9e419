/**
 * All open connections, and the choice of which to close when there are too many. Idle or slow connections are free for
 * a client, so without limits per address and network a few clients could occupy all of them. The connection that has
 * been idle longest is closed first, because its client reconnects without notice. Connections within a handshake or a
 * header block are next, then those with the slowest clients. Authenticated clients come last, and a connection with a
 * request in processing is not closed.
 */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { BlockList, Socket } from 'node:net';
import { networkOf, widerNetworkOf } from '../../platform/limits/index.ts';
import { isListed, withoutZone } from './client-address.ts';
import { type ClientConnection, ConnectionGroup, type ConnectionPlace } from './connection-groups.ts';
import { bytesOf, isPaced, isTooSlow, type PaceLimits, paceOf } from './connection-pace.ts';

export interface ConnectionLimits {
  readonly max: number;
  /** The limits of one IP address, or of an IPv6 /64. */
  readonly perAddress: NetworkLimits;
  /** Limits of the surrounding network: /24, or /48. */
  readonly perNetwork: NetworkLimits;
  readonly pace: PaceLimits;
  /** The proxies to which these limits do not apply, because they carry requests of many callers. */
  readonly trustedProxies: BlockList;
}

export interface NetworkLimits {
  readonly max: number;
  /** The maximum number of connections whose client determines the speed of an answer or a body. */
  readonly pacedMax: number;
}

/**
 * The reason for closing a connection: there were too many from its address, from its network or in total, or its
 * client was too slow.
 */
export type CloseReason = 'address' | 'full' | 'network' | 'slow';

interface NamedGroup {
  readonly name: string;
  readonly reason: 'address' | 'network';
  readonly limits: NetworkLimits;
}

export class ConnectionTable {
  readonly #limits: ConnectionLimits;
  readonly #all = new ConnectionGroup();
  readonly #networks = new Map<string, ConnectionGroup>();
  /**
   * The connections by the client's address and port, because a TLS socket and the raw socket below it are different
   * objects.
   */
  readonly #byPeer = new Map<string, ClientConnection>();
  /**
   * Like `#byPeer`, but by the socket of a request, so that only the first request on a connection builds the name of
   * the peer.
   */
  readonly #bySocket = new WeakMap<Socket, ClientConnection>();
  readonly #underWay = new Set<ClientConnection>();
  readonly #closed: Record<CloseReason, number> = { address: 0, full: 0, network: 0, slow: 0 };

  constructor(limits: ConnectionLimits) {
    this.#limits = limits;
  }

  watch(server: Server): void {
    server.prependListener('connection', (socket: Socket) => this.#admit(socket));
    server.prependListener('request', (request: IncomingMessage, response: ServerResponse) =>
      this.#trackExchange(request, response),
    );
    const looking = setInterval(() => this.#closeSlowest(performance.now()), this.#limits.pace.lookedAtEveryMs);
    looking.unref();
    server.once('close', () => clearInterval(looking));
  }

  open(): number {
    return this.#all.open;
  }

  closedCounts(): Readonly<Record<CloseReason, number>> {
    return this.#closed;
  }

  /** Marks a client as authenticated, so that it is closed after all others. @param socket the socket of a request */
  noteKnown(socket: Socket): void {
    const connection = this.#connectionOf(socket);
    if (connection !== undefined && !connection.isKnown && !connection.isReleased) {
      const { place } = connection;
      this.#move(connection);
      connection.isKnown = true;
      this.#move(connection, place);
    }
  }

  #admit(socket: Socket): void {
    const address = withoutZone(socket.remoteAddress ?? '');
    const isProxy = isListed(address, this.#limits.trustedProxies);
    const named = this.#groupsOf(address);
    const groups = named.map(({ name }) => this.#networks.get(name) ?? new ConnectionGroup());
    for (const [at, { reason, limits }] of isProxy ? [] : named.entries()) {
      const group = groups[at]!;
      if (group.open >= limits.max && !this.#closeOne(group, reason)) {
        this.#refuse(socket, reason);
        return;
      }
    }
    if (this.#all.open >= this.#limits.max && !this.#closeOne(this.#all, 'full')) {
      this.#refuse(socket, 'full');
      return;
    }
    const connection: ClientConnection = {
      socket,
      groups: [this.#all, ...groups],
      exchanges: [],
      place: undefined,
      isKnown: isProxy,
      isReleased: false,
      bytesAtRest: 0,
      pacedSince: undefined,
    };
    for (const group of connection.groups) {
      group.open += 1;
    }
    for (const [at, { name }] of named.entries()) {
      this.#networks.set(name, groups[at]!);
    }
    const peer = peerOf(socket);
    this.#byPeer.set(peer, connection);
    this.#move(connection, 'beginning');
    socket.once('close', () => {
      this.#release(connection);
      this.#byPeer.delete(peer);
      for (const { name } of named) {
        if (this.#networks.get(name)?.open === 0) {
          this.#networks.delete(name);
        }
      }
    });
  }

  #groupsOf(address: string): NamedGroup[] {
    const { perAddress, perNetwork } = this.#limits;
    return [
      { name: networkOf(address), reason: 'address', limits: perAddress },
      { name: widerNetworkOf(address), reason: 'network', limits: perNetwork },
    ];
  }

  /** Stops counting the connection at once, because the socket's own event comes later, after further connections. */
  #release(connection: ClientConnection): void {
    this.#move(connection);
    this.#underWay.delete(connection);
    if (connection.isReleased) {
      return;
    }
    connection.isReleased = true;
    for (const group of connection.groups) {
      group.open -= 1;
    }
  }

  #closeOne(group: ConnectionGroup, reason: CloseReason): boolean {
    for (const connection of group.inOrder()) {
      // Move a connection that has received bytes since its last answer, so that it is not checked for each new
      // connection.
      if (connection.place === 'idle' && connection.socket.bytesRead !== connection.bytesAtRest) {
        this.#move(connection, 'beginning');
      } else {
        this.#closeConnection(connection, reason);
        return true;
      }
    }
    return false;
  }

  #closeConnection(connection: ClientConnection, reason: CloseReason): void {
    this.#release(connection);
    this.#refuse(connection.socket, reason);
  }

  #refuse(socket: Socket, reason: CloseReason): void {
    this.#closed[reason] += 1;
    socket.destroy();
  }

  #connectionOf(socket: Socket): ClientConnection | undefined {
    const known = this.#bySocket.get(socket) ?? this.#byPeer.get(peerOf(socket));
    if (known !== undefined) {
      this.#bySocket.set(socket, known);
    }
    return known;
  }

  #trackExchange(request: IncomingMessage, response: ServerResponse): void {
    const connection = this.#connectionOf(request.socket);
    if (connection === undefined || connection.isReleased) {
      return;
    }
    const exchange = { request, response };
    connection.exchanges.push(exchange);
    this.#underWay.add(connection);
    this.#move(connection);
    response.once('close', () => {
      const { exchanges } = connection;
      exchanges.splice(exchanges.indexOf(exchange), 1);
      connection.pacedSince = undefined;
      if (exchanges.length === 0 && !connection.isReleased) {
        this.#underWay.delete(connection);
        connection.bytesAtRest = connection.socket.bytesRead;
        this.#move(connection, 'idle');
      }
    });
  }

  /**
   * Measures all connections in progress, and closes those that are too slow, and the slowest of those above the limits
   * of their address or network.
   */
  #closeSlowest(now: number): void {
    const paced = [...this.#underWay].filter((connection) => this.#isPacedSince(connection, now));
    for (const connection of paced.filter((one) => isTooSlow(one, now, this.#limits.pace))) {
      this.#closeConnection(connection, 'slow');
    }
    const left = paced.filter((connection) => !connection.isReleased);
    const paces = new Map(left.map((connection) => [connection, paceOf(connection, now)]));
    left.sort((one, other) => paces.get(one)! - paces.get(other)!);
    for (const connection of left) {
      this.#move(connection, 'paced');
    }
    for (const connection of left) {
      this.#holdToShare(connection);
    }
  }

  #isPacedSince(connection: ClientConnection, now: number): boolean {
    if (!isPaced(connection)) {
      connection.pacedSince = undefined;
      this.#move(connection);
      return false;
    }
    connection.pacedSince ??= { at: now, bytes: bytesOf(connection.socket) };
    return true;
  }

  #holdToShare(connection: ClientConnection): void {
    const [, ofAddress, ofNetwork] = connection.groups;
    const { perAddress, perNetwork } = this.#limits;
    if (connection.isKnown || connection.isReleased) {
      return;
    }
    if (ofAddress!.pacedUnauthenticated().size > perAddress.pacedMax) {
      this.#closeConnection(connection, 'address');
    } else if (ofNetwork!.pacedUnauthenticated().size > perNetwork.pacedMax) {
      this.#closeConnection(connection, 'network');
    }
  }

  /** @param to the new place; undefined if the connection must not be closed */
  #move(connection: ClientConnection, to?: ConnectionPlace): void {
    for (const group of connection.groups) {
      group.remove(connection);
    }
    connection.place = to;
    for (const group of connection.groups) {
      group.add(connection);
    }
  }
}

function peerOf({ remoteAddress, remotePort }: Socket): string {
  return `${remoteAddress} ${remotePort}`;
}
