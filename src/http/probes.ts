/**
 * The operator's probes. Healthy: the process answers. Ready: all modules are loaded, the store answers and takes
 * writes, each acquirer was signed on once, and nothing is closing.
 *
 * A balancer learns from them that a process is closing, and needs time to: until then the process must accept its
 * clients' connections. A proxy that polls nothing learns it from the first refused connection, and must then know
 * another process. So the close waits where other processes are on the store, and where a balancer polls: readiness is
 * asked for again after several ready answers. On a laptop the close does not wait.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { PROBES } from '../routes.ts';
import { LEAVE_NOTICE_MS, TAKE_OVER_MS, WATCHED_WITHIN_MS } from './http-limits.ts';
import { closeKeepAlive } from './http-server.ts';

/**
 * The process's starter polls until it is ready, and one other client may poll once. A balancer polls every few
 * seconds.
 */
const STARTERS_ANSWERS_MAX = 2;

/** A step that is worth a word; smaller ones are a time service's. */
const CLOCK_STEP_MS_MIN = 5_000;

/** As the answer names what the store's last writes say. */
const STORE_STATES = { WRITABLE: 'up', NOT_WRITABLE: 'not writable', CORRUPT: 'corrupt' } as const;

export interface ProbeDependencies {
  readonly storeAnswers: () => Promise<boolean>;
  /** By its last writes. */
  readonly storeCondition: () => keyof typeof STORE_STATES;
  /** By name. */
  readonly acquirers: ReadonlyMap<string, { ready(): boolean }>;
  /** Whether the process needs no file of its checkout any more. */
  readonly isLoaded: () => boolean;
  /** Whether other processes serve the same store. */
  readonly hasOthers: () => Promise<boolean>;
  /** How far the machine's clock is ahead of the process's, milliseconds. */
  readonly clockStepMs: () => number;
  readonly pause: (ms: number) => Promise<unknown>;
}

export interface Probes {
  /**
   * Not ready from now on, and every answer ends its connection. Resolves when proxies have had the time to send their
   * requests elsewhere.
   */
  announceClosing(): Promise<void>;
}

/** @param admin the listener of its own for probes, if there is one; the main one answers them as well */
export function mountProbes(
  app: FastifyInstance,
  { storeAnswers, storeCondition, acquirers, isLoaded, hasOthers, clockStepMs, pause }: ProbeDependencies,
  admin?: FastifyInstance,
): Probes {
  let isClosing = false;
  const signedOn = new Set<string>();
  let readyAnswers = 0;
  let polledAt = Number.NEGATIVE_INFINITY;
  const answerReady = async (_request: FastifyRequest, reply: FastifyReply) => {
    if (readyAnswers >= STARTERS_ANSWERS_MAX) {
      polledAt = performance.now();
    }
    const states = [...acquirers].map(([name, acquirer]) => [name, acquirer.ready() ? 'up' : 'down'] as const);
    for (const [name] of states.filter(([, state]) => state === 'up')) {
      signedOn.add(name);
    }
    const store = (await storeAnswers()) ? STORE_STATES[storeCondition()] : 'down';
    const ready = store === 'up' && signedOn.size === acquirers.size && isLoaded() && !isClosing;
    if (ready) {
      readyAnswers += 1;
    }
    reply.status(ready ? 200 : 503);
    return {
      status: ready ? 'ready' : isClosing ? 'closing' : 'not ready',
      store,
      acquirer: states.every(([, state]) => state === 'up') ? 'up' : 'down',
      ...(Math.abs(clockStepMs()) >= CLOCK_STEP_MS_MIN && { clock: `set by ${Math.round(clockStepMs() / 1_000)} s` }),
      ...(states.length > 1 && { acquirers: Object.fromEntries(states) }),
    };
  };
  for (const listener of admin === undefined ? [app] : [app, admin]) {
    listener.get(PROBES.health, async () => ({ status: 'ok' }));
    listener.get(PROBES.ready, answerReady);
  }
  return {
    async announceClosing() {
      isClosing = true;
      closeKeepAlive(app);
      const isWatched = performance.now() - polledAt < WATCHED_WITHIN_MS;
      // A store that does not answer keeps no process from its end.
      const notice = (await hasOthers().catch(() => false)) ? TAKE_OVER_MS : isWatched ? LEAVE_NOTICE_MS : 0;
      if (notice > 0) {
        await pause(notice);
      }
    },
  };
}
