/** What runs at intervals beside the requests. */
import { type PayerDependencies, payFromBank } from '../checkout/index.ts';
import type { BrokenInvariants } from '../contract/invariant.ts';
import type { createBrowserPayments } from '../gateway/browser-payments/index.ts';
import {
  AlertLogger,
  CountsWorker,
  type Heartbeat,
  IntervalWorker,
  recoveryWorker,
  refundDecisionWorker,
  StoreWatch,
} from '../gateway/index.ts';
import { authenticationWorker } from '../gateway/payer-authentication/index.ts';
import type { NotificationDispatcher } from '../notifications/index.ts';
import type { ReceiptWorker } from '../receipts/index.ts';
import type { Store } from '../store/index.ts';
import type { Foundation } from './foundation.ts';
import type { ComposedGateway } from './gateway.ts';
import { isOldest } from './store.ts';

const ERASE_EVERY_MS = 15_000;

export interface WorkerParts extends ComposedGateway, ReturnType<typeof createBrowserPayments> {
  readonly payer: PayerDependencies;
  readonly store: Store;
  readonly heartbeat: Heartbeat;
  readonly dispatcher: NotificationDispatcher;
  readonly receipts: ReceiptWorker | undefined;
  readonly invariants: () => BrokenInvariants;
}

export interface Workers {
  readonly recovery: IntervalWorker;
  readonly alertLogger: AlertLogger;
  /** Resolves when the declines that are stored count here. */
  readonly ready: Promise<void>;
  /** One after the other, the last one started first. */
  close(): Promise<void>;
}

export function startWorkers({ log, clock }: Foundation, parts: WorkerParts): Workers {
  const { store, gateway, heartbeat, reversals, followUps, reconcilers, browserPayments, dispatcher, receipts, payer } =
    parts;
  const recovery = recoveryWorker(gateway);
  const refundDecisions = refundDecisionWorker({ gateway, merchantByKey: browserPayments.merchantByKey });
  const alertLogger = new AlertLogger({
    alerts: store.alerts,
    clock,
    log,
    isLeader: () => isOldest(store),
    invariants: parts.invariants,
  });
  const eraser = new IntervalWorker({
    intervalMs: ERASE_EVERY_MS,
    run: () => store.sessions.erase(clock.now()),
    log,
    failure: 'security codes that are due could not be erased; trying again',
  });
  const { counted } = gateway.attemptLimits;
  const counts = new CountsWorker({ stored: store.attemptCounts, counted, clock, log });
  const workers: readonly IntervalWorker[] = [
    heartbeat,
    new StoreWatch(store, log),
    recovery,
    ...reversals,
    ...followUps,
    ...reconcilers,
    refundDecisions,
    authenticationWorker(gateway, (found) => payFromBank(payer, found)),
    alertLogger,
    eraser,
    counts,
    dispatcher,
    ...(receipts === undefined ? [] : [receipts]),
  ];
  for (const worker of workers) {
    worker.start();
  }
  return {
    recovery,
    alertLogger,
    ready: counts
      .exchange()
      .catch((error: unknown) => log.error({ err: error }, 'declines could not be read; they count in a second')),
    async close() {
      for (const worker of workers.toReversed()) {
        await worker.close();
      }
    },
  };
}
