/**
 * The operator's probes. Healthy: the process answers. Ready: the store answers, the acquirer was signed on once, and
 * nothing is closing.
 *
 * A balancer learns from them that a process leaves, and needs time to: until then its clients' connections must still
 * be taken. A process that is asked again and again after it had said that it is ready is watched by somebody who goes
 * on asking; one that was asked by its starter and by a script, as on a laptop, has nobody to wait for.
 */
import type { FastifyInstance } from 'fastify';
import { PROBES } from '../routes.ts';
import { LEAVE_NOTICE_MS, WATCHED_WITHIN_MS } from './http-limits.ts';
import { closeKeepAlive } from './http-server.ts';

/** Whoever starts a process asks until it is ready, and so may one other. A balancer asks every few seconds. */
const UNWATCHED_ANSWERS_MAX = 2;

export interface ProbeDependencies {
  readonly storeAnswers: () => Promise<boolean>;
  readonly acquirerReady: () => boolean;
  readonly pause: (ms: number) => Promise<unknown>;
}

export interface Probes {
  /** Not ready from now on. Resolves when whoever watches has had time to see it: at once where nobody does. */
  announceClosing(): Promise<void>;
}

export function mountProbes(app: FastifyInstance, { storeAnswers, acquirerReady, pause }: ProbeDependencies): Probes {
  let isLeaving = false;
  let signedOnOnce = false;
  let readyAnswers = 0;
  let watchedAt = Number.NEGATIVE_INFINITY;
  app.get(PROBES.health, async () => ({ status: 'ok' }));
  app.get(PROBES.ready, async (_request, reply) => {
    if (readyAnswers >= UNWATCHED_ANSWERS_MAX) {
      watchedAt = performance.now();
    }
    signedOnOnce ||= acquirerReady();
    const acquirer = acquirerReady() ? 'up' : 'down';
    const answering = await storeAnswers();
    const ready = answering && signedOnOnce && !isLeaving;
    if (ready) {
      readyAnswers += 1;
    }
    reply.status(ready ? 200 : 503);
    return {
      status: ready ? 'ready' : isLeaving ? 'closing' : 'not ready',
      store: answering ? 'up' : 'down',
      acquirer,
    };
  });
  return {
    async announceClosing() {
      isLeaving = true;
      closeKeepAlive(app);
      if (performance.now() - watchedAt < WATCHED_WITHIN_MS) {
        await pause(LEAVE_NOTICE_MS);
      }
    },
  };
}
