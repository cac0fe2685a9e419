/**
 * Measures the speed of a client. A client that reads an answer or sends a body byte by byte occupies its connection
 * without use; a slow mobile network is twenty times faster than the minimum.
 */
import type { Socket } from 'node:net';
import type { ClientConnection } from './connection-groups.ts';

/** The limits of a client's speed. Only tests override them. */
export interface PaceLimits {
  /** The interval of the checks. */
  readonly lookedAtEveryMs: number;
  /** The time before a slow client is closed: clients may pause, and system buffers empty in bursts. */
  readonly graceMs: number;
  /**
   * The minimum average speed at which a client reads an answer, measured from the time at which the answer was ready.
   */
  readonly bytesPerSecondMin: number;
}

/**
 * An internal property of Node with the bytes that the system has not accepted yet. There is no public one; Node's own
 * timeout reads it.
 */
interface SocketWithQueue {
  readonly _handle?: { readonly writeQueueSize?: number } | null;
}

/** The bytes that wait for the client to read them. */
function queuedBytes(socket: Socket): number {
  return (socket as unknown as SocketWithQueue)._handle?.writeQueueSize ?? 0;
}

/** Bytes transferred in both directions. */
export function bytesOf(socket: Socket): number {
  return socket.bytesRead + socket.bytesWritten - queuedBytes(socket);
}

/**
 * True if the client determines the progress of the oldest exchange, because its body is incomplete or its answer is
 * not fully read.
 */
export function isPaced({ exchanges: [exchange], socket }: ClientConnection): boolean {
  if (exchange === undefined) {
    return false;
  }
  const { request, response } = exchange;
  return !request.complete || response.writableEnded || queuedBytes(socket) > 0;
}

/** Bytes per second since `pacedSince`. */
export function paceOf({ socket, pacedSince }: ClientConnection, now: number): number {
  const { at, bytes } = pacedSince ?? { at: now, bytes: 0 };
  return now > at ? ((bytesOf(socket) - bytes) * 1_000) / (now - at) : Number.POSITIVE_INFINITY;
}

/** True if the client reads an answer too slowly. Bodies have a separate time limit. */
export function isTooSlow(connection: ClientConnection, now: number, limits: PaceLimits): boolean {
  const { pacedSince, exchanges } = connection;
  return (
    exchanges[0]?.request.complete === true &&
    pacedSince !== undefined &&
    now - pacedSince.at >= limits.graceMs &&
    paceOf(connection, now) < limits.bytesPerSecondMin
  );
}
