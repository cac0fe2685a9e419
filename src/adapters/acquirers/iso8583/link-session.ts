/**
 * One connection to the acquirer's host: connect, sign on, exchange messages, send an echo after silence, sign off. It
 * ends once, with one reason, and is not reused.
 */
import type { Socket } from 'node:net';
import { ECHO_MISSES_MAX, type LinkTimes } from '../link-limits.ts';
import { type LinkTarget, openLinkSocket } from '../link-socket.ts';
import { failedConnection, type SessionEnd } from '../session-end.ts';
import {
  ANSWER_MTI,
  decodeMessage,
  encodeMessage,
  FrameReader,
  frame,
  Iso8583Error,
  type IsoMessage,
  isSimulator,
  MTI,
  NETWORK_CODE,
  RESPONSE,
  transmissionTimes,
} from './message/index.ts';
import { type Outgoing, OutgoingQueue, outgoing } from './outgoing.ts';

/** Field 41 of the link's own messages. Payments use other terminals, so trace numbers cannot collide. */
const LINK_TERMINAL = 'TURNPIKE';
const NETWORK_ANSWER = ANSWER_MTI[MTI.networkManagement];

export interface SessionHandlers {
  readonly onSignedOn: () => void;
  /** Called with each message, except those of network management. */
  readonly onMessage: (message: IsoMessage) => void;
  /** True if requests are in flight: an echo is then sent after a shorter silence. */
  readonly isWaiting: () => boolean;
  /**
   * Called once. Afterwards no message arrives, and queued messages are not sent.
   *
   * @param cause the code of the socket's error, for the log
   */
  readonly onEnd: (reason: SessionEnd, cause: string | undefined) => void;
}

type State = 'CONNECTING' | 'SIGNED_ON' | 'SIGNING_OFF' | 'ENDED';

export class LinkSession {
  readonly #target: LinkTarget;
  readonly #times: LinkTimes;
  readonly #handlers: SessionHandlers;
  readonly #socket: Socket;
  readonly #queue: OutgoingQueue;
  readonly #signOnDeadline: NodeJS.Timeout;
  #state: State = 'CONNECTING';
  #networkStan = 0;
  #receivedAt = performance.now();
  #echoesUnanswered = 0;
  #echoTimer: NodeJS.Timeout | undefined;

  #cause: string | undefined;

  constructor(target: LinkTarget, times: LinkTimes, handlers: SessionHandlers) {
    this.#target = target;
    this.#times = times;
    this.#handlers = handlers;
    this.#socket = openLinkSocket(target, {
      onOpen: () => this.#sendNetwork(NETWORK_CODE.signOn),
      onTooFar: () => this.#end('PLAINTEXT_REFUSED'),
    });
    this.#queue = new OutgoingQueue(this.#socket);
    const reader = new FrameReader((message) => this.#receive(decodeMessage(message)));
    // No encoding is set on the socket, so chunks are buffers.
    this.#socket.on('data', (chunk) => this.#read(reader, chunk as Buffer));
    // Each 'error' is followed by 'close'.
    this.#socket.on('error', (error: NodeJS.ErrnoException) => {
      this.#cause = error.code;
    });
    this.#socket.on('close', () => this.#onClosed());
    this.#socket.on('end', () => this.#onClosed());
    this.#signOnDeadline = setTimeout(() => this.#end('SIGN_ON_TIMED_OUT'), times.signOnTimeoutMs);
  }

  get isSignedOn(): boolean {
    return this.#state === 'SIGNED_ON';
  }

  /**
   * True if the session is signed on and has not reached the limit of unanswered echoes. One echo may still be in
   * flight.
   */
  get isAnswering(): boolean {
    return this.isSignedOn && this.#echoesUnanswered < ECHO_MISSES_MAX;
  }

  /** Enqueues a message. All messages of one turn of the event loop are sent together. Call it only while signed on. */
  send(message: Outgoing): void {
    this.#queue.push(message);
  }

  /** Signs off if signed on, waits briefly for the answer, and closes. */
  close(): void {
    if (this.#state !== 'SIGNED_ON') {
      this.#end('CLOSED_BY_US');
      return;
    }
    this.#state = 'SIGNING_OFF';
    this.#sendNetwork(NETWORK_CODE.signOff);
    clearTimeout(this.#echoTimer);
    this.#echoTimer = setTimeout(() => this.#end('CLOSED_BY_US'), this.#times.signOffWaitMs);
  }

  #read(reader: FrameReader, chunk: Buffer): void {
    this.#receivedAt = performance.now();
    this.#echoesUnanswered = 0;
    try {
      reader.push(chunk);
    } catch (error) {
      if (!(error instanceof Iso8583Error)) {
        throw error;
      }
      this.#end('GARBLED');
    }
  }

  #receive(message: IsoMessage): void {
    if (this.#state === 'ENDED') {
      return;
    }
    if (message.mti !== NETWORK_ANSWER) {
      this.#handlers.onMessage(message);
    } else if (this.#state === 'SIGNING_OFF' && message.fields[70] === NETWORK_CODE.signOff) {
      this.#end('CLOSED_BY_US');
    } else if (this.#state === 'CONNECTING' && message.fields[70] === NETWORK_CODE.signOn) {
      this.#signedOn(message);
    }
  }

  #signedOn({ fields }: IsoMessage): void {
    if (fields[39] !== RESPONSE.approved) {
      this.#end('SIGN_ON_REFUSED');
      return;
    }
    if (this.#target.refusesSimulator === true && isSimulator(fields[48])) {
      this.#end('SIMULATOR');
      return;
    }
    if (this.#target.requiresSimulator === true && !isSimulator(fields[48])) {
      this.#end('NO_SIMULATOR');
      return;
    }
    clearTimeout(this.#signOnDeadline);
    this.#state = 'SIGNED_ON';
    this.#watchAfter(this.#checkIntervalMs());
    this.#handlers.onSignedOn();
  }

  /** The interval between checks: the shorter of both silences, because `isWaiting` may change at any time. */
  #checkIntervalMs(): number {
    return Math.min(this.#times.echoIdleMs, this.#times.echoWaitingMs);
  }

  #watchAfter(delayMs: number): void {
    this.#echoTimer = setTimeout(() => this.#watch(), delayMs);
  }

  #watch(): void {
    const silentMs = performance.now() - this.#receivedAt;
    const { echoIdleMs, echoWaitingMs } = this.#times;
    if (silentMs < (this.#handlers.isWaiting() ? echoWaitingMs : echoIdleMs)) {
      this.#watchAfter(this.#checkIntervalMs());
      return;
    }
    if (this.#echoesUnanswered >= ECHO_MISSES_MAX) {
      this.#end('ECHO_UNANSWERED');
      return;
    }
    this.#echoesUnanswered += 1;
    this.#sendNetwork(NETWORK_CODE.echo);
    this.#watchAfter(this.#times.echoAnswerMs);
  }

  #sendNetwork(code: string): void {
    this.#networkStan = (this.#networkStan % 999_999) + 1;
    const stan = String(this.#networkStan).padStart(6, '0');
    const { transmission } = transmissionTimes(Date.now());
    const fields = { 7: transmission, 11: stan, 41: LINK_TERMINAL, 70: code };
    this.#queue.push(outgoing(frame(encodeMessage({ mti: MTI.networkManagement, fields }))));
  }

  #onClosed(): void {
    this.#end(this.#state === 'CONNECTING' ? failedConnection(this.#cause) : 'CLOSED_BY_HOST');
  }

  #end(reason: SessionEnd): void {
    if (this.#state === 'ENDED') {
      return;
    }
    this.#state = 'ENDED';
    clearTimeout(this.#signOnDeadline);
    clearTimeout(this.#echoTimer);
    this.#socket.destroy();
    this.#handlers.onEnd(reason, this.#cause);
  }
}
