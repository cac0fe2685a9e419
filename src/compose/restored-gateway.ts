/**
 * A gateway on a store that was restored from a backup: it listens, answers that it is closed, and waits until the
 * operator has compared the store with the ledgers. Recovery, messages and notifications wait until then.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Store } from '../adapters/store/index.ts';
import { payerLocale } from '../checkout/index.ts';
import {
  ClientCertificates,
  createAdminServer,
  createHttpServer,
  DRAIN_MS,
  isRestAddress,
  languagesOf,
  METRICS,
  mountRestored,
  Pages,
  PROBES,
} from '../http/index.ts';
import type { Leave, Supervisor } from '../platform/supervision.ts';
import type { PageThread } from '../web/rendering/index.ts';
import { LANGUAGES, languageOf, matchLocale } from '../web/text/languages.ts';
import type { App } from './app.ts';
import type { Foundation } from './foundation.ts';
import { listenAddresses } from './listen-addresses.ts';
import { waitAtMost } from './wait-at-most.ts';

/** The interval of checks whether the store was opened, short because the operator waits. */
const LOOK_EVERY_MS = 1_000;

export interface RestoredParts {
  readonly store: Store;
  readonly pageThread: Pick<PageThread, 'renderer'>;
  readonly supervisor: Supervisor | undefined;
  /** Ends this process, whose supervisor then starts another one. */
  readonly end?: (() => void) | undefined;
  /** Composes the gateway on the open store, on this port. */
  readonly open: (port: number) => Promise<App>;
  /** Releases the resources that an open gateway would release. */
  readonly release: () => Promise<void>;
}

/** @returns undefined if the store is open; this has no effect then */
export async function composeRestored(foundation: Foundation, parts: RestoredParts): Promise<App | undefined> {
  const { store, supervisor, end = () => process.kill(process.pid, 'SIGTERM') } = parts;
  const { log } = foundation;
  if ((await store.restoration.state()) === undefined) {
    return undefined;
  }
  const listeners = supervisor?.listensWhenReady ? NO_LISTENERS : await listenClosed(foundation, parts);
  log.warn({}, 'the store was restored from a backup and is closed: see turnpike restored');
  const ending = new AbortController();
  const opened = untilOpened(foundation, store, ending.signal).then(async (isOpen) => {
    await Promise.all(listeners.all.map((one) => waitAtMost(DRAIN_MS, one.close(), log)));
    if (!isOpen) {
      return undefined;
    }
    log.info({}, 'the store is open');
    // The socket of a supervisor was closed with its listener.
    if (supervisor !== undefined && listeners.all.length > 0) {
      end();
      return undefined;
    }
    return parts.open(listeners.port ?? foundation.settings.port);
  });
  // Rethrow the error as an unhandled rejection, which ends the process, so that its supervisor restarts it.
  opened.catch((error: unknown) => {
    throw error;
  });
  return {
    port: listeners.port ?? foundation.settings.port,
    adminPort: listeners.adminPort,
    // If the pages cannot be loaded once the store is open, that rejection ends the process likewise.
    ready: Promise.resolve(),
    // A process that listens already answers that it is closed. Another one listens when the store is open.
    isReady: async () => listeners.all.length === 0 && ((await (await opened)?.isReady()) ?? false),
    listen: async () => (await opened)?.listen(),
    runDue: async () => (await opened)?.runDue(),
    nextDue: async () => (await opened)?.nextDue(),
    async close(leave?: Leave) {
      ending.abort();
      const app = await opened;
      await (app === undefined ? parts.release() : app.close(leave));
    },
  };
}

/** Waits until the store is opened. @returns false if the process is closed before */
async function untilOpened({ log }: Foundation, store: Store, ending: AbortSignal): Promise<boolean> {
  while (!ending.aborted) {
    await pause(LOOK_EVERY_MS, undefined, { signal: ending }).catch(() => undefined);
    try {
      // Send heartbeats, so that other processes on the store do not consider this process dead.
      await store.processes.heartbeat();
      if ((await store.restoration.state()) === undefined) {
        return !ending.aborted;
      }
    } catch (error) {
      log.warn({ err: error }, 'the store does not say whether it is open; trying again');
    }
  }
  return false;
}

interface ClosedListeners {
  readonly all: readonly FastifyInstance[];
  /** Absent: nothing listens. */
  readonly port?: number;
  readonly adminPort?: number;
}

const NO_LISTENERS: ClosedListeners = { all: [] };

async function listenClosed(
  { settings, log, clock }: Foundation,
  { pageThread, supervisor }: Pick<RestoredParts, 'pageThread' | 'supervisor'>,
): Promise<ClosedListeners> {
  const { publicOrigin, trustedProxies, tls, port, adminPort } = settings;
  const clientCertificates = new ClientCertificates({ proxies: settings.clientCertProxies, clock, log });
  const pages = new Pages(() => pageThread.renderer(), languageOf, settings);
  const languages = { languages: LANGUAGES, publicOrigin };
  const app = createHttpServer({
    log,
    tls,
    clientCertificates,
    trustedProxies,
    publicHost: new URL(publicOrigin).host,
    probes: [...Object.values(PROBES), METRICS],
    isRest: isRestAddress,
    https: publicOrigin.startsWith('https:'),
    testMode: settings.testMode,
    problemPage: async (request, reply, error) => {
      const locale = payerLocale({ matchLocale }, languagesOf(request, languages));
      await pages.showProblem(request, reply, { kind: 'restored', locale, supportCode: request.id }, error);
    },
  });
  const admin =
    adminPort === undefined
      ? undefined
      : createAdminServer({ log, clientCertificates, trustedProxies, testMode: settings.testMode });
  const all = admin === undefined ? [app] : [app, admin];
  mountRestored(all);
  const addresses = await listenAddresses(settings, supervisor);
  await app.listen(addresses.main);
  await admin?.listen(addresses.admin);
  return {
    all,
    port: portOf(app, port),
    adminPort: admin && portOf(admin, adminPort as number),
  };
}

function portOf({ server }: FastifyInstance, asked: number): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : asked;
}
