/**
 * Composes a gateway from its settings: store, vault, acquirers, core, checkout, listeners, in that order; and closes
 * them in reverse.
 */
import type { Logger } from 'pino';
import { type AcquirerProtocol, closeAcquirers, type LinkTimes, PROTOCOLS } from '../adapters/acquirers/index.ts';
import { type SteadyClock, steadyClock, watchClock } from '../adapters/steady-clock.ts';
import { Passwords } from '../api/rest/index.ts';
import { SessionService } from '../checkout/index.ts';
import { watchInvariants } from '../contract/invariant.ts';
import { createBrowserPayments } from '../core/browser-payments/index.ts';
import { recover } from '../core/index.ts';
import { DRAIN_MS, type SlowClientTimes } from '../http/index.ts';
import type { LogIdentity } from '../platform/process-log.ts';
import type { Supervision } from '../platform/supervision.ts';
import type { Settings } from '../settings/index.ts';
import { type PageThread, startPages } from '../web/rendering/index.ts';
import { composeAcquirers, logMissing } from './acquirers.ts';
import type { App } from './app.ts';
import { composeAudit } from './audit.ts';
import { storeScripts } from './built-files.ts';
import { composeCheckout } from './checkout.ts';
import { composeConsole } from './console.ts';
import type { Foundation } from './foundation.ts';
import { composeGateway } from './gateway.ts';
import { listen } from './http.ts';
import { composeNotifications } from './notifications.ts';
import { composeReceipts } from './receipts.ts';
import { composeRestored } from './restored-gateway.ts';
import { composeRoutes } from './routes.ts';
import { sandboxMerchant } from './sandbox-merchant.ts';
import { composeStaffMails } from './staff-mails.ts';
import { type ComposedStore, composeMembership, composeStore, passwordHash } from './store.ts';
import { type ComposedTraces, composeTraces } from './traces.ts';
import { waitAtMost } from './wait-at-most.ts';
import { startWorkers } from './workers.ts';

export type { App } from './app.ts';

/** Overrides for tests, which cannot wait for the real times. */
export interface AppTimes {
  readonly clock?: SteadyClock;
  readonly link?: Partial<LinkTimes>;
  readonly slowClients?: Partial<SlowClientTimes>;
}

/** Optional parts, which tests replace by their own. */
export interface AppParts extends AppTimes {
  readonly protocols?: readonly AcquirerProtocol[];
  /** A thread that was started earlier or that several gateways share. The caller closes it. */
  readonly pages?: PageThread;
  /** The names of the process in its log, which gets its number on the store. */
  readonly identity?: LogIdentity;
  /** The sockets of `turnpike serve`. Absent: the process opens its own. */
  readonly supervision?: Supervision | undefined;
  /** Ends the process if its store was replaced by a backup while it ran. */
  readonly end?: () => void;
}

/** The longest wait for card ranges after the start. Reading two hundred thousand ranges takes two seconds. */
const RANGES_MS_MAX = 5_000;
/**
 * The longest such wait in the sandbox, which starts together with the gateway and creates its certificates at its
 * first start.
 */
const SANDBOX_RANGES_MS_MAX = 30_000;

/**
 * Resolves when the gateway listens, which is before it is `ready`.
 *
 * @throws StoreError or Error with one line for the operator if a dependency is missing
 */
export async function startApp(
  settings: Settings,
  log: Logger,
  gatewayVersion: string,
  parts: AppParts = {},
): Promise<App> {
  const { clock = steadyClock(log), pages, identity } = parts;
  const traces = composeTraces(settings, gatewayVersion);
  const foundation = { settings, log, clock, spans: traces?.tracer };
  const pageThread = pages ?? startPages();
  const stored = await composeStore(foundation, { build: gatewayVersion, identity });
  const open = (port: number) =>
    openApp(
      { ...foundation, settings: { ...settings, port } },
      { ...parts, ...stored, gatewayVersion, pageThread, traces },
    );
  const release = async () => {
    await traces?.close();
    await (pages === undefined && pageThread.close());
    await stored.store.close();
    await Promise.all(settings.keys.map((key) => key.close()));
  };
  const restored = await composeRestored(foundation, {
    ...stored,
    pageThread,
    supervision: parts.supervision,
    end: parts.end,
    open,
    release,
  });
  return restored ?? open(settings.port);
}

interface OpenParts extends AppParts, ComposedStore {
  readonly gatewayVersion: string;
  readonly pageThread: PageThread;
  readonly traces: ComposedTraces | undefined;
}

/** Composes the gateway on an open store. */
async function openApp(
  foundation: Foundation,
  {
    store,
    vault,
    gatewayVersion,
    pageThread,
    link = {},
    slowClients = {},
    protocols = PROTOCOLS,
    pages,
    end,
    traces,
    supervision,
  }: OpenParts,
): Promise<App> {
  const { settings, log, clock } = foundation;
  const endWatch = watchClock(clock);
  const invariants = watchInvariants();
  const audit = composeAudit(foundation, store);
  const acquirers = await composeAcquirers(foundation, store, { protocols, times: link });
  const membership = await composeMembership(foundation, store, () => workers.recovery.wake());
  const sessionService = new SessionService({ sessions: store.sessions, sealer: vault, clock });
  const signing = { keys: store.notifications, sealer: vault, clock };
  const passwords = new Passwords(passwordHash(vault));
  await sandboxMerchant(store, vault, passwords, signing, settings);
  await logMissing(foundation, store, acquirers);
  const scripts = await storeScripts(store, clock.now());
  const sending = composeNotifications(foundation, { store, vault }, membership, signing, () => core.gateway);
  const receipts = await composeReceipts(foundation, { store, vault }, membership);
  const staffMails = await composeStaffMails(foundation, { store, vault }, membership);
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
  const core = await composeGateway(foundation, parts);
  const { gateway, authenticator } = core;
  await recover(gateway);
  const untilKnown = settings.mode === 'sandbox';
  void authenticator.start({ untilKnown, msMax: untilKnown ? SANDBOX_RANGES_MS_MAX : RANGES_MS_MAX });
  const atProviders = createBrowserPayments({ gateway, merchantByKey: (key) => store.merchants.byKey(key) });
  const checkout = composeCheckout(foundation, { ...parts, ...atProviders });
  const workers = startWorkers(foundation, { ...parts, ...core, ...atProviders, payer: checkout.payer, end });
  const dependencies = composeRoutes(foundation, { ...parts, ...atProviders, ...checkout });
  const console = await composeConsole(foundation, { ...parts, ...checkout, dependencies });
  const http = { console, dependencies, pageThread, scripts, gatewayVersion, slowClients, supervision };
  await Promise.all([workers.ready, audit.started(gatewayVersion)]);
  const listeners = await listen(foundation, {
    ...parts,
    ...core,
    ...http,
    alertLogger: workers.alertLogger,
    retention: workers.retention,
    checkoutEvents: workers.checkoutEvents,
    keys: workers.keys,
    traces,
  });
  return {
    port: listeners.port,
    adminPort: listeners.adminPort,
    ready: listeners.ready,
    isReady: listeners.isReady,
    listen: listeners.listen,
    async close(leave) {
      await listeners.close(leave);
      endWatch();
      await (pages === undefined && pageThread.close());
      checkout.payer.challengeQueue.close();
      await waitAtMost(DRAIN_MS, gateway.idempotency.idle(), log);
      await workers.close();
      await audit.stopped();
      authenticator.close();
      sending.httpSender.close();
      await closeAcquirers(acquirers);
      await traces?.close();
      await store.close();
      await Promise.all(settings.keys.map((key) => key.close()));
    },
  };
}
