/** Open connections in the order in which they are closed under pressure: in total, per address, and per network. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A request and its response. */
export interface HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export interface ClientConnection {
  /** The accepted socket, which for TLS is the raw socket below it. */
  readonly socket: Socket;
  readonly groups: readonly ConnectionGroup[];
  /** The exchanges in progress, the oldest first. There may be several, because requests may be pipelined. */
  readonly exchanges: HttpExchange[];
  place: ConnectionPlace | undefined;
  /** True if the client has authenticated. */
  isKnown: boolean;
  /** True if the connection no longer counts, because it is closed or about to be. */
  isReleased: boolean;
  /** The bytes received when the last answer ended. A higher count means that another request has started. */
  bytesAtRest: number;
  /** The start, and the bytes transferred until then. Set while the client determines the speed. */
  pacedSince: { readonly at: number; readonly bytes: number } | undefined;
}

/**
 * The state of a connection that may be closed. `idle`: silent since its last answer, as of the last check.
 * `beginning`: before the first answer, or within the next request's header. `paced`: the client determines the speed
 * of a body or an answer. A connection with a request in processing has no place.
 */
export type ConnectionPlace = 'beginning' | 'idle' | 'paced';

const PLACES: readonly ConnectionPlace[] = ['idle', 'beginning', 'paced'];

type ConnectionsByPlace = Readonly<Record<ConnectionPlace, Set<ClientConnection>>>;

export class ConnectionGroup {
  open = 0;
  readonly #unauthenticated = emptyPlaces();
  readonly #authenticated = emptyPlaces();

  /** Iterates in the order of closing: unauthenticated clients before authenticated ones. */
  *inOrder(): Generator<ClientConnection> {
    for (const waiting of [this.#unauthenticated, this.#authenticated]) {
      for (const place of PLACES) {
        yield* waiting[place];
      }
    }
  }

  /** Paced connections of unauthenticated clients, the slowest first. */
  pacedUnauthenticated(): ReadonlySet<ClientConnection> {
    return this.#unauthenticated.paced;
  }

  /** Appends at the end of its place. */
  add(connection: ClientConnection): void {
    if (connection.place !== undefined) {
      (connection.isKnown ? this.#authenticated : this.#unauthenticated)[connection.place].add(connection);
    }
  }

  remove(connection: ClientConnection): void {
    if (connection.place !== undefined) {
      (connection.isKnown ? this.#authenticated : this.#unauthenticated)[connection.place].delete(connection);
    }
  }
}

function emptyPlaces(): ConnectionsByPlace {
  return { beginning: new Set(), idle: new Set(), paced: new Set() };
}
