/**
 * Frames on a TCP stream: two bytes of length, big end first, then the message.
 */
import { Iso8583Error } from './iso8583-error.ts';

const HEADER_BYTES = 2;

/** Type and primary bitmap: no message is shorter. */
export const FRAME_BYTES_MIN = 20;

/** The longest message that the field table allows has fewer than 3,700 bytes. */
export const FRAME_BYTES_MAX = 4096;

/**
 * The message with its length in front, still one character a byte, so that several can be joined and written at once.
 *
 * @throws {Iso8583Error} above `FRAME_BYTES_MAX`.
 */
export function frame(message: string): string {
  const length = message.length;
  if (length > FRAME_BYTES_MAX) {
    throw new Iso8583Error('FRAME_LENGTH');
  }
  return String.fromCharCode(length >>> 8, length & 0xff) + message;
}

/**
 * Splits a stream into messages, whatever the chunks' boundaries. Holds at most one unfinished frame.
 *
 * @example
 *   const reader = new FrameReader((message) => handle(decodeMessage(message)));
 *   socket.on('data', (chunk) => reader.push(chunk));
 */
export class FrameReader {
  readonly #onMessage: (message: string) => void;
  #rest: Buffer | undefined;

  constructor(onMessage: (message: string) => void) {
    this.#onMessage = onMessage;
  }

  /**
   * Passes every message that `chunk` completes to `onMessage`, in order.
   *
   * @throws {Iso8583Error} for a length that no message has; the stream cannot be read on after it. Messages before it
   *   were passed on. Whatever `onMessage` throws is thrown too.
   */
  push(chunk: Buffer): void {
    const bytes = this.#rest === undefined ? chunk : Buffer.concat([this.#rest, chunk]);
    this.#rest = undefined;
    let at = 0;
    while (bytes.length - at >= HEADER_BYTES) {
      const length = bytes.readUInt16BE(at);
      if (length < FRAME_BYTES_MIN || length > FRAME_BYTES_MAX) {
        throw new Iso8583Error('FRAME_LENGTH');
      }
      const end = at + HEADER_BYTES + length;
      if (end > bytes.length) {
        break;
      }
      this.#onMessage(bytes.toString('latin1', at + HEADER_BYTES, end));
      at = end;
    }
    if (at < bytes.length) {
      // A copy: a slice would keep the whole chunk, card data of other messages included, alive in memory.
      this.#rest = Buffer.from(bytes.subarray(at));
    }
  }
}
