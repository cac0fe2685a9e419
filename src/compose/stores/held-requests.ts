/**
 * Requests that wait while their merchant is moved to another store. No handler has seen them and their bodies are not
 * read, so whichever store has the merchant afterwards carries them out for the first time.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { HandleRequest } from '../../http/index.ts';

/** A request of the listener, with the first store's way to answer it. */
export interface ReceivedRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly own: HandleRequest;
}

/** The longest wait. A move closes a merchant for less, unless its operator allowed more. */
export const HELD_MS_MAX = 5_000;
/** Node buffers at most one body of `BODY_BYTES_MAX` and one header block of each, so these take 80 MB at most. */
const HELD_MAX = 1_000;

interface Held {
  readonly received: ReceivedRequest;
  readonly merchantId: string;
  readonly forget: () => void;
}

export interface HeldParts {
  /** Passes a request on, or holds it again. */
  readonly again: (received: ReceivedRequest) => void;
  readonly refuse: (received: ReceivedRequest) => void;
  /** Overrides, for tests. */
  readonly max?: number;
  readonly msMax?: number;
}

export class HeldRequests {
  readonly #parts: HeldParts;
  readonly #held = new Map<ServerResponse, Held>();
  /** The end of the wait of requests that were held before. */
  readonly #until = new WeakMap<ServerResponse, number>();
  #isEnded = false;

  constructor(parts: HeldParts) {
    this.#parts = parts;
  }

  get count(): number {
    return this.#held.size;
  }

  /** Holds a request, or refuses it: after its time, above the limit of requests, and when the process closes. */
  hold(received: ReceivedRequest, merchantId: string): void {
    const { max = HELD_MAX, msMax = HELD_MS_MAX, refuse } = this.#parts;
    const { response } = received;
    const now = performance.now();
    const until = this.#until.get(response) ?? now + msMax;
    if (this.#isEnded || this.#held.size >= max || now >= until) {
      refuse(received);
      return;
    }
    this.#until.set(response, until);
    const late = setTimeout(() => {
      this.#take(response);
      refuse(received);
    }, until - now);
    const hungUp = () => this.#take(response);
    response.once('close', hungUp);
    const forget = () => {
      clearTimeout(late);
      response.off('close', hungUp);
    };
    this.#held.set(response, { received, merchantId, forget });
  }

  /** Passes on the requests, in the order of their arrival. @param waits whether a merchant's requests wait on */
  release(waits: (merchantId: string) => boolean): void {
    for (const [response, { merchantId, received }] of [...this.#held]) {
      if (!waits(merchantId)) {
        this.#take(response);
        this.#parts.again(received);
      }
    }
  }

  /** Refuses all, and those to come: the process closes. */
  end(): void {
    this.#isEnded = true;
    for (const [response, { received }] of [...this.#held]) {
      this.#take(response);
      this.#parts.refuse(received);
    }
  }

  #take(response: ServerResponse): void {
    this.#held.get(response)?.forget();
    this.#held.delete(response);
  }
}
