/** The thread of a flood: it starts at once, and ends on a message. */
import { parentPort, workerData } from 'node:worker_threads';
import { flood, guess } from './attackers.ts';

export interface AttackOrder {
  readonly port: number;
  readonly connections: number;
  readonly perSecond?: number;
  /** The merchant for password guesses, or `ANYONE` for new merchant ids each time; absent: plain requests. */
  readonly guessAt?: string | 'ANYONE';
  readonly path?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface AttackResult {
  /** Answers by status, and failures by code. */
  readonly met: ReadonlyMap<string, number>;
  readonly perSecond: number;
}

const { port, connections, perSecond, guessAt, path = '/', headers = {} } = workerData as AttackOrder;
const next = () => {
  if (guessAt === undefined) {
    return { path, headers };
  }
  return guess(guessAt === 'ANYONE' ? undefined : guessAt);
};
const attack = flood(port, connections, next, perSecond);
parentPort?.once('message', async () => {
  const answered = await attack.stop();
  parentPort?.postMessage({ met: attack.met, perSecond: answered } satisfies AttackResult);
});
