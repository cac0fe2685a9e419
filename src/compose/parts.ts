/** All parts of a gateway on an open store, except its listener. */
import {
  type AcquirerProtocol,
  closeAcquirers,
  type LinkTimes,
  type OpenAcquirers,
} from '../adapters/acquirers/index.ts';
import type { WatchedProviders } from '../adapters/providers/index.ts';
import type { ThreeDsServer } from '../adapters/three-ds-server/index.ts';
import { Passwords } from '../api/rest/index.ts';
import { SessionService } from '../checkout/index.ts';
import { type BrokenInvariants, watchInvariants } from '../contract/invariant.ts';
import { createBrowserPayments } from '../core/browser-payments/index.ts';
import { IndexPace, recover } from '../core/index.ts';
import { type BuiltScript, DRAIN_MS } from '../http/index.ts';
import { composeAcquirers, logMissing } from './acquirers.ts';
import { composeAudit } from './audit.ts';
import { storeScripts } from './built-files.ts';
import { composeCheckout, type PayerLimits } from './checkout.ts';
import { composeConsolePorts } from './console.ts';
import type { Foundation } from './foundation.ts';
import { composeGateway } from './gateway.ts';
import { composeNotifications, type NotificationRelay } from './notifications.ts';
import { composeReceipts } from './receipts.ts';
import { composeRoutes, type SharedLimits } from './routes.ts';
import { sandboxMerchant } from './sandbox-merchant.ts';
import { composeStaffMails, type FirstStaffMails } from './staff-mails.ts';
import { type ComposedStore, composeMembership, passwordHash } from './store.ts';
import { waitAtMost } from './wait-at-most.ts';
import { startWorkers } from './workers.ts';

/** The longest wait for card ranges after the start. Reading two hundred thousand ranges takes two seconds. */
const RANGES_MS_MAX = 5_000;
/**
 * The longest such wait in the sandbox, which starts together with the gateway and creates its certificates at its
 * first start.
 */
const SANDBOX_RANGES_MS_MAX = 30_000;

const NO_BROKEN_INVARIANTS: BrokenInvariants = { count: 0, last: '' };

/** The parts that the gateways of all stores in one process share. Those of the first store; it closes them. */
export interface SharedParts {
  readonly acquirers: OpenAcquirers;
  readonly providers: WatchedProviders;
  readonly authenticator: ThreeDsServer;
  readonly scripts: readonly BuiltScript[];
  readonly payerLimits: PayerLimits;
  readonly limits: SharedLimits;
  readonly staffMails: FirstStaffMails | undefined;
  readonly indexPace: IndexPace;
}

export interface StoreParts extends ComposedStore {
  readonly gatewayVersion: string;
  readonly protocols: readonly AcquirerProtocol[];
  readonly link: Partial<LinkTimes>;
  readonly end: (() => void) | undefined;
  readonly relay?: NotificationRelay | undefined;
  readonly merchantProfile?: object | undefined;
  /** Called after this process has evicted another one from the store. */
  readonly evicted?: () => void;
  /** The stores of the process, once it follows the directory. Absent for a further store. */
  readonly stores?: FirstStaffMails['stores'];
  /** Absent for the first store, which creates them. */
  readonly shared?: SharedParts;
}

export type ComposedParts = Awaited<ReturnType<typeof composeParts>>;

/** Starts the workers and completes what earlier processes left. @throws Error with one line for the operator */
export async function composeParts(
  foundation: Foundation,
  { store, vault, gatewayVersion, protocols, link, end, relay, merchantProfile, evicted, stores, shared }: StoreParts,
) {
  const { settings, log, clock } = foundation;
  // They are counted for the process, so that its first store alone reports them.
  const invariants = shared === undefined ? watchInvariants() : () => NO_BROKEN_INVARIANTS;
  const audit = composeAudit(foundation, store);
  const acquirers = shared?.acquirers ?? (await composeAcquirers(foundation, store, { protocols, times: link }));
  const membership = await composeMembership(foundation, store, () => {
    workers.recovery.wake();
    evicted?.();
  });
  const sessionService = new SessionService({ sessions: store.sessions, sealer: vault, clock });
  const signing = { keys: store.notifications, sealer: vault, clock };
  const passwords = new Passwords(passwordHash(vault));
  await sandboxMerchant(store, vault, passwords, signing, settings, merchantProfile);
  await logMissing(foundation, store, acquirers);
  const scripts = shared?.scripts ?? (await storeScripts(store, clock.now()));
  const sending = composeNotifications(foundation, { store, vault, relay }, membership, signing, () => core.gateway);
  const receipts = await composeReceipts(foundation, { store, vault }, membership);
  const { consoleOrigin: origin } = settings;
  const firstMails =
    shared !== undefined ? shared.staffMails : origin && stores ? { store, vault, origin, stores } : undefined;
  const staffMails = await composeStaffMails(foundation, { store, vault }, membership, firstMails);
  const parts = {
    store,
    vault,
    acquirers,
    passwords,
    sessionService,
    invariants,
    receipts,
    staffMails,
    audit,
    ...membership,
    ...sending,
  };
  const core = await composeGateway(foundation, parts, shared);
  const { gateway, authenticator } = core;
  await recover(gateway);
  if (shared === undefined) {
    const untilKnown = settings.mode === 'sandbox';
    void authenticator.start({ untilKnown, msMax: untilKnown ? SANDBOX_RANGES_MS_MAX : RANGES_MS_MAX });
  }
  const atProviders = createBrowserPayments({ gateway, merchantByKey: (key) => store.merchants.byKey(key) });
  const checkout = composeCheckout(foundation, { ...parts, ...atProviders }, shared);
  const indexPace = shared?.indexPace ?? new IndexPace();
  const workers = startWorkers(foundation, {
    ...{ ...parts, ...core, ...atProviders },
    ...{ payer: checkout.payer, indexPace, end, isFurther: shared !== undefined },
  });
  const dependencies = composeRoutes(foundation, { ...parts, ...atProviders, ...checkout }, shared?.limits);
  const consolePorts = composeConsolePorts(foundation, { ...parts, ...checkout, dependencies });
  try {
    await Promise.all([workers.ready, audit.started(gatewayVersion)]);
  } catch (error) {
    // The caller closes the store and may try again, with workers of its own.
    await workers.close();
    throw error;
  }
  return {
    ...parts,
    ...core,
    consolePorts,
    dependencies,
    scripts,
    gatewayVersion,
    alertLogger: workers.alertLogger,
    retention: workers.retention,
    checkoutEvents: workers.checkoutEvents,
    keys: workers.keys,
    runDue: () => workers.runDue(),
    nextDue: () => store.dueWork.next(),
    shared: shared ?? {
      acquirers,
      providers: core.providers,
      authenticator,
      scripts,
      payerLimits: checkout.payerLimits,
      limits: dependencies,
      staffMails: firstMails,
      indexPace,
    },
    /**
     * @returns false if the store can be closed without leaving anything to do, except for what only becomes due with
     *   the time
     */
    async hasWork() {
      await workers.lookOnce();
      const hasAlert = workers.alertLogger.counts().size > 0;
      return hasAlert || workers.retention.isWalking || (await store.dueWork.exists());
    },
    /** Completes the work in progress and closes the store. Call it once no request is in progress. */
    async close() {
      checkout.payer.challengeQueue.close();
      await waitAtMost(DRAIN_MS, gateway.idempotency.idle(), log);
      await workers.close();
      await audit.stopped();
      sending.httpSender.close();
      if (shared === undefined) {
        authenticator.close();
        await closeAcquirers(acquirers);
      }
      await store.close();
    },
  };
}
