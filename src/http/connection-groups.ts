/**
 * Connections in the order in which they are given up: of everybody, of an address, and of the network around it.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** One request and its answer. */
export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export interface Connection {
  /** As accepted: below TLS, if there is TLS. */
  readonly socket: Socket;
  readonly groups: readonly Group[];
  /** The exchanges under way, the oldest first: requests may be sent one behind the other. */
  readonly exchanges: Exchange[];
  place: Place | undefined;
  /** Its client has proved who it is. */
  isKnown: boolean;
  /** Bytes that the client had sent when its last answer ended. More means that a request has begun. */
  bytesAtRest: number;
  /** While the client sets the pace: since when, and what had gone over the wire then. */
  pacedSince: { readonly at: number; readonly bytes: number } | undefined;
}

/**
 * The state of a connection that may be closed. `idle`: answered, and silent since, as of the last check. `beginning`:
 * never answered, or in the middle of the next request's header. `paced`: the client sets the pace at which a body or
 * an answer goes over the wire. A connection whose request the gateway is processing has no place.
 */
export type Place = 'beginning' | 'idle' | 'paced';

const PLACES: readonly Place[] = ['idle', 'beginning', 'paced'];

type Waiting = Readonly<Record<Place, Set<Connection>>>;

export class Group {
  open = 0;
  readonly #strangers = nobody();
  readonly #known = nobody();

  /** The first that is given up for another: of those who have not proved who they are, as long as there is one. */
  *inOrder(): Generator<Connection> {
    for (const waiting of [this.#strangers, this.#known]) {
      for (const place of PLACES) {
        yield* waiting[place];
      }
    }
  }

  /** Strangers whose client sets the pace, the slowest first. */
  paced(): ReadonlySet<Connection> {
    return this.#strangers.paced;
  }

  /** Behind all others in the same place. */
  add(connection: Connection): void {
    if (connection.place !== undefined) {
      (connection.isKnown ? this.#known : this.#strangers)[connection.place].add(connection);
    }
  }

  remove(connection: Connection): void {
    if (connection.place !== undefined) {
      (connection.isKnown ? this.#known : this.#strangers)[connection.place].delete(connection);
    }
  }
}

function nobody(): Waiting {
  return { beginning: new Set(), idle: new Set(), paced: new Set() };
}
