import { setTimeout as pause } from 'node:timers/promises';
import { ShopProblem } from '../shop/shop.ts';

/** Between two looks at an order. */
const LOOK_MS = 100;

/**
 * Looks at an order until it is right. A shop may answer before it has processed what it was told.
 *
 * @param look resolves with what is wrong; undefined if nothing is
 * @throws what is wrong after `settleMs`
 */
export async function eventually(settleMs: number, look: () => Promise<Error | undefined>): Promise<void> {
  const until = performance.now() + settleMs;
  for (;;) {
    const wrong = await look().catch((error: unknown) => {
      if (error instanceof ShopProblem) {
        return error;
      }
      throw error;
    });
    if (wrong === undefined) {
      return;
    }
    if (performance.now() >= until) {
      throw wrong;
    }
    await pause(LOOK_MS);
  }
}
