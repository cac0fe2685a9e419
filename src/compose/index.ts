/**
 * Composes a gateway from its settings: store, vault, acquirers, core, checkout, listeners, in that order; and closes
 * them in reverse.
 */
import type { Logger } from 'pino';
import { type AcquirerProtocol, type LinkTimes, PROTOCOLS } from '../adapters/acquirers/index.ts';
import { type SteadyClock, steadyClock, watchClock } from '../adapters/steady-clock.ts';
import { TurnsOnServers } from '../adapters/store/index.ts';
import type { ConsoleStores, StorePorts } from '../console/index.ts';
import type { SlowClientTimes } from '../http/index.ts';
import type { LogIdentity } from '../platform/process-log.ts';
import type { Supervisor } from '../platform/supervision.ts';
import type { Settings } from '../settings/index.ts';
import { type PageThread, startPages } from '../web/rendering/index.ts';
import type { App } from './app.ts';
import { composeConsole } from './console.ts';
import type { Foundation } from './foundation.ts';
import { listen } from './http.ts';
import type { NotificationRelay } from './notifications.ts';
import { composeParts } from './parts.ts';
import { composeRestored } from './restored-gateway.ts';
import { type ComposedStore, composeStore } from './store.ts';
import { openStores, type Stores, type StoreTimes } from './stores/index.ts';
import { type ComposedTraces, composeTraces } from './traces.ts';

export type { App } from './app.ts';
export type { NotificationRelay } from './notifications.ts';

/** Overrides for tests, which cannot wait for the real times. */
export interface AppTimes {
  readonly clock?: SteadyClock;
  readonly link?: Partial<LinkTimes>;
  readonly slowClients?: Partial<SlowClientTimes>;
  readonly storeTimes?: Partial<StoreTimes>;
}

/** Optional parts, which tests replace by their own. */
export interface AppParts extends AppTimes {
  readonly protocols?: readonly AcquirerProtocol[];
  /** A thread that was started earlier or that several gateways share. The caller closes it. */
  readonly pages?: PageThread;
  /** The names of the process in its log, which gets its number on the store. */
  readonly identity?: LogIdentity;
  /** The sockets of `turnpike serve`. Absent: the process opens its own. */
  readonly supervisor?: Supervisor | undefined;
  /** Absent: notifications are sent over HTTP. */
  readonly relay?: NotificationRelay;
  /** Members of the initial profile of the sandbox's merchant. */
  readonly merchantProfile?: object;
  /** Ends the process if its store was replaced by a backup while it ran. */
  readonly end?: () => void;
}

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
  const foundation = { settings, log, clock, spans: traces?.tracer, turns: new TurnsOnServers() };
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
    supervisor: parts.supervisor,
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
    relay,
    merchantProfile,
    traces,
    supervisor,
    storeTimes,
  }: OpenParts,
): Promise<App> {
  const { settings, clock } = foundation;
  const endWatch = watchClock(clock);
  let stores: Stores | undefined;
  const evicted = () => stores?.wakeAll();
  const followed = Promise.withResolvers<ConsoleStores<StorePorts>>();
  const parts = await composeParts(foundation, {
    store,
    vault,
    gatewayVersion,
    protocols,
    link,
    end,
    relay,
    merchantProfile,
    evicted,
    stores: followed.promise,
  });
  const { shared } = parts;
  const common = { shared, sealer: vault, signer: vault, gatewayVersion, protocols, link };
  const further = await openStores(foundation, { ...common, store, times: storeTimes });
  stores = further;
  void further.followed.then(() => followed.resolve(further.forConsole));
  const console = await composeConsole(foundation, parts, further.forConsole);
  const ofListener = { ...parts, console, pageThread, slowClients, traces, supervisor };
  const listeners = await listen(foundation, ofListener, further);
  return {
    port: listeners.port,
    adminPort: listeners.adminPort,
    ready: listeners.ready,
    isReady: listeners.isReady,
    listen: listeners.listen,
    runDue: parts.runDue,
    nextDue: parts.nextDue,
    async close(leave) {
      await listeners.close(leave);
      endWatch();
      await (pages === undefined && pageThread.close());
      await further.close();
      await parts.close();
      await traces?.close();
      await Promise.all(settings.keys.map((key) => key.close()));
    },
  };
}
