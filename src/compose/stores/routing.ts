/** Decides which store of a process answers a request, and holds those whose merchant is just being moved. */
import { type Directory, FIRST_STORE } from '../../core/directory/index.ts';
import { destinationOf } from '../../http/index.ts';
import { HeldRequests, type ReceivedRequest } from './held-requests.ts';
import type { MovesInProgress } from './moves-in-progress.ts';

export interface RoutingParts {
  readonly directory: Pick<Directory, 'numberOf' | 'store'>;
  readonly moves: MovesInProgress;
  /** Passes a request to a store. */
  readonly pass: (number: number, received: ReceivedRequest) => void;
  readonly refuse: (received: ReceivedRequest) => void;
}

export class Routing {
  readonly #parts: RoutingParts;
  readonly #held: HeldRequests;

  constructor(parts: RoutingParts) {
    this.#parts = parts;
    this.#held = new HeldRequests({
      again: (received) => this.route(received),
      refuse: parts.refuse,
    });
  }

  route(received: ReceivedRequest): void {
    const { directory, moves, pass } = this.#parts;
    const destination = destinationOf(received.request.url ?? '');
    if (destination === undefined) {
      pass(FIRST_STORE, received);
    } else if ('merchant' in destination) {
      this.#passOrHold(
        received,
        destination.merchant,
        moves.waits(directory.numberOf(destination.merchant), destination.merchant),
      );
    } else if (moves.concerns(destination.store)) {
      this.#lookUp(received, destination.store);
    } else {
      // An id of a store that the directory does not have is unknown, which the first store says.
      pass(directory.store(destination.store) === undefined ? FIRST_STORE : destination.store, received);
    }
  }

  /** Passes on the requests whose merchants do not wait any more. */
  release(): void {
    const { directory, moves } = this.#parts;
    this.#held.release((merchantId) => moves.waits(directory.numberOf(merchantId), merchantId));
  }

  /** Refuses the requests that wait, and those that would: the process closes. */
  refuseHeld(): void {
    this.#held.end();
  }

  #passOrHold(received: ReceivedRequest, merchantId: string, waits: boolean): void {
    const { directory, moves, pass } = this.#parts;
    const number = directory.numberOf(merchantId);
    if (waits && !moves.hasWaitedLong(number, merchantId)) {
      this.#held.hold(received, merchantId);
    } else {
      pass(number, received);
    }
  }

  /** Passes the request to the store that has the id in its address now. */
  #lookUp(received: ReceivedRequest, store: number): void {
    const { moves, pass, refuse } = this.#parts;
    moves.storeOfUrl(store, received.request.url ?? '').then(
      (found) => (typeof found === 'number' ? pass(found, received) : this.#passOrHold(received, found.waitsFor, true)),
      () => refuse(received),
    );
  }
}
