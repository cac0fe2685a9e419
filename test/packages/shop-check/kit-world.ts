/** A world of the sandbox in this process, as the kit's world. */
import { payPalReversal } from '../../../packages/shop-check/src/gateway/reversal.ts';
import type { World } from '../../../packages/shop-check/src/gateway/world.ts';
import { openWorld } from '../../../src/world/world.ts';

/** A notification of a hosted payment waits no longer than this for the payer. */
const NOTIFIED = '5s';

export async function startKitWorld(): Promise<World> {
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
