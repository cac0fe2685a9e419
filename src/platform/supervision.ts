/**
 * The channel between `turnpike serve` and the gateway processes that it starts. A process may be of a newer version
 * than its supervisor, so the members of both sides are only added to.
 */

/** The environment variable that holds the `Supervision` of a process, as JSON. */
export const SUPERVISION = 'TURNPIKE_SUPERVISION';

/** The sockets that the supervisor has opened, by the numbers of their file descriptors in the process. */
export interface Supervision {
  readonly listener: number;
  /** The socket of `ADMIN_PORT`. Absent without that setting. */
  readonly adminListener?: number;
  /** Whether other processes listen on the sockets already. Then this process listens once it is ready. */
  readonly listensWhenReady: boolean;
}

/** A process listens; a process is ready, and listens. */
export type ToSupervisor = 'LISTENING' | 'READY';

/**
 * The way in which a process leaves: while others accept connections from its sockets, together with all of them, or
 * because the supervisor has died. `pids` are the ids of the processes that leave together, on this machine.
 */
export type Leave =
  | { readonly way: 'REPLACED' | 'ORPHANED' }
  | { readonly way: 'TOGETHER'; readonly pids: readonly number[] };

/** Asks a process to complete its requests and to end. */
export interface StopMessage {
  readonly stop: Leave;
}

/** The supervisor, as seen by one of its processes. */
export interface Supervisor extends Supervision {
  tell(message: ToSupervisor): void;
  /** Calls the function when the supervisor asks this process to leave. */
  onStop(leave: (way: Leave) => void): void;
}

/** @returns undefined for a process that `turnpike serve` did not start */
export function supervisorOf(env: Readonly<Record<string, string | undefined>>): Supervisor | undefined {
  const text = env[SUPERVISION];
  if (!text || process.send === undefined) {
    return undefined;
  }
  return {
    ...(JSON.parse(text) as Supervision),
    tell(message) {
      // The supervisor may have ended meanwhile; the process notices that by the closed channel.
      process.send?.(message, undefined, undefined, () => undefined);
    },
    onStop(leave) {
      process.on('message', (message: Partial<StopMessage>) => {
        if (message.stop !== undefined) {
          leave(message.stop);
        }
      });
      // A listener for messages keeps the process alive, and the channel must not.
      process.channel?.unref();
    },
  };
}
