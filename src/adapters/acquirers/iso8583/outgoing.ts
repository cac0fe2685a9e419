/**
 * A queue in front of a socket. The messages of one turn of the event loop are written together, sixteen at most, and
 * wait while the socket's buffer is full.
 */
import type { Socket } from 'node:net';

/** A framed message to be sent. A QUEUED message can be withdrawn, and then certainly has not arrived. */
export interface Outgoing {
  frame: string;
  state: 'QUEUED' | 'WRITTEN' | 'WITHDRAWN';
}

export function outgoing(frame: string): Outgoing {
  return { frame, state: 'QUEUED' };
}

/** The processor works on the first messages of a turn while this process makes the others. */
const MESSAGES_AT_ONCE = 16;

export class OutgoingQueue {
  readonly #socket: Socket;
  #queue: Outgoing[] = [];
  #flushIsDue = false;
  #isBlocked = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('drain', () => {
      this.#isBlocked = false;
      this.#scheduleFlush();
    });
  }

  push(message: Outgoing): void {
    this.#queue.push(message);
    if (this.#queue.length >= MESSAGES_AT_ONCE) {
      this.#flush();
    } else {
      this.#scheduleFlush();
    }
  }

  #scheduleFlush(): void {
    if (!this.#flushIsDue && !this.#isBlocked && this.#queue.length > 0) {
      this.#flushIsDue = true;
      setImmediate(() => this.#flush());
    }
  }

  #flush(): void {
    this.#flushIsDue = false;
    if (this.#isBlocked || this.#socket.destroyed || !this.#socket.writable) {
      return;
    }
    let bytes = '';
    for (const message of this.#queue) {
      if (message.state === 'QUEUED') {
        message.state = 'WRITTEN';
        bytes += message.frame;
        message.frame = '';
      }
    }
    this.#queue = [];
    if (bytes !== '') {
      this.#isBlocked = !this.#socket.write(bytes, 'latin1');
    }
  }
}
