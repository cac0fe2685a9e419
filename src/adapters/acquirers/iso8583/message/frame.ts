/** Frames on a TCP stream: two bytes of length, big-endian, then the message. */
import { Iso8583Error } from './iso8583-error.ts';

const HEADER_BYTES = 2;

/** A message with only its type and primary bitmap, the shortest possible. */
export const FRAME_BYTES_MIN = 20;

/** The longest message that the field table allows has fewer than 3,700 bytes. */
export const FRAME_BYTES_MAX = 4096;

/**
 * Puts the length in front of the message. The result has one character per byte too, so that several frames can be
 * joined and written at once.
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
 * Splits a stream of arbitrary chunks into messages. Buffers at most one unfinished frame.
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
   * Passes every message that `chunk` completes to `onMessage`, in order. Errors of `onMessage` are thrown.
   *
   * @throws {Iso8583Error} for an impossible length, after which the stream cannot be parsed. Earlier messages have
   *   been passed to `onMessage` by then
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
      // Copies the rest: a slice would keep the whole chunk in memory, including card data of other messages.
      this.#rest = Buffer.from(bytes.subarray(at));
    }
  }
}
