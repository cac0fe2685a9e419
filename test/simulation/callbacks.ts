/**
 * The provider's callbacks when a payment is decided: before the payer returns or after, not at all, twice, or at
 * another process.
 */
import { InterfaceError } from '../../src/contract/interface-error.ts';
import { handleCallback } from '../../src/core/browser-payments/callback.ts';
import { isExpected } from './gateway.ts';
import type { Machines } from './machines.ts';
import { Network } from './network.ts';
import { callbackOf } from './provider-link.ts';
import type { ProviderServer } from './provider-server.ts';
import type { World } from './world.ts';

const COPIES = [0, 1, 1, 2, 3] as const;
const LATER_MS_MAX = 30_000;
const CALLER = { from: '192.0.2.9', supportCode: 'support' };

export function startCallbacks(world: World, machines: Machines, provider: ProviderServer): void {
  const { chance, scheduler, journal } = world;
  const network = new Network(world, 'callback');
  provider.decided = (payment) => {
    const copies = chance.pick(COPIES);
    journal.count(`callbacks: ${copies}`);
    for (let copy = 0; copy < copies; copy += 1) {
      scheduler.after(chance.below(LATER_MS_MAX), () =>
        network.send('message', () => {
          const running = machines.any();
          if (running === undefined) {
            return;
          }
          void guarded(world, () =>
            handleCallback(running.dependencies, { provider: payment.provider }, callbackOf(payment), CALLER),
          );
        }),
      );
    }
  };
}

/** The HTTP server answers these errors with an error page. */
export async function guarded<T>({ journal }: World, work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof InterfaceError) && !isExpected(error)) {
      journal.problem(`${(error as Error).stack}`);
    }
    return undefined;
  }
}
