/**
 * Measures the pace that a client sets. A client that takes an answer in drops, or sends a body so, holds its
 * connection for nothing; a page on a slow mobile network comes in at twenty times the least rate.
 */
import type { Socket } from 'node:net';
import type { Connection } from './connection-groups.ts';

/** Tests shorten them; nothing else does. */
export interface PaceLimits {
  /** How often all that is under way is looked at. */
  readonly lookedAtEveryMs: number;
  /** A client may pause, and a system's own buffers empty in jumps. */
  readonly graceMs: number;
  /** Least rate at which a client takes an answer, on average since the answer waits for it. */
  readonly bytesPerSecondMin: number;
}

/** Node has no public figure of the bytes that the system has not taken yet; its own timeout reads it here. */
interface Queued {
  readonly _handle?: { readonly writeQueueSize?: number } | null;
}

/** Bytes that wait for the client to take more. */
function queued(socket: Socket): number {
  return (socket as unknown as Queued)._handle?.writeQueueSize ?? 0;
}

/** Bytes that have gone over the wire, in both directions. */
export function bytesOf(socket: Socket): number {
  return socket.bytesRead + socket.bytesWritten - queued(socket);
}

/**
 * Whether the client decides when the oldest exchange goes on: its body is not all here, or its answer not all taken.
 */
export function isPaced({ exchanges: [exchange], socket }: Connection): boolean {
  if (exchange === undefined) {
    return false;
  }
  const { request, response } = exchange;
  return !request.complete || response.writableEnded || queued(socket) > 0;
}

/** Bytes a second since the client set the pace. */
export function paceOf({ socket, pacedSince }: Connection, now: number): number {
  const { at, bytes } = pacedSince ?? { at: now, bytes: 0 };
  return now > at ? ((bytesOf(socket) - bytes) * 1_000) / (now - at) : Number.POSITIVE_INFINITY;
}

/** A body has a limit of its own, in time. */
export function isTooSlow(connection: Connection, now: number, limits: PaceLimits): boolean {
  const { pacedSince, exchanges } = connection;
  return (
    exchanges[0]?.request.complete === true &&
    pacedSince !== undefined &&
    now - pacedSince.at >= limits.graceMs &&
    paceOf(connection, now) < limits.bytesPerSecondMin
  );
}
