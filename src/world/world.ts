/**
 * A gateway and its sandbox in one thread, in memory, with a clock that a test advances. It uses no network but this
 * machine's loopback, and writes no file.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import pino, { type Logger } from 'pino';
import { type App, startApp } from '../compose/index.ts';
import { type OpenSandbox, openSandbox } from '../sandbox/process/open-sandbox.ts';
import { readSettings } from '../settings/index.ts';
import { MEMORY_FOLDER, sandboxNotificationKey, sandboxProviderKey } from '../settings/sandbox/index.ts';
import { builtFile } from '../web/built-file.ts';
import { startPageThread } from '../web/rendering/index.ts';
import { CAPTURED_ONLY, Deliveries } from './deliveries.ts';
import { durationMs, VirtualClock } from './virtual-clock.ts';

const HOST = '127.0.0.1';
const PASSWORD_BYTES = 16;
const MERCHANT = 'TESTSHOP';
/** Another process may take a free port before the gateway does. */
const PORTS_TRIED_MAX = 5;
const READY_POLL_MS = 2;
const READY_MS_MAX = 30_000;
/**
 * How long the gateway waits for its acquirer. Both run in this thread, so a late answer is one that a test has made
 * late.
 */
const ACQUIRER_MS_MAX = 1_000;
/** The step of the clock while due work cannot be done, for example because the acquirer is away. It doubles. */
const STEP_MS_MIN = 1_000;

export interface WorldOptions {
  /** The address of notifications of orders without `notificationUrl`. Absent: they are captured only. */
  readonly notificationUrl?: string;
  /** Members of the merchant's profile. */
  readonly profile?: Readonly<Record<string, unknown>>;
  /** Absent: `silent`. Lines of the log go to standard error. */
  readonly logLevel?: string;
}

export interface World {
  /** `http://localhost:PORT` */
  readonly url: string;
  readonly merchantId: string;
  readonly password: string;
  /** `whsec_…`, with which notifications are signed. */
  readonly notificationKey: string;
  readonly sandbox: OpenSandbox;
  readonly deliveries: Deliveries;
  now(): number;
  advance(duration: number | string): Promise<void>;
  /** Resolves when the background work that is due has ended, and no notification is in flight. */
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** @throws Error with one line, for example for a profile that the gateway refuses */
export async function openWorld(options: WorldOptions = {}): Promise<World> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await openAt(await freePort(), options);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE' || tried === PORTS_TRIED_MAX) {
        throw error;
      }
    }
  }
}

async function openAt(port: number, { notificationUrl, profile, logLevel = 'silent' }: WorldOptions): Promise<World> {
  const log = pino({ level: logLevel }, pino.destination({ fd: 2, sync: true })) as Logger;
  const url = `http://localhost:${port}`;
  const password = randomBytes(PASSWORD_BYTES).toString('hex');
  const notificationKey = sandboxNotificationKey(MEMORY_FOLDER);
  const clock = new VirtualClock();
  const deliveries = new Deliveries(() => clock.now());
  const pages = startPageThread(builtFile('server/entry.mjs').href);
  const sandbox = await openSandbox(
    {
      port: 0,
      acquirer: { host: HOST, port: 0 },
      dataDir: MEMORY_FOLDER,
      gatewayOrigin: url,
      speed: 1,
      apiPassword: password,
      providerKey: sandboxProviderKey(MEMORY_FOLDER),
      notificationKey,
      threeDSPort: 0,
    },
    log,
  );
  const settings = readSettings({
    TURNPIKE_MODE: 'sandbox',
    DATA_DIR: MEMORY_FOLDER,
    HOST,
    PORT: `${port}`,
    ACQUIRER_URL: `iso8583://${HOST}:${sandbox.acquirer.port}`,
    SANDBOX_PORT: `${sandbox.port}`,
    SANDBOX_3DS_PORT: `${sandbox.threeDSPort}`,
    SANDBOX_API_PASSWORD: password,
    NOTIFICATION_LOOPBACK_PORTS: '1-65535',
    LOG_LEVEL: logLevel,
  });
  let app: App;
  try {
    const link = { requestTimeoutMs: ACQUIRER_MS_MAX };
    const merchantProfile = { notification: { url: notificationUrl ?? CAPTURED_ONLY }, ...profile };
    app = await startApp(settings, log, 'world', { clock, pages, relay: deliveries.relay, merchantProfile, link });
  } catch (error) {
    await sandbox.close();
    await pages.close();
    throw error;
  }
  await untilReady(app);
  const settled = async () => {
    await app.runDue();
    await deliveries.idle();
  };
  const goTo = async (at: number) => {
    clock.goTo(at);
    sandbox.setAhead(clock.aheadMs);
    await settled();
  };
  return {
    url,
    merchantId: MERCHANT,
    password,
    notificationKey,
    sandbox,
    deliveries,
    now: () => clock.now(),
    settled,
    async advance(duration) {
      const until = clock.now() + durationMs(duration);
      await settled();
      for (let stepMs = STEP_MS_MIN; ; ) {
        const now = clock.now();
        const due = (await app.nextDue()) ?? until;
        stepMs = due > now ? STEP_MS_MIN : stepMs * 2;
        const next = due > now ? due : now + stepMs;
        if (next >= until) {
          break;
        }
        await goTo(next);
      }
      await goTo(until);
    },
    async stop() {
      await app.close();
      await sandbox.close();
      await pages.close();
    },
  };
}

/** Resolves when the pages are loaded and the gateway is signed on to its acquirer. */
async function untilReady(app: App): Promise<void> {
  await app.ready;
  for (let waited = 0; !(await app.isReady()); waited += READY_POLL_MS) {
    if (waited >= READY_MS_MAX) {
      throw new Error('The gateway is not ready.');
    }
    await pause(READY_POLL_MS);
  }
}

/** A port that no process listens on. */
async function freePort(): Promise<number> {
  const server = createServer();
  server.listen(0, HOST);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
