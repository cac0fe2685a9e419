/** Resources that a run uses and must remove: a folder, and processes. */

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GATEWAY_ENVIRONMENT, GATEWAY_NODE_OPTIONS } from '../src/start/node-options.mjs';
import { LoadGenerator } from './load/generator.ts';
import { Child, type ChildOptions } from './processes/child.ts';
import {
  ENTRY,
  type GatewayPlace,
  gatewayPlace,
  gatewayReady,
  HOST,
  PROBE,
  placeBeside,
  SANDBOX,
  sandboxedPlace,
  sandboxReady,
} from './processes/gateway.ts';
import type { World } from './processes/world.ts';

/**
 * A folder on the checkout's disk. The system's temporary folder may be in memory, where a flush takes no time.
 */
const PARENT = fileURLToPath(new URL('../.cache/', import.meta.url));

export interface GatewayOptions {
  /** Whether a garbage collection can be requested. */
  readonly collectable?: boolean;
  /** Absent when the gateway uses its own file. */
  readonly databaseUrl?: string;
  /** Further settings. */
  readonly env?: Readonly<Record<string, string>>;
}

export interface RunningGateway extends GatewayPlace {
  readonly child: Child;
}

export class Workbench {
  readonly folder: string;
  readonly #profileFolder: string | undefined;
  readonly #children: Child[] = [];
  #names = 0;
  #isClosed = false;

  /** @param profileFolder the folder in which gateways write their CPU profiles when they end */
  constructor(profileFolder?: string) {
    mkdirSync(PARENT, { recursive: true });
    this.folder = mkdtempSync(join(PARENT, 'bench-'));
    this.#profileFolder = profileFolder;
  }

  /** Makes a new folder inside the bench's folder. */
  newFolder(name: string): string {
    this.#names += 1;
    const folder = join(this.folder, `${this.#names}-${name}`);
    mkdirSync(folder);
    return folder;
  }

  start(options: Omit<ChildOptions, 'logFile'>): Child {
    // An aborted measure continues for a moment, and must leave no files or processes.
    if (this.#isClosed) {
      throw new Error('The bench is over.');
    }
    const child = new Child({ ...options, logFile: join(this.newFolder(options.name), 'output.log') });
    this.#children.push(child);
    return child;
  }

  async world(): Promise<{ child: Child; world: World }> {
    const child = this.start({ name: 'world', entry: new URL('./processes/world.ts', import.meta.url) });
    const isWorld = (message: unknown): message is World =>
      typeof (message as Partial<World>).acquirerPort === 'number';
    return { child, world: await child.message(isWorld) };
  }

  async gateway(world: World, options: GatewayOptions = {}): Promise<RunningGateway> {
    return this.gatewayAt(await gatewayPlace(this.newFolder('data'), world), options);
  }

  /** Starts a gateway with a whole sandbox, whose clock runs a thousand times as fast. */
  async sandboxed(): Promise<{ gateway: RunningGateway; payers: { readonly sandbox: string } }> {
    const place = await sandboxedPlace(this.newFolder('data'));
    const { SANDBOX_PORT } = place.env;
    this.start({ name: 'sandbox', entry: SANDBOX, env: { ...place.env, SANDBOX_SPEED: '1000' } });
    await sandboxReady(Number(SANDBOX_PORT));
    return {
      gateway: await this.gatewayAt(place, { collectable: true }),
      payers: { sandbox: `http://${HOST}:${SANDBOX_PORT}` },
    };
  }

  /** Starts a further process on the database of a running one. */
  async gatewayBeside(first: GatewayPlace, options: GatewayOptions): Promise<RunningGateway> {
    return this.gatewayAt(await placeBeside(first), options);
  }

  /** Starts a gateway on an existing folder. */
  async gatewayAt(
    place: GatewayPlace,
    { collectable = false, databaseUrl, env = {} }: GatewayOptions = {},
  ): Promise<RunningGateway> {
    const profile = this.#profileFolder === undefined ? [] : ['--cpu-prof', '--cpu-prof-dir', this.#profileFolder];
    const nodeArgs = [...GATEWAY_NODE_OPTIONS, '--import', PROBE, ...(collectable ? ['--expose-gc'] : []), ...profile];
    const child = this.start({
      name: 'gateway',
      entry: ENTRY,
      nodeArgs,
      env: {
        ...{ ...place.env, ...GATEWAY_ENVIRONMENT, ...env },
        ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      },
    });
    await gatewayReady(place);
    return { ...place, child };
  }

  load(): LoadGenerator {
    return new LoadGenerator(this.start({ name: 'load generator', entry: new URL('./load/main.ts', import.meta.url) }));
  }

  /**
   * Ends every process, the last one first, since the acquirer must answer while the gateway completes its requests.
   */
  async stopAll(): Promise<void> {
    for (const child of this.#children.splice(0).reverse()) {
      await child.stop();
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.stopAll();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
