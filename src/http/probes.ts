/**
 * The operator's probes. Healthy: the process answers. Ready: all modules are loaded, the store answers and accepts
 * writes, each acquirer has signed on once, and the process is not closing.
 *
 * A load balancer learns from the probes that a process is closing, which takes time: until then the process must
 * accept connections. A proxy without health checks learns it from the first refused connection, and must then know
 * another process. So the close waits if other processes use the store, or if a load balancer polls, that is, if
 * readiness is polled again after several ready answers. On a laptop the close does not wait.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { closeKeepAlive } from './closing.ts';
import { LEAVE_NOTICE_MS, TAKE_OVER_MS, WATCHED_WITHIN_MS } from './http-limits.ts';

import { PROBES } from './routes.ts';

/**
 * The process's starter polls until it is ready, and one other client may poll once. A load balancer polls every few
 * seconds.
 */
const STARTERS_ANSWERS_MAX = 2;

/** The least step to report; smaller steps come from a time service. */
const CLOCK_STEP_MS_MIN = 5_000;

/** Names in the answer, by the state that the store's last writes showed. */
const STORE_STATES = { WRITABLE: 'up', NOT_WRITABLE: 'not writable', CORRUPT: 'corrupt' } as const;

export interface ProbeDependencies {
  readonly storeAnswers: () => Promise<boolean>;
  /** From the last writes. */
  readonly storeCondition: () => keyof typeof STORE_STATES;
  /** By name. */
  readonly acquirers: ReadonlyMap<string, { ready(): boolean }>;
  /** True once all modules are loaded, so that an upgrade of the checkout cannot affect the process. */
  readonly isLoaded: () => boolean;
  /** Whether other processes use the same store. */
  readonly hasOthers: () => Promise<boolean>;
  /** Milliseconds by which the machine's clock is ahead of the process's. */
  readonly clockStepMs: () => number;
  readonly pause: (ms: number) => Promise<unknown>;
}

export interface Probes {
  /**
   * Makes readiness fail and each answer close its connection. Resolves when proxies have had time to send their
   * requests elsewhere.
   */
  announceClosing(): Promise<void>;
}

/** @param admin the separate listener for probes, if there is one; the main one answers them as well */
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
      clock: Math.abs(clockStepMs()) >= CLOCK_STEP_MS_MIN ? `set by ${Math.round(clockStepMs() / 1_000)} s` : undefined,
      acquirers: states.length > 1 ? Object.fromEntries(states) : undefined,
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
      // If the store does not answer, the close does not wait for it.
      const notice = (await hasOthers().catch(() => false)) ? TAKE_OVER_MS : isWatched ? LEAVE_NOTICE_MS : 0;
      if (notice > 0) {
        await pause(notice);
      }
    },
  };
}
