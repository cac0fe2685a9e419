/**
 * Composes the gateway: store, vault, acquirer, gateway, checkout, pages, in that order; and closes them in reverse.
 */
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Logger } from 'pino';
import { type AcquirerLink, createAcquirer } from './acquirer/link.ts';
import type { LinkTimes } from './acquirer/link-limits.ts';
import type { BrowserPaymentDependencies } from './browser-payments/dependencies.ts';
import { reconciler } from './browser-payments/reconciler.ts';
import { openProviders } from './browser-payments/registry.ts';
import { KeyedMutex } from './checkout/keyed-mutex.ts';
import { PayerCookie } from './checkout/payer-cookie.ts';
import { SessionService } from './checkout/session-service.ts';
import { BROWSER_PAYMENT_PROVIDERS } from './contract/fields/browser-payment-fields.ts';
import { watchInvariants } from './contract/invariant.ts';
import { AlertLogger } from './gateway/alert-logger.ts';
import { ALERT_RULES } from './gateway/alert-rules.ts';
import { readBinTable } from './gateway/cards/bin-file.ts';
import { BIN_TABLE, type BinRow } from './gateway/cards/bin-table.ts';
import { binTable } from './gateway/cards/bins.ts';
import type { DueWorker } from './gateway/due-worker.ts';
import type { NotificationDependencies } from './gateway/enqueue-notification.ts';
import { followUpWorker } from './gateway/follow-ups.ts';
import { createGateway } from './gateway/gateway.ts';
import { Heartbeat } from './gateway/heartbeat.ts';
import { IntervalWorker } from './gateway/interval-worker.ts';
import type { FollowUp } from './gateway/order-records.ts';
import { notificationSecret, p2peOf } from './gateway/profile-key.ts';
import { recover, recoveryWorker } from './gateway/recovery.ts';
import { refundDecisionWorker } from './gateway/refund-decisions.ts';
import { reversalWorker } from './gateway/reversals.ts';
import { StoreWatch } from './gateway/store-watch.ts';
import { tokenValues } from './gateway/tokens/stored-token.ts';
import { createAdminServer } from './http/admin-server.ts';
import { Assets } from './http/assets.ts';
import { mountBrowserPayments } from './http/browser-payment-adapter.ts';
import type { RenderPage } from './http/built-pages.ts';
import { ClientCertificates } from './http/client-certificate.ts';
import { ConnectionTable } from './http/connection-table.ts';
import { mountDocs } from './http/docs-adapter.ts';
import { DRAIN_MS, type SlowClientTimes } from './http/http-limits.ts';
import { connectionLimits, createHttpServer } from './http/http-server.ts';
import { wantedLanguages } from './http/languages.ts';
import { mountMetrics } from './http/metrics-adapter.ts';
import { Pages } from './http/page-renderer.ts';
import { mountPayerPages } from './http/payer-adapter.ts';
import { mountProbes } from './http/probes.ts';
import { mountRest } from './http/rest-adapter.ts';
import { EventLoopLag } from './metrics/event-loop-lag.ts';
import { exposition } from './metrics/exposition.ts';
import { RequestCounts } from './metrics/request-counts.ts';
import { NotificationDispatcher } from './notifications/dispatcher.ts';
import { HttpSender } from './notifications/http-sender.ts';
import { SigningKeys } from './notifications/signing-keys.ts';
import { notificationWriter } from './rest/answers/notification-body.ts';
import { Authenticator } from './rest/authenticate.ts';
import { FailedLoginCounts } from './rest/failed-login.ts';
import { Passwords } from './rest/passwords.ts';
import type { RouteDependencies } from './route-dependencies.ts';
import { isRestAddress, METRICS, PROBES } from './routes.ts';
import { sandboxMerchant } from './sandbox-merchant.ts';
import type { Settings } from './settings/settings.ts';
import { type SteadyClock, steadyClock } from './steady-clock.ts';
import { openStore, type Store } from './store/store.ts';
import { matchLocale } from './text/index.ts';
import { deriveKey } from './vault/keys.ts';
import { decryptedNumber } from './vault/p2pe-payload.ts';
import { Vault } from './vault/vault.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ERASE_EVERY_MS = 15_000;

/** Replacements for tests, which cannot wait for the real times. */
export interface AppTimes {
  readonly clock?: SteadyClock;
  readonly link?: Partial<LinkTimes>;
  readonly slowClients?: Partial<SlowClientTimes>;
}

export interface App {
  /** The port that it listens on. */
  readonly port: number;
  /** Of its listener for probes and metrics, if that is one of its own. */
  readonly adminPort?: number;
  /** Refuses new requests, completes those in flight, and releases everything. */
  close(): Promise<void>;
}

/** @throws StoreError or Error with one line for the operator when a dependency is missing */
export async function startApp(
  settings: Settings,
  log: Logger,
  gatewayVersion: string,
  { clock = steadyClock(log), link = {}, slowClients = {} }: AppTimes = {},
): Promise<App> {
  const invariants = watchInvariants();
  const render = builtPages();
  const store = await openStore(settings.databaseUrl);
  if (store.migrated.length > 0) {
    log.info({ migrations: store.migrated }, 'the database was migrated');
  }
  const vault = await Vault.open(settings.keys, store.dataKeys);

  const acquirer = createAcquirer({ ...settings.acquirer, log, times: link });
  await refuseSimulator(acquirer, store, settings);
  const heartbeat = new Heartbeat({
    processes: store.processes,
    monotonic: () => performance.now(),
    log,
    onEvicted: () => recovery.wake(),
  });
  // A process that owns its store is never evicted, however long the store did not answer.
  const isAlive = () => store.isAlone || heartbeat.holdsLease();
  const sessionService = new SessionService({ sessions: store.sessions, sealer: vault, clock });
  const signing = { keys: store.notifications, sealer: vault, clock };
  const passwords = new Passwords((purpose, text) => vault.hash(purpose, text));
  await sandboxMerchant(store, passwords, signing, settings);
  const httpSender = new HttpSender({ loopbackPorts: settings.notificationLoopbackPorts });
  const dispatcher = new NotificationDispatcher({
    outbox: store.notifications,
    httpSender,
    keys: new SigningKeys(signing),
    secret: async (key) => {
      const merchant = await store.merchants.byKey(key);
      return merchant && notificationSecret(merchant.profile, vault);
    },
    clock,
    isAlive,
    chance: Math.random,
    log,
  });
  const notifications: NotificationDependencies = {
    body: notificationWriter({ payments: store.browserPayments, publicOrigin: settings.publicOrigin }),
    reserve: (receiver) => dispatcher.reserve(receiver),
    stored: (notification) => dispatcher.stored(notification),
    dropped: (notification) => dispatcher.dropped(notification),
    dispatch: (receiver) => dispatcher.feed(receiver),
  };
  const reversals = reversalWorker({ clock, orders: store.orders, acquirer, log });
  const followUps = followUpWorker({ clock, orders: store.orders, notifications, acquirer, sealer: vault, log });
  const providers = await openProviders(settings.providers);
  const gateway = createGateway({
    clock,
    pause,
    isAlive,
    orders: store.orders,
    acquirer,
    sealer: vault,
    log,
    cardFacts: binTable(binRows(settings.dataDir)),
    p2peOf: (profile) => p2peOf(profile, vault, decryptedNumber),
    reversalStored: () => reversals.wake(),
    notifications,
    browser: {
      payments: store.browserPayments,
      providers,
      publicOrigin: settings.publicOrigin,
      random: (below) => randomInt(below),
    },
    sources: {
      session: (merchantKey, id, version) => sessionService.forPayment(merchantKey, id, version),
      token: (merchantKey, token) => tokenValues(store.tokens, vault, merchantKey, token),
    },
  });
  await recover(gateway);
  const recovery = recoveryWorker(gateway);
  const merchantByKey = (key: number) => store.merchants.byKey(key);
  const reconcilers = new Map<string, DueWorker<FollowUp>>();
  const browserPayments: BrowserPaymentDependencies = {
    gateway,
    merchantByKey,
    inFlightQueries: new Map(),
    wake: (provider) => reconcilers.get(provider)?.wake(),
  };
  // Includes disabled providers: their payments still expire.
  for (const id of Object.keys(BROWSER_PAYMENT_PROVIDERS)) {
    reconcilers.set(id, reconciler(browserPayments, id));
  }
  const refundDecisions = refundDecisionWorker({ gateway, merchantByKey });
  const alertLogger = new AlertLogger({
    alerts: store.alerts,
    clock,
    log,
    isLeader: () => isOldest(store),
    invariants,
  });
  const eraser = new IntervalWorker({
    intervalMs: ERASE_EVERY_MS,
    run: () => store.sessions.erase(clock.now()),
    log,
    failure: 'security codes that are due could not be erased; trying again',
  });
  const workers = [
    heartbeat,
    new StoreWatch(store, log),
    recovery,
    reversals,
    followUps,
    ...reconcilers.values(),
    refundDecisions,
    alertLogger,
    eraser,
    dispatcher,
  ];
  for (const worker of workers) {
    worker.start();
  }

  const sandbox = settings.mode === 'sandbox';
  const publicHost = new URL(settings.publicOrigin).host;
  const https = settings.publicOrigin.startsWith('https:');
  const dependencies: RouteDependencies = {
    ...browserPayments,
    sandbox,
    matchLocale,
    sessionService,
    sessions: store.sessions,
    merchants: store.merchants,
    unmaskings: store.unmaskings,
    notifications: store.notifications,
    tokens: store.tokens,
    random: (below) => randomInt(below),
    authenticator: new Authenticator({
      merchants: store.merchants,
      passwords,
      rehash: (id, before, after) => store.merchants.replacePasswordHash(id, before, after),
      now: () => performance.now(),
    }),
    publicOrigin: settings.publicOrigin,
    loopbackUrls: sandbox,
    sessionKey: ({ id }) => vault.hash('session key', id).toString('base64'),
    payer: {
      ...browserPayments,
      mutex: new KeyedMutex(),
      sessionService,
      sessions: store.sessions,
      sandbox,
      matchLocale,
    },
    payerCookie: new PayerCookie({ passwords: cookiePasswords(settings), secure: https, clock }),
  };
  const pages = new Pages(() => render);
  const clientCertificates = new ClientCertificates({ proxies: settings.clientCertProxies, clock, log });
  const requests = new RequestCounts();
  const failedLogins = new FailedLoginCounts();
  const connections = new ConnectionTable(connectionLimits(settings.trustedProxies));
  const app = createHttpServer({
    log,
    served: (operation, status, ms) => requests.note(operation, status, ms),
    tls: settings.tls,
    slowClients,
    clientCertificates,
    trustedProxies: settings.trustedProxies,
    connections,
    publicHost,
    probes: [...Object.values(PROBES), METRICS],
    isRest: isRestAddress,
    https,
    problemPage: (request, reply, error) =>
      pages.problem(request, reply, error, matchLocale(wantedLanguages(request.headers['accept-language']))),
  });
  mountRest(app, { dependencies, clientCertificates, failedLogins, gatewayVersion });
  mountPayerPages(app, {
    dependencies,
    pages,
    assets: new Assets(join(ROOT, 'dist', 'client')),
    publicOrigin: settings.publicOrigin,
  });
  mountBrowserPayments(app, { dependencies, pages });
  mountDocs(app, { render: () => render, publicOrigin: settings.publicOrigin });
  const lag = new EventLoopLag();
  const scrape = exposition({
    requests,
    failedLogins: () => failedLogins.read(),
    connections,
    commits: store.commits,
    acquirer,
    store: () => store.reconciliation.gauges(),
    storeCondition: () => store.health.condition,
    alerts: () => alertLogger.counts(),
    alertKinds: Object.keys(ALERT_RULES),
    recovered: () => gateway.counts.recovered,
    invariantsBroken: () => invariants().count,
    notificationTries: () => dispatcher.counts,
    clockStepMs: () => clock.stepMs(),
    lag,
  });
  const { adminPort, trustedProxies } = settings;
  const admin = adminPort === undefined ? undefined : createAdminServer({ log, clientCertificates, trustedProxies });
  mountMetrics(admin ?? app, METRICS, publicHost, scrape);
  const probes = mountProbes(
    app,
    {
      storeAnswers: () => store.answers(),
      storeCondition: () => store.health.condition,
      acquirerReady: () => acquirer.ready(),
      pause,
    },
    admin,
  );
  await app.listen({ host: settings.host, port: settings.port });
  await admin?.listen({ host: settings.host, port: adminPort as number });

  return {
    port: portOf(app, settings.port),
    ...(admin && { adminPort: portOf(admin, adminPort as number) }),
    async close() {
      await probes.announceClosing();
      lag.close();
      await within(DRAIN_MS, app.close(), log);
      await admin?.close();
      await within(DRAIN_MS, gateway.idempotency.idle(), log);
      for (const worker of workers.reverse()) {
        await worker.close();
      }
      httpSender.close();
      await acquirer.close();
      await store.close();
    },
  };
}

/**
 * A live gateway that leads to the sandbox's acquirer is a mistake in its settings, so it does not start: a gateway
 * that only is not ready would be looked into as an outage of the acquirer. An acquirer that is away keeps no gateway
 * from starting. If the simulator comes later, the link hangs up on it.
 *
 * @throws Error with one line for the operator
 */
async function refuseSimulator(
  acquirer: AcquirerLink,
  store: Store,
  { acquirer: { url, refusesSimulator } }: Settings,
) {
  if (refusesSimulator && (await acquirer.firstConnection()) === 'SIMULATOR') {
    await acquirer.close();
    await store.close();
    throw new Error(
      `ACQUIRER_URL=${JSON.stringify(url)} leads to the sandbox's simulator, and this is live mode: nothing would be charged.`,
    );
  }
}

function portOf({ server }: FastifyInstance, asked: number): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : asked;
}

/** Of the live processes on the store, only the oldest logs the alerts. */
async function isOldest({ processes }: Store): Promise<boolean> {
  return (await processes.others()).every(({ key }) => key > processes.key);
}

/** @throws BinTableError with a line for each bad row of the operator's own table */
function binRows(dataDir: string): readonly BinRow[] {
  const file = join(dataDir, 'bins.json');
  return existsSync(file) ? readBinTable(readFileSync(file, 'utf8')) : BIN_TABLE;
}

/** @throws Error when the pages were not built */
async function builtPages(): Promise<RenderPage> {
  const entry = join(ROOT, 'dist', 'server', 'entry.mjs');
  if (!existsSync(entry)) {
    throw new Error('The pages are not built: run npm run build.');
  }
  const { render } = (await import(entry)) as { render: RenderPage };
  return render;
}

function cookiePasswords({ keys }: Settings): Record<string, string> {
  const oldestFirst = [...keys].reverse();
  return Object.fromEntries(
    oldestFirst.map(({ bytes }, index) => [
      (index + 1).toString(),
      deriveKey(bytes, 'payer cookie').toString('base64'),
    ]),
  );
}

async function within(limitMs: number, work: PromiseLike<unknown>, log: Logger): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      log.warn({}, 'closing before everything was finished; the next start recovers it');
      resolve();
    }, limitMs);
  });
  await Promise.race([work, limit]);
  clearTimeout(timer);
}
