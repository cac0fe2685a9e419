/** One gateway's connection to the host: reads frames, writes answers, and tracks the sign-on. */
import type { Socket } from 'node:net';
import {
  decodeMessage,
  encodeMessage,
  FrameReader,
  frame,
  Iso8583Error,
  type IsoMessage,
  MTI,
  NETWORK_CODE,
  RESPONSE,
  SIMULATOR_DATA,
} from '../../adapters/acquirers/iso8583/message/index.ts';
import { answerTo } from './acquirer-answers.ts';
import { assertAnswerable } from './message-processor.ts';

/** A frame with a correct length and invalid content. */
const GARBAGE = frame('?'.repeat(40));

export interface ConnectionHandlers {
  /** Called with each message that the connection does not answer itself. */
  readonly onMessage: (message: IsoMessage) => void;
  readonly onClose: () => void;
  /** Called when invalid input cuts the connection. The error excludes the input, which may hold card data. */
  readonly onGarbled: (error: Iso8583Error) => void;
}

export class HostConnection {
  readonly #socket: Socket;
  readonly #handlers: ConnectionHandlers;
  #isSignedOn = false;
  #outgoing = '';

  constructor(socket: Socket, handlers: ConnectionHandlers) {
    this.#socket = socket;
    this.#handlers = handlers;
    const reader = new FrameReader((message) => this.#receive(decodeMessage(message)));
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.#read(reader, chunk as Buffer));
    socket.on('drain', () => socket.resume());
    // 'close' follows every error.
    socket.on('error', () => {});
    socket.on('close', () => handlers.onClose());
  }

  /** Adds an answer to the next `flush`. */
  add(message: IsoMessage): void {
    this.#outgoing += frame(encodeMessage(message));
  }

  addGarbage(): void {
    this.#outgoing += GARBAGE;
  }

  /** Writes the added answers at once. If the gateway does not read them, the host stops reading its messages. */
  flush(): void {
    const bytes = this.#outgoing;
    this.#outgoing = '';
    if (bytes !== '' && this.#socket.writable && !this.#socket.write(bytes, 'latin1')) {
      this.#socket.pause();
    }
  }

  destroy(): void {
    this.#socket.destroy();
  }

  #read(reader: FrameReader, chunk: Buffer): void {
    try {
      reader.push(chunk);
    } catch (error) {
      if (!(error instanceof Iso8583Error)) {
        throw error;
      }
      this.#handlers.onGarbled(error);
      this.destroy();
    }
    this.flush();
  }

  #receive(message: IsoMessage): void {
    assertAnswerable(message);
    if (message.mti === MTI.networkManagement) {
      this.add(this.#networkAnswer(message));
    } else if (this.#isSignedOn) {
      this.#handlers.onMessage(message);
    } else {
      this.add(answerTo(message, RESPONSE.notSignedOn));
    }
  }

  #networkAnswer(message: IsoMessage): IsoMessage {
    const code = message.fields[70];
    if (code === NETWORK_CODE.signOn || code === NETWORK_CODE.signOff) {
      this.#isSignedOn = code === NETWORK_CODE.signOn;
    } else if (code !== NETWORK_CODE.echo) {
      return answerTo(message, RESPONSE.formatError);
    }
    const approval = answerTo(message, RESPONSE.approved);
    // Identifies the host as a simulator, so that a gateway with real cards disconnects.
    return code === NETWORK_CODE.signOn
      ? { ...approval, fields: { ...approval.fields, 48: SIMULATOR_DATA } }
      : approval;
  }
}
