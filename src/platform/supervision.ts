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

/**
 * A process listens; it is ready, and listens; it asks for the metrics of the other processes; it answers such a
 * question with its own.
 */
export type ToSupervisor =
  | 'LISTENING'
  | 'READY'
  | { readonly collect: number }
  | { readonly reported: number; readonly page: string };

/**
 * The way in which a process leaves: while others accept connections from its sockets, together with all of them, or
 * because the supervisor has died. `pids` are the ids of the processes that leave together, on this machine.
 */
export type Leave =
  | { readonly way: 'REPLACED' | 'ORPHANED' }
  | { readonly way: 'TOGETHER'; readonly pids: readonly number[] };

/**
 * Asks a process to complete its requests and to end; asks for its metrics; answers its own question with those of the
 * others. The numbers tell questions apart.
 */
export type ToGateway =
  | { readonly stop: Leave }
  | { readonly report: number }
  | { readonly collected: number; readonly pages: readonly string[] };

/** The supervisor, as seen by one of its processes. */
export interface Supervisor extends Supervision {
  tell(message: 'LISTENING' | 'READY'): void;
  /** Calls the function when the supervisor asks this process to leave. */
  onStop(leave: (way: Leave) => void): void;
  /** Answers the supervisor's questions for this process's metrics. */
  onReport(report: () => Promise<string>): void;
  /** Resolves with the metrics of the other processes, without those of processes that do not answer in time. */
  collect(): Promise<readonly string[]>;
}

/** A supervisor that does not answer in this time is busy: the metrics are then those of this process alone. */
const COLLECT_MS_MAX = 3_000;

/** @returns undefined for a process that `turnpike serve` did not start */
export function supervisorOf(env: Readonly<Record<string, string | undefined>>): Supervisor | undefined {
  const text = env[SUPERVISION];
  if (!text || process.send === undefined) {
    return undefined;
  }
  // The supervisor may have ended meanwhile; the process notices that by the closed channel.
  const send = (message: ToSupervisor) => void process.send?.(message, undefined, undefined, () => undefined);
  const questions = new Map<number, (pages: readonly string[]) => void>();
  let asked = 0;
  const listen = (heard: (message: ToGateway) => void) => {
    process.on('message', heard);
    // A listener for messages keeps the process alive, and the channel must not.
    process.channel?.unref();
  };
  listen((message) => {
    if ('collected' in message) {
      questions.get(message.collected)?.(message.pages);
    }
  });
  return {
    ...(JSON.parse(text) as Supervision),
    tell: send,
    onStop: (leave) => listen((message) => 'stop' in message && leave(message.stop)),
    onReport: (report) =>
      listen(async (message) => {
        if ('report' in message) {
          send({ reported: message.report, page: await report().catch(() => '') });
        }
      }),
    async collect() {
      asked += 1;
      const question = asked;
      const answered = Promise.withResolvers<readonly string[]>();
      questions.set(question, answered.resolve);
      const timer = setTimeout(() => answered.resolve([]), COLLECT_MS_MAX);
      send({ collect: question });
      const pages = await answered.promise;
      clearTimeout(timer);
      questions.delete(question);
      return pages;
    },
  };
}
