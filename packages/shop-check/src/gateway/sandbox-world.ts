/**
 * The world of `@turnpike/sandbox`: a gateway and its sandbox in a thread, in memory, with a clock that is advanced.
 */
import { ShopProblem } from '../shop/shop.ts';
import { payPalReversal } from './reversal.ts';
import type { World } from './world.ts';

/** The parts of `@turnpike/sandbox` that the check uses. */
interface Turnpike {
  readonly url: string;
  /** The address of the sandbox's control calls. */
  readonly sandboxUrl: string;
  readonly merchantId: string;
  readonly password: string;
  readonly clock: { advance(ms: number): Promise<void> };
  readonly notifications: { settled(): Promise<void> };
  stop(): Promise<void>;
}

/** A variable, so that the compiler does not look for the package, which is built beside this one. */
const PACKAGE: string = '@turnpike/sandbox';
/** A notification of a hosted payment waits no longer than this for the payer to reach the shop first. */
const NOTIFIED_MS = 5_000;

/** @throws {ShopProblem} if the package is not installed, or does not start */
export async function startSandbox(): Promise<World> {
  const { startTurnpike } = (await import(PACKAGE).catch((error: Error) => {
    throw new ShopProblem(`${PACKAGE} is not installed beside the check: ${error.message}`);
  })) as { startTurnpike(): Promise<Turnpike> };
  const turnpike = await startTurnpike().catch((error: Error) => {
    throw new ShopProblem(`The gateway of the check does not start: ${error.message}`);
  });
  return {
    origin: turnpike.url,
    merchant: turnpike.merchantId,
    password: turnpike.password,
    later: (ms) => turnpike.clock.advance(ms),
    async settled() {
      await turnpike.clock.advance(NOTIFIED_MS);
      await turnpike.notifications.settled();
    },
    chargeBack: (gatewayOrder) => payPalReversal(turnpike.sandboxUrl, gatewayOrder),
    close: () => turnpike.stop(),
  };
}
