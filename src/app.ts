/**
 * Puts the gateway together: store, vault, acquirer, gateway, checkout, pages, in that order; and takes it apart in reverse.
 */
import { randomInt } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import type { LinkTimes } from './acquirer/limits.ts';
import { createAcquirer } from './acquirer/link.ts';
import type { BrowserPaymentParts } from './browser-payments/parts.ts';
import { reconciler } from './browser-payments/reconciler.ts';
import { openProviders } from './browser-payments/registry.ts';
import { OneAtATime } from './checkout/one-at-a-time.ts';
import { PayerCookie } from './checkout/payer-cookie.ts';
import { SessionBook } from './checkout/session-book.ts';
import { BROWSER_PAYMENT_PROVIDERS } from './contract/fields/browser-payment.ts';
import { Alarms } from './gateway/alarms.ts';
import { readBinTable } from './gateway/cards/bin-file.ts';
import { BIN_TABLE, type BinRow } from './gateway/cards/bin-table.ts';
import { binTable } from './gateway/cards/bins.ts';
import { CONCERNS } from './gateway/concerns.ts';
import type { DueWorker } from './gateway/due-worker.ts';
import { followUpWorker } from './gateway/follow-ups.ts';
import { createGateway } from './gateway/gateway.ts';
import { Liveness } from './gateway/liveness.ts';
import type { NotificationParts } from './gateway/notifications.ts';
import { notificationSecret, p2peOf } from './gateway/profile-key.ts';
import type { FollowUp } from './gateway/records.ts';
import { recover, recoveryWorker } from './gateway/recovery.ts';
import { refundDecisionWorker } from './gateway/refund-decisions.ts';
import { reversalWorker } from './gateway/reversals.ts';
import { Rounds } from './gateway/rounds.ts';
import { tokenValues } from './gateway/tokens/stored-token.ts';
import { Assets } from './http/assets.ts';
import { mountBrowserPayments } from './http/browser-payment-adapter.ts';
import { ClientCertificates } from './http/client-certificate.ts';
import { mountDocs } from './http/docs-adapter.ts';
import { wantedLanguages } from './http/languages.ts';
import { DRAIN_MS, type SlowClientTimes } from './http/limits.ts';
import { mountMetrics } from './http/metrics-adapter.ts';
import { type AstroHandler, Pages } from './http/pages.ts';
import { mountPayerPages } from './http/payer-adapter.ts';
import { mountProbes } from './http/probes.ts';
import { mountRest } from './http/rest-adapter.ts';
import { createHttpServer } from './http/server.ts';
import { EventLoopLag } from './metrics/event-loop-lag.ts';
import { exposition } from './metrics/exposition.ts';
import { RequestCounts } from './metrics/request-counts.ts';
import { Courier } from './notifications/courier.ts';
import { NotificationSender } from './notifications/sender.ts';
import { addSigningKey, SigningKeys, type SigningParts } from './notifications/signing-keys.ts';
import type { Parts } from './parts.ts';
import { notificationWriter } from './rest/answers/notification.ts';
import { Authenticator } from './rest/authenticate.ts';
import { hashPassword, passwordMatches } from './rest/passwords.ts';
import { isRestAddress, METRICS, PROBES } from './routes.ts';
import type { Settings } from './settings/settings.ts';
import { type SteadyClock, steadyClock } from './steady-clock.ts';
import { openStore, type Store } from './store/store.ts';
import { matchLocale } from './text/index.ts';
import { deriveKey } from './vault/keys.ts';
import { decryptedNumber } from './vault/p2pe-payload.ts';
import { Vault } from './vault/vault.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const ERASE_EVERY_MS = 15_000;
const SANDBOX_MERCHANT = { id: 'TESTSHOP', name: 'Example Shop' };

/** What tests hand in, which cannot wait for the real ones. */
export interface AppTimes {
  readonly clock?: SteadyClock;
  readonly link?: Partial<LinkTimes>;
  readonly slowClients?: Partial<SlowClientTimes>;
}

export interface App {
  /** The port that it listens on. */
  readonly port: number;
  /** Refuses what is new, finishes what is under way, and lets go of everything. */
  close(): Promise<void>;
}

/**
 * @throws StoreError or Error with one line for the operator when something that is needed is not there
 */
export async function startApp(
  settings: Settings,
  log: Logger,
  gatewayVersion: string,
  { clock = steadyClock(log), link = {}, slowClients = {} }: AppTimes = {},
): Promise<App> {
  const astro = astroHandler();
  const store = await openStore(settings.databaseUrl);
  const vault = await Vault.open(settings.keys, store.dataKeys);

  const acquirer = createAcquirer({ url: settings.acquirerUrl, log, times: link });
  const liveness = new Liveness({
    processes: store.processes,
    monotonic: () => performance.now(),
    log,
    buried: () => recovery.wake(),
  });
  // On a store of its own nobody takes over what it began, however long the store was away.
  const isAlive = () => store.isAlone || liveness.isTrusted();
  const book = new SessionBook({ sessions: store.sessions, sealer: vault, clock });
  const signing = { keys: store.notifications, sealer: vault, clock };
  await sandboxMerchant(store, signing, settings);
  const courier = new Courier({ loopback: settings.mode === 'sandbox' });
  const sender = new NotificationSender({
    outbox: store.notifications,
    courier,
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
  const notifications: NotificationParts = {
    body: notificationWriter({ payments: store.browserPayments, publicOrigin: settings.publicOrigin }),
    reserve: (receiver) => sender.reserve(receiver),
    stored: (notification) => sender.stored(notification),
    dropped: (notification) => sender.dropped(notification),
    look: (receiver) => sender.feed(receiver),
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
      session: (merchantKey, id, version) => book.forPayment(merchantKey, id, version),
      token: (merchantKey, token) => tokenValues(store.tokens, vault, merchantKey, token),
    },
  });
  await recover(gateway);
  const recovery = recoveryWorker(gateway);
  const merchantByKey = (key: number) => store.merchants.byKey(key);
  const reconcilers = new Map<string, DueWorker<FollowUp>>();
  const browserPayments: BrowserPaymentParts = {
    gateway,
    merchantByKey,
    looks: new Map(),
    wake: (provider) => reconcilers.get(provider)?.wake(),
  };
  // Also those that an operator took away: their payments end by the clock all the same.
  for (const id of Object.keys(BROWSER_PAYMENT_PROVIDERS)) reconcilers.set(id, reconciler(browserPayments, id));
  const refundDecisions = refundDecisionWorker({ gateway, merchantByKey });
  const alarms = new Alarms({ concerns: store.concerns, clock, log, speaks: () => isOldest(store) });
  const eraser = new Rounds({
    everyMs: ERASE_EVERY_MS,
    round: () => store.sessions.erase(clock.now()),
    log,
    failure: 'security codes that are due could not be erased; trying again',
  });
  const workers = [
    liveness,
    recovery,
    reversals,
    followUps,
    ...reconcilers.values(),
    refundDecisions,
    alarms,
    eraser,
    sender,
  ];
  for (const worker of workers) worker.start();

  const sandbox = settings.mode === 'sandbox';
  const https = settings.publicOrigin.startsWith('https:');
  const parts: Parts = {
    ...browserPayments,
    sandbox,
    matchLocale,
    book,
    sessions: store.sessions,
    merchants: store.merchants,
    unmaskings: store.unmaskings,
    shelf: store.notifications,
    tokens: store.tokens,
    random: (below) => randomInt(below),
    authenticator: new Authenticator(store.merchants),
    publicOrigin: settings.publicOrigin,
    loopbackUrls: sandbox,
    sessionKey: ({ id }) => vault.hash('session key', id).toString('base64'),
    payer: {
      ...browserPayments,
      oneAtATime: new OneAtATime(),
      book,
      sessions: store.sessions,
      sandbox,
      matchLocale,
    },
    payerCookie: new PayerCookie({ passwords: cookiePasswords(settings), secure: https, clock }),
  };
  const pages = new Pages(() => astro, https);
  const clientCertificates = new ClientCertificates({ proxies: settings.clientCertProxies, clock, log });
  const requests = new RequestCounts();
  const app = createHttpServer({
    log,
    served: (operation, status, ms) => requests.note(operation, status, ms),
    tls: settings.tls,
    slowClients,
    clientCertificates,
    publicHost: new URL(settings.publicOrigin).host,
    probes: [...Object.values(PROBES), METRICS],
    isRest: isRestAddress,
    problemPage: (request, reply, error) =>
      pages.problem(request, reply, error, matchLocale(wantedLanguages(request.headers['accept-language']))),
  });
  mountRest(app, { parts, clientCertificates, gatewayVersion });
  mountPayerPages(app, {
    parts,
    pages,
    assets: new Assets(join(ROOT, 'dist', 'client')),
    publicOrigin: settings.publicOrigin,
  });
  mountBrowserPayments(app, { parts, pages });
  mountDocs(app, { astro: () => astro, publicOrigin: settings.publicOrigin });
  const lag = new EventLoopLag();
  const scrape = exposition({
    requests,
    commits: store.commits,
    acquirer,
    store: () => store.reconciliation.gauges(),
    concerns: () => alarms.counts(),
    concernKinds: Object.keys(CONCERNS),
    recovered: () => gateway.counts.recovered,
    notificationTries: () => sender.counts,
    clockStepMs: () => clock.stepMs(),
    lag,
  });
  mountMetrics(app, METRICS, scrape);
  const probes = mountProbes(app, {
    storeAnswers: () => store.answers(),
    acquirerReady: () => acquirer.ready(),
    pause,
  });
  await app.listen({ host: settings.host, port: settings.port });
  const address = app.server.address();

  return {
    port: typeof address === 'object' && address !== null ? address.port : settings.port,
    async close() {
      await probes.leave();
      lag.close();
      await within(DRAIN_MS, app.close(), log);
      await within(DRAIN_MS, gateway.attempts.idle(), log);
      for (const worker of workers.reverse()) await worker.close();
      courier.close();
      await acquirer.close();
      await store.close();
    },
  };
}

/** Of the processes that live on the store, one alone tells the log what needs a person. */
async function isOldest({ processes }: Store): Promise<boolean> {
  return (await processes.others()).every(({ key }) => key > processes.key);
}

/** @throws BinTableError with a line for each bad row of the operator's own table */
function binRows(dataDir: string): readonly BinRow[] {
  const file = join(dataDir, 'bins.json');
  return existsSync(file) ? readBinTable(readFileSync(file, 'utf8')) : BIN_TABLE;
}

/** @throws Error when the pages were not built */
async function astroHandler(): Promise<AstroHandler> {
  const entry = join(ROOT, 'dist', 'server', 'entry.mjs');
  if (!existsSync(entry)) throw new Error('The pages are not built: run npm run build.');
  const { handler } = (await import(entry)) as { handler: AstroHandler };
  return handler;
}

/** In the sandbox its own merchant, with the password that the sandbox prints and the key that its receiver checks with. Hashing is slow, so only when it changed. */
async function sandboxMerchant(
  { merchants }: Store,
  signing: SigningParts,
  { sandboxApiPassword: password, sandboxNotificationKey: key }: Settings,
): Promise<void> {
  if (password === undefined || key === undefined) return;
  const known = await merchants.find(SANDBOX_MERCHANT.id);
  const merchant = known ?? (await merchants.put(SANDBOX_MERCHANT, Date.now()));
  await addSigningKey(signing, merchant.key, 1, key);
  if (await passwordMatches(password, known?.passwordHash)) return;
  await merchants.setPasswordHash(SANDBOX_MERCHANT.id, await hashPassword(password), Date.now());
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
