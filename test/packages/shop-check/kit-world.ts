/** A world of the sandbox in this process, as the kit's world. */
import { existsSync } from 'node:fs';
import { payPalReversal } from '../../../packages/shop-check/src/gateway/reversal.ts';
import type { World } from '../../../packages/shop-check/src/gateway/world.ts';

/** The world's module. Checkouts before `@turnpike/sandbox` have none, and leave out the tests that play histories. */
const MODULE = new URL('../../../src/world/world.ts', import.meta.url);
export const hasWorld = existsSync(MODULE);

/** The parts of the world that the kit uses. */
interface OpenedWorld {
  readonly url: string;
  readonly merchantId: string;
  readonly password: string;
  readonly sandbox: { readonly port: number };
  advance(duration: number | string): Promise<void>;
  settled(): Promise<void>;
  stop(): Promise<void>;
}

/** A notification of a hosted payment waits no longer than this for the payer. */
const NOTIFIED = '5s';

export async function startKitWorld(): Promise<World> {
  const { openWorld } = (await import(MODULE.href)) as { openWorld(): Promise<OpenedWorld> };
  const world = await openWorld();
  return {
    origin: world.url,
    merchant: world.merchantId,
    password: world.password,
    later: (ms) => world.advance(ms),
    async settled() {
      await world.advance(NOTIFIED);
      await world.settled();
    },
    chargeBack: (gatewayOrder) => payPalReversal(`http://127.0.0.1:${world.sandbox.port}`, gatewayOrder),
    close: () => world.stop(),
  };
}
