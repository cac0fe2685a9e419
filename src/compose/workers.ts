/** Background work at intervals. */

import type { NotificationDispatcher } from '../adapters/notifications/index.ts';
import { openStore, type Store } from '../adapters/store/index.ts';
import { KeyServiceWatch, KeyWatch, type Vault } from '../adapters/vault/index.ts';
import { checkoutEventBody } from '../api/rest/index.ts';
import { RetentionWorker } from '../back-office/retention/index.ts';
import { CheckoutEventWorker, type PayerDependencies, payAfterAuthentication } from '../checkout/index.ts';
import { DAY_MS, MINUTE_MS } from '../contract/durations.ts';
import type { BrokenInvariants } from '../contract/invariant.ts';
import type { createBrowserPayments } from '../core/browser-payments/index.ts';
import {
  AlertLogger,
  CountsWorker,
  DuePolls,
  declineAlarmWorker,
  type Heartbeat,
  type IndexPace,
  IntervalWorker,
  OrderIndexWorker,
  recoveryWorker,
  refundDecisionWorker,
  riskDecisionWorker,
  StandbyWatch,
  StoreWatch,
} from '../core/index.ts';
import { authenticationWorker } from '../core/payer-authentication/index.ts';
import { WINDOW_MINUTES_MAX } from '../core/risk/index.ts';
import type { ComposedAudit } from './audit.ts';
import type { Foundation } from './foundation.ts';
import type { ComposedGateway } from './gateway.ts';
import type { PayerMails } from './receipts.ts';
import type { StaffMailWorkers } from './staff-mails.ts';
import { isOldest } from './store.ts';

const ERASE_EVERY_MS = 15_000;
/** The interval of reading the keys: less than half of `ACTIVE_AFTER_MS`, after which a new key comes into use. */
const KEYS_EVERY_MS = 2_000;
/**
 * The interval of checks of the key services, so that an unreachable PKCS#11 token is detected before a restart needs
 * it.
 */
const KEY_SERVICES_EVERY_MS = 30_000;

export interface WorkerParts extends ComposedGateway, ReturnType<typeof createBrowserPayments> {
  readonly payer: PayerDependencies;
  readonly store: Store;
  readonly vault: Vault;
  readonly heartbeat: Heartbeat;
  readonly isAlive: () => boolean;
  readonly dispatcher: NotificationDispatcher;
  readonly receipts: PayerMails | undefined;
  readonly staffMails: StaffMailWorkers | undefined;
  readonly audit: ComposedAudit;
  readonly indexPace: IndexPace;
  /** Whether the process has this store beside its first one. */
  readonly isFurther: boolean;
  readonly invariants: () => BrokenInvariants;
  /** Ends this process. Absent: the process sends itself the signal that a supervisor would send. */
  readonly end?: (() => void) | undefined;
}

/** The state of the keys, for the operator. */
export interface WatchedKeys {
  readonly inUse: KeyWatch['inUse'];
  /** True if every key of `TURNPIKE_KEYS` was available at the last check. */
  readonly isServiceUp: () => boolean;
}

export interface Workers {
  readonly recovery: IntervalWorker;
  readonly alertLogger: AlertLogger;
  readonly retention: RetentionWorker;
  readonly checkoutEvents: CheckoutEventWorker;
  readonly keys: WatchedKeys;
  /** Resolves when this process has loaded the stored counts of declines. */
  readonly ready: Promise<void>;
  /** Runs once what otherwise waits for its interval, for a store that is open for a moment only. */
  lookOnce(): Promise<void>;
  /** Runs all background work that is due by the clock. Resolves when it has ended. */
  runDue(): Promise<void>;
  /** Closes the workers one after the other, in reverse order of their start. */
  close(): Promise<void>;
}

export function startWorkers({ settings, log, clock }: Foundation, parts: WorkerParts): Workers {
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
  const [kek] = settings.keys;
  const keyServices = new KeyServiceWatch(settings.keys, log);
  const keyWatch = new KeyWatch({ vault: parts.vault, stored: store.dataKeys, kek, log });
  const keys = new IntervalWorker({
    intervalMs: KEYS_EVERY_MS,
    run: () => keyWatch.run(),
    log,
    failure: 'the data keys could not be read; trying again',
  });
  const keyServicesWorker = new IntervalWorker({
    intervalMs: KEY_SERVICES_EVERY_MS,
    run: () => keyServices.run(),
    log,
    failure: 'the key services could not be asked; trying again',
  });
  const retention = new RetentionWorker({
    store: store.retention,
    merchants: store.merchants,
    clock,
    log,
    emptyLog: store.emptyLog,
  });
  const checkoutEvents = new CheckoutEventWorker({
    events: store.checkoutEvents,
    sessions: store.sessions,
    links: store.links,
    gateway,
    merchantByKey: browserPayments.merchantByKey,
    body: checkoutEventBody,
    isAlive: parts.isAlive,
    log,
  });
  const orderIndex = new OrderIndexWorker({
    feed: store.orderFeed,
    sealer: parts.vault,
    pace: parts.indexPace,
    behindSince: () => store.orderIndex.behindSince(),
    clock,
    log,
  });
  const { counted } = gateway.attemptLimits;
  const counts = new CountsWorker({ stored: store.attemptCounts, counted, clock, log });
  const erasers = [attemptEraser(store, { log, clock }), deviceTokenEraser(store, { log, clock })];
  const workers: readonly IntervalWorker[] = [
    heartbeat,
    keys,
    // Ended last of those that change orders, so that its last run has their changes.
    orderIndex,
    keyServicesWorker,
    new StoreWatch(store, log, parts.isFurther),
    ...standbyWatches(store, log, heartbeat),
    recovery,
    ...reversals,
    ...followUps,
    ...reconcilers,
    refundDecisions,
    riskDecisionWorker({ gateway, merchantByKey: browserPayments.merchantByKey }),
    authenticationWorker(gateway, (found) => payAfterAuthentication(payer, found)),
    alertLogger,
    eraser,
    retention,
    parts.audit.worker,
    ...erasers,
    counts,
    declineAlarmWorker({
      alarms: gateway.attemptLimits.alarms,
      merchantByKey: browserPayments.merchantByKey,
      clock,
      log,
    }),
    checkoutEvents,
    dispatcher,
    ...(receipts?.workers ?? []),
    ...(parts.staffMails?.workers ?? []),
    ...(store.isAlone ? [] : [restoredWatch(store, { settings, log, end: parts.end })]),
  ];
  const polls = new DuePolls(store.dueQueues, clock);
  for (const worker of workers) {
    worker.start(() => heartbeat.processes, polls);
  }
  // Read the keys at once, because other processes wait for the report of the keys that this process has loaded.
  keys.wake();
  return {
    recovery,
    alertLogger,
    retention,
    checkoutEvents,
    keys: { inUse: () => keyWatch.inUse(), isServiceUp: () => keyServices.isUp },
    ready: counts
      .exchange()
      .catch((error: unknown) => log.error({ err: error }, 'declines could not be read; they count in a second')),
    async lookOnce() {
      await Promise.all(
        [alertLogger, retention, ...erasers, ...(parts.staffMails?.watches ?? [])].map((worker) => worker.once()),
      );
    },
    async runDue() {
      for (const worker of workers) {
        await worker.runNow();
      }
      await dispatcher.idle();
    },
    async close() {
      for (const worker of workers.toReversed()) {
        await worker.close();
      }
    },
  };
}

function standbyWatches({ standby }: Store, log: Foundation['log'], heartbeat: Heartbeat): readonly StandbyWatch[] {
  return standby === undefined ? [] : [new StandbyWatch({ standby, log, heartbeatAt: () => heartbeat.confirmedAt })];
}

const FORGET_EVERY_MS = 60_000;
/** The maximum number of attempts removed in one run, more than are stored in one interval. */
const FORGOTTEN_MAX = 50_000;

/** Removes attempts that are too old for any risk rule. */
function attemptEraser({ orders }: Store, { log, clock }: Pick<Foundation, 'clock' | 'log'>): IntervalWorker {
  return new IntervalWorker({
    intervalMs: FORGET_EVERY_MS,
    run: () => orders.forgetRiskAttempts(clock.now() - WINDOW_MINUTES_MAX * 60_000, FORGOTTEN_MAX),
    log,
    failure: 'attempts that risk rules count no more could not be removed; trying again',
  });
}

const FORGET_TOKENS_EVERY_MS = 15 * MINUTE_MS;
/** A clock that is set back must not make a used token of a wallet usable again. */
const TOKENS_KEPT_MORE_MS = DAY_MS;

/** Removes used tokens of wallets that are refused by their own expiry. */
function deviceTokenEraser({ orders }: Store, { log, clock }: Pick<Foundation, 'clock' | 'log'>): IntervalWorker {
  return new IntervalWorker({
    intervalMs: FORGET_TOKENS_EVERY_MS,
    run: () => orders.forgetDeviceTokens(clock.now() - TOKENS_KEPT_MORE_MS),
    log,
    failure: 'used tokens of wallets could not be removed; trying again',
  });
}

const LOOK_EVERY_MS = 2_000;

interface RestoredWatchOptions extends Pick<Foundation, 'log' | 'settings'> {
  readonly end?: (() => void) | undefined;
}

/**
 * Ends the process if a backup has replaced its store while it ran, or a promoted standby that lacks its commits: then
 * it closes the store. The supervisor restarts it, and it waits for the comparison with the ledgers.
 */
function restoredWatch(
  { restoration, lineage }: Store,
  { settings, log, end = () => process.kill(process.pid, 'SIGTERM') }: RestoredWatchOptions,
): IntervalWorker {
  let hasEnded = false;
  return new IntervalWorker({
    intervalMs: LOOK_EVERY_MS,
    async run() {
      if (hasEnded) {
        return;
      }
      if (lineage.lacksCommits) {
        await closeIncomplete(settings);
        hasEnded = true;
        log.error({}, 'the database lacks commits that it had confirmed: the store is closed, see turnpike restored');
        end();
      } else if ((await restoration.state()) !== undefined) {
        hasEnded = true;
        log.error({}, 'the store was restored from a backup under this process, which ends: see turnpike restored');
        end();
      }
    },
    log,
    failure: 'the store does not say whether it was restored; trying again',
  });
}

/** Opens the store anew, like a command of the operator, because this process uses its connections no more. */
async function closeIncomplete(settings: Foundation['settings']): Promise<void> {
  const store = await openStore(settings, { owner: false, schema: 'REQUIRE', isReader: true });
  try {
    await store.restoration.close(Date.now());
  } finally {
    await store.close();
  }
}
