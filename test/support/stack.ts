/** A whole Turnpike for one test file: a gateway and a sandbox as processes of their own, with a folder of their own. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { type AcquirerControl, createAcquirerControl } from './acquirer-control.ts';
import { createMerchant, type Merchant } from './merchant.ts';
import { freePorts } from './ports.ts';
import { createService, type Service } from './service.ts';

const API_PASSWORD = 'only-for-tests';
/** What takes the sandbox's bank half a minute takes half a second. */
const SANDBOX_SPEED = 60;

/** Longer than the gateway's longest pause between two tries to connect. */
const RECONNECTION_MS_MAX = 15_000;

export interface Stack {
  /** `http://localhost:…` of the gateway and of the demo shop. */
  readonly origin: string;
  readonly shopOrigin: string;
  /** The gateway's store, as a file. */
  readonly storeFile: string;
  readonly gateway: Service;
  readonly sandbox: Service;
  readonly acquirer: AcquirerControl;
  readonly merchant: Merchant;
  /** Resolves when the gateway is signed on to its acquirer again. */
  acquirerIsBack(): Promise<void>;
  /** Ends both processes and removes their folder. */
  close(): Promise<void>;
}

/** Both are up, and the gateway is signed on to the acquirer. @param speed divides the sandbox's own times */
export async function startStack({ speed = SANDBOX_SPEED } = {}): Promise<Stack> {
  const dataDir = await mkdtemp(join(tmpdir(), 'turnpike-stack-'));
  const [port, shopPort, acquirerPort] = await freePorts(3);
  const origin = `http://localhost:${port}`;
  const shopOrigin = `http://localhost:${shopPort}`;
  const env = {
    HOST: '127.0.0.1',
    PORT: `${port}`,
    PUBLIC_ORIGIN: origin,
    DATA_DIR: dataDir,
    DATABASE_URL: '',
    TURNPIKE_MODE: 'sandbox',
    TURNPIKE_KEYS: '',
    ACQUIRER_URL: `iso8583://127.0.0.1:${acquirerPort}`,
    SANDBOX_PORT: `${shopPort}`,
    SANDBOX_API_PASSWORD: API_PASSWORD,
    SANDBOX_SPEED: `${speed}`,
    LOG_LEVEL: 'info',
  };
  const gateway = createService({ script: pathOf('src/server.ts'), env, readyUrl: `${origin}/readyz` });
  const sandbox = createService({
    script: pathOf('src/sandbox/main.ts'),
    env,
    readyUrl: `${shopOrigin}/shop/icon.svg`,
  });
  const close = async () => {
    await Promise.all([gateway.kill(), sandbox.kill()]);
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await Promise.all([sandbox.start(), gateway.start()]);
  } catch (error) {
    await close();
    throw error;
  }
  return {
    origin,
    shopOrigin,
    storeFile: join(dataDir, 'turnpike.db'),
    gateway,
    sandbox,
    acquirer: createAcquirerControl(shopOrigin),
    merchant: createMerchant(origin, API_PASSWORD),
    async acquirerIsBack() {
      await vi.waitUntil(async () => ((await (await fetch(`${origin}/readyz`)).json()) as Ready).acquirer === 'up', {
        timeout: RECONNECTION_MS_MAX,
      });
    },
    close,
  };
}

interface Ready {
  readonly acquirer: 'up' | 'down';
}

function pathOf(script: string): string {
  return fileURLToPath(new URL(`../../${script}`, import.meta.url));
}
