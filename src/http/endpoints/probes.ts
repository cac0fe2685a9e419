/**
 * The operator's health probes. Healthy means that the process answers. Ready means that all modules are loaded, the
 * store answers and accepts writes, each acquirer has signed on once, and the process is not closing.
 * A load balancer needs time to learn from the probes that a process is closing, and until then the process must accept
 * connections. A proxy without health checks learns it from the first refused connection, and then needs another
 * process to use. So the close waits if other processes use the same store, or if a load balancer polls. Polling is
 * assumed if readiness is polled again after several ready answers. On a laptop the close does not wait.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Leave } from '../../platform/supervision.ts';
import { closeKeepAlive } from '../connections/closing.ts';
import { LEAVE_NOTICE_MS, TAKE_OVER_MS, WATCHED_WITHIN_MS } from '../connections/http-limits.ts';
import { PROBES } from '../routing/routes.ts';

/**
 * The maximum number of ready answers before polling counts as a load balancer's. The starting program polls
 * until it is ready, and one other client may poll once.
 */
const STARTERS_ANSWERS_MAX = 2;

/** The smallest clock step that is reported. A time service makes smaller steps. */
const CLOCK_STEP_MS_MIN = 5_000;

/** The leave of a process without a supervisor. */
const ALONE: Leave = { way: 'TOGETHER', pids: [] };

/** The store's condition in the answer, by its name in the code. */
export const STORE_STATES = { WRITABLE: 'up', NOT_WRITABLE: 'not writable', CORRUPT: 'corrupt' } as const;

export interface ProbeDependencies {
  readonly storeAnswers: () => Promise<boolean>;
  /** Returns the store's condition as shown by the last writes. */
  readonly storeCondition: () => keyof typeof STORE_STATES;
  /** The acquirers by name. */
  readonly acquirers: ReadonlyMap<string, { ready(): boolean }>;
  /** Returns true once all modules are loaded. From then on, replaced files of an upgrade cannot affect the process. */
  readonly isLoaded: () => boolean;
  /**
   * Returns true if other processes use the same store, besides those of this machine that leave together with this
   * one.
   */
  readonly hasOthers: (pids: readonly number[]) => Promise<boolean>;
  /** Returns the milliseconds by which the machine's clock is ahead of the process's monotonic clock. */
  readonly clockStepMs: () => number;
  /** The states of further stores whose merchants are refused, by name. They do not affect readiness. */
  readonly troubledStores?: () => Readonly<Record<string, string>>;
  readonly pause: (ms: number) => Promise<unknown>;
}

export interface Probes {
  /**
   * Makes the readiness probe fail, and closes each connection after its next answer. Resolves when proxies have had
   * time to send their requests to other processes. A process that is replaced stays ready, because its socket is that
   * of others, which are; its clients get time to close the connections that they keep.
   */
  announceClosing(leave?: Leave): Promise<void>;
  /** Returns true if the readiness probe would answer 200. */
  isReady(): Promise<boolean>;
}

/** @param admin the separate listener for probes, if there is one. The main listener answers probes as well */
export function mountProbes(
  app: FastifyInstance,
  {
    storeAnswers,
    storeCondition,
    acquirers,
    isLoaded,
    hasOthers,
    clockStepMs,
    troubledStores,
    pause,
  }: ProbeDependencies,
  admin?: FastifyInstance,
): Probes {
  let isClosing = false;
  const signedOn = new Set<string>();
  let readyAnswers = 0;
  let polledAt = Number.NEGATIVE_INFINITY;
  const readiness = async () => {
    const states = [...acquirers].map(([name, acquirer]) => [name, acquirer.ready() ? 'up' : 'down'] as const);
    for (const [name] of states.filter(([, state]) => state === 'up')) {
      signedOn.add(name);
    }
    const store = (await storeAnswers()) ? STORE_STATES[storeCondition()] : 'down';
    const ready = store === 'up' && signedOn.size === acquirers.size && isLoaded() && !isClosing;
    return { ready, store, states };
  };
  const answerReady = async (_request: FastifyRequest, reply: FastifyReply) => {
    if (readyAnswers >= STARTERS_ANSWERS_MAX) {
      polledAt = performance.now();
    }
    const { ready, store, states } = await readiness();
    if (ready) {
      readyAnswers += 1;
    }
    reply.status(ready ? 200 : 503);
    const troubled = troubledStores?.() ?? {};
    return {
      status: ready ? 'ready' : isClosing ? 'closing' : 'not ready',
      store,
      acquirer: states.every(([, state]) => state === 'up') ? 'up' : 'down',
      clock: Math.abs(clockStepMs()) >= CLOCK_STEP_MS_MIN ? `set by ${Math.round(clockStepMs() / 1_000)} s` : undefined,
      acquirers: states.length > 1 ? Object.fromEntries(states) : undefined,
      stores: Object.keys(troubled).length > 0 ? troubled : undefined,
    };
  };
  const noticeMs = async (leave: Leave) => {
    if (leave.way === 'ORPHANED') {
      return 0;
    }
    // If the store does not answer, the close assumes that no other process exists.
    if (leave.way === 'TOGETHER' && (await hasOthers(leave.pids).catch(() => false))) {
      return TAKE_OVER_MS;
    }
    const isWatched = performance.now() - polledAt < WATCHED_WITHIN_MS;
    return leave.way === 'REPLACED' || isWatched ? LEAVE_NOTICE_MS : 0;
  };
  for (const listener of admin === undefined ? [app] : [app, admin]) {
    listener.get(PROBES.health, async () => ({ status: 'ok' }));
    listener.get(PROBES.ready, answerReady);
  }
  return {
    async announceClosing(leave = ALONE) {
      isClosing = leave.way !== 'REPLACED';
      closeKeepAlive(app);
      const ms = await noticeMs(leave);
      if (ms > 0) {
        await pause(ms);
      }
    },
    isReady: async () => (await readiness()).ready,
  };
}
