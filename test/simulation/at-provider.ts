/** The redirects of a payer to the provider and back. */
import { handleReturn, redirect, waitForResult } from '../../src/checkout/return/redirect-steps.ts';
import type { FoundPayment } from '../../src/core/ports/index.ts';
import { guarded } from './callbacks.ts';
import { ORIGIN, type RunningGateway } from './gateway.ts';
import type { Stage } from './payer.ts';

export const HOPPING = { from: '192.0.2.7', isPrefetch: false };
/** A waiting payer's page reloads at this interval, up to this many times. */
const HELD_MS = 1_000;
const CHECKS_MAX = 8;

export async function goToProvider(stage: Stage, { payment }: Pick<FoundPayment, 'payment'>): Promise<void> {
  await hop(stage, (dependencies) => redirect(dependencies, payment.handle, HOPPING));
}

/** @param reference of the payment at the provider */
export async function returnFrom(stage: Stage, reference: string): Promise<void> {
  const { world, provider } = stage;
  const returnUrl = provider.payments.get(reference)?.asked.returnUrl ?? '';
  const state = returnUrl.slice(`${ORIGIN}/return/`.length);
  world.journal.count('payer comes back');
  await hop(stage, (dependencies) => handleReturn(dependencies, state, HOPPING));
  for (let looks = 0; looks < CHECKS_MAX; looks += 1) {
    const step = await hop(stage, (dependencies) => waitForResult(dependencies, state, HOPPING));
    if (step !== undefined && step.kind !== 'WAIT') {
      return;
    }
    await world.scheduler.sleep(HELD_MS);
  }
}

/** A request of a browser, to any process. @returns undefined if no answer came */
export function hop<T>(
  { world, counter }: Stage,
  call: (dependencies: RunningGateway['dependencies']) => Promise<T>,
): Promise<T | undefined> {
  return counter.reach((running) => guarded(world, () => call(running.dependencies)));
}
