/**
 * A whole Turnpike for one test file: a sandbox and one or more gateway processes, with a folder and a database of
 * their own on the engine of the test run.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { inject, vi } from 'vitest';
import { type AcquirerControl, createAcquirerControl } from './acquirer-control.ts';
import { bundleOf } from './bundle.ts';
import { type DatabasePlace, newDatabase, newUnnumberedDatabase, onPostgres } from './database-place.ts';
import { kept } from './kept.ts';
import { createMerchant, type Merchant } from './merchant.ts';
import { freePorts } from './ports.ts';
import { createService, type Service } from './service.ts';
import { onVillageBank, VILLAGE_TOKEN } from './which-acquirer.ts';

/** In the format of generated passwords: checking one that a person chose is slow. */
export const API_PASSWORD = '0f1e2d3c4b5a69788796a5b4c3d2e1f0';
const KEY_BYTES = 32;
/** Half a minute at the sandbox's bank takes half a second. */
const SANDBOX_SPEED = 60;

/** Longer than the gateway's longest pause between two tries to connect. */
const RECONNECTION_MS_MAX = 15_000;

export interface StackOptions {
  /** Divides the sandbox's own times. */
  readonly speed?: number;
  /** More than one requires PostgreSQL. */
  readonly processes?: number;
  /** The number of processes behind the port of the first one, by `turnpike serve`. Absent: it is a gateway itself. */
  readonly served?: number;
  /** The number of them that are started, the first ones. Absent: all. */
  readonly started?: number;
  /** For `DATABASE_URL`, on a server that the test ends itself. */
  readonly databaseUrl?: string;
  /** A proxy between the gateway processes and the acquirer. */
  readonly tap?: { readonly port: number; leadTo(port: number): void };
  /** The port of the balancer before the processes, which all use its address as their own. */
  readonly balancerPort?: number;
  /** Whether the balancer terminates TLS. */
  readonly isBalancerTls?: boolean;
  /** Settings of the gateway processes. */
  readonly env?: Readonly<Record<string, string>>;
  /** The longest time until a started gateway process is ready, in milliseconds. */
  readonly startMsMax?: number;
  /** Whether the sandbox's banks listen: their certificates take a moment to make. */
  readonly hasBanks?: boolean;
  /** Whether its directory servers listen and the gateways use them. */
  readonly hasDirectoryServers?: boolean;
  /** Modules that the first of them loads before its script. */
  readonly preload?: readonly string[];
  /**
   * The checkouts from whose bundles the gateway processes are started, one each. Absent: they run the sources of this
   * one.
   */
  readonly checkouts?: readonly string[];
  /** The folder of the SQLite file and the keys; removed at the end. */
  readonly dataDir?: string;
}

/** One of the processes on the same database. */
export interface GatewayProcess {
  readonly service: Service;
  readonly origin: string;
  readonly port: number;
  /** Calls only this process. */
  readonly merchant: Merchant;
}

export interface Stack {
  /** `http://localhost:…` of the first gateway process and of the demo shop. */
  readonly origin: string;
  readonly shopOrigin: string;
  /** The port of the sandbox's acquirer. */
  readonly acquirerPort: number;
  /** The port of its directory servers, if they listen. */
  readonly threeDSPort: number;
  /** The settings of the gateway processes, for commands beside them. */
  readonly settings: Readonly<Record<string, string>>;
  /** The gateway processes' settings of these names. */
  readonly dataDir: string;
  readonly databaseUrl: string;
  /** The gateway's store as a file; with SQLite only. */
  readonly storeFile: string;
  /** The acquirer's ledger as a file. */
  readonly ledgerFile: string;
  readonly gateways: readonly GatewayProcess[];
  /** The first of them. */
  readonly gateway: Service;
  readonly sandbox: Service;
  readonly acquirer: AcquirerControl;
  readonly merchant: Merchant;
  /** Resolves when the gateway is signed on to its acquirer again. */
  acquirerIsBack(): Promise<void>;
  /** @returns options of `store add`: a file, a schema of the same database, or a database that a role may use */
  placeOfStore(name: string): Promise<readonly string[]>;
  /** Ends all processes and removes their folder and databases. */
  close(): Promise<void>;
}

/** Starts the processes; every started gateway is signed on to the acquirer then. */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const { speed = SANDBOX_SPEED, processes = 1, balancerPort, tap, preload = [] } = options;
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'turnpike-stack-')));
  const [shopPort = 0, acquirerPort = 0, banksPort = 0, threeDSPort = 0, ...ports] = await freePorts(4 + processes);
  const shopOrigin = `http://localhost:${shopPort}`;
  const scheme = options.isBalancerTls ? 'https' : 'http';
  const originOf = (port: number) => `${scheme}://localhost:${balancerPort ?? port}`;
  const origin = originOf(ports[0] as number);
  tap?.leadTo(acquirerPort);
  const databases: DatabasePlace[] = options.databaseUrl === undefined && onPostgres() ? [await newDatabase()] : [];
  const protocol = onVillageBank() ? 'village+http' : 'iso8583';
  const common = {
    HOST: '127.0.0.1',
    DATA_DIR: dataDir,
    DATABASE_URL: options.databaseUrl ?? databases[0]?.url ?? '',
    TURNPIKE_MODE: 'sandbox',
    TURNPIKE_KEYS: processes > 1 ? randomBytes(KEY_BYTES).toString('base64') : '',
    ACQUIRER_URL: `${protocol}://127.0.0.1:${acquirerPort}`,
    ...(onVillageBank() && { ACQUIRER_TOKEN: VILLAGE_TOKEN }),
    SANDBOX_PORT: `${shopPort}`,
    SANDBOX_BANKS_PORT: options.hasBanks ? `${banksPort}` : '',
    SANDBOX_3DS_PORT: options.hasDirectoryServers ? `${threeDSPort}` : '',
    SANDBOX_API_PASSWORD: API_PASSWORD,
    SANDBOX_SPEED: `${speed}`,
    // A merchant's server of a test listens on any free port.
    NOTIFICATION_LOOPBACK_PORTS: '1024-65535',
    LOG_LEVEL: 'info',
  };
  const gateways = ports.map((port, index): GatewayProcess => {
    const env = {
      ...common,
      PORT: `${port}`,
      PUBLIC_ORIGIN: originOf(port),
      ACQUIRER_URL: `${protocol}://127.0.0.1:${tap?.port ?? acquirerPort}`,
      ...options.env,
    };
    const readyUrl = `http://127.0.0.1:${port}/readyz`;
    const service = createService({
      ...(options.served === undefined
        ? { script: gatewayScript(options.checkouts?.[index]) }
        : { script: pathOf('src/start/serve/main.ts'), args: ['--processes', `${options.served}`] }),
      env,
      readyUrl,
      preload: index === 0 ? preload : [],
      startMsMax: options.startMsMax,
    });
    return { service, port, origin: originOf(port), merchant: createMerchant(originOf(port), API_PASSWORD) };
  });
  const [first] = gateways as [GatewayProcess];
  const sandbox = createService({
    script: sandboxScript(),
    env: { ...common, PORT: `${first.port}`, PUBLIC_ORIGIN: origin },
    readyUrl: `${shopOrigin}/shop/icon.svg`,
  });
  const close = async () => {
    await Promise.all([...gateways.map(({ service }) => service), sandbox].map((service) => service.kill()));
    await Promise.all([rm(dataDir, { recursive: true, force: true }), ...databases.map((one) => one.remove())]);
  };
  try {
    await Promise.all([sandbox.start(), first.service.start()]);
    // One after another: each of them uses a whole processor for its start.
    for (const { service } of gateways.slice(1, options.started)) {
      await service.start();
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    origin,
    shopOrigin,
    acquirerPort,
    threeDSPort,
    settings: { ...common, PORT: `${first.port}`, PUBLIC_ORIGIN: origin, ...options.env },
    dataDir,
    databaseUrl: common.DATABASE_URL,
    storeFile: join(dataDir, 'turnpike.db'),
    ledgerFile: join(dataDir, 'sandbox', 'acquirer.db'),
    gateways,
    gateway: first.service,
    sandbox,
    acquirer: createAcquirerControl(shopOrigin),
    merchant: first.merchant,
    async acquirerIsBack() {
      const isBack = async ({ port }: GatewayProcess) =>
        ((await (await fetch(`http://127.0.0.1:${port}/readyz`)).json()) as Ready).acquirer === 'up';
      await Promise.all(
        gateways.map((one) => vi.waitUntil(() => isBack(one), { timeout: RECONNECTION_MS_MAX, interval: 100 })),
      );
    },
    async placeOfStore(name) {
      if (!onPostgres()) {
        return ['--url', `sqlite:${join(dataDir, `${name}.db`)}`];
      }
      if (inject('stores') === undefined) {
        return ['--url', common.DATABASE_URL, '--schema', name];
      }
      // The role of such a run may create no schema.
      const place = await newUnnumberedDatabase();
      databases.push(place);
      return ['--url', place.url];
    },
    close,
  };
}

/**
 * The stack that all test files of a worker share, with orders of their own. A test resets its changes at the sandbox,
 * restarts the processes that it kills, and starts a stack of its own for other settings.
 */
export const keptStack = kept(() => startStack());

/** Another one, whose gateway uses the sandbox's directory servers. */
export const keptStackThatAsksBanks = kept(() => startStack({ hasDirectoryServers: true }));

/** Another one, with listening banks in its sandbox. */
export const keptStackWithBanks = kept(() => startStack({ hasBanks: true }));

interface Ready {
  readonly acquirer: 'up' | 'down';
}

function gatewayScript(checkout: string | undefined): string | (() => string) {
  if (checkout !== undefined) {
    return () => join(bundleOf(checkout), 'server.mjs');
  }
  return onVillageBank() ? pathOf('test/adapters/acquirers/village/gateway.ts') : programOf('server', 'src/server.ts');
}

function sandboxScript(): string {
  return onVillageBank()
    ? pathOf('test/adapters/acquirers/village/sandbox.ts')
    : programOf('sandbox', 'src/sandbox/main.ts');
}

/** The source, or the file of the installed release that `TURNPIKE_RELEASE` names, the folder of its package. */
function programOf(name: string, source: string): string {
  const { TURNPIKE_RELEASE: release } = process.env;
  return release ? join(bundleOf(release), `${name}.mjs`) : pathOf(source);
}

function pathOf(script: string): string {
  return fileURLToPath(new URL(`../../${script}`, import.meta.url));
}
