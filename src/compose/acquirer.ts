/** The link to the acquirer. */
import { type AcquirerLink, createAcquirer } from '../acquirer/link.ts';
import type { LinkTimes } from '../acquirer/link-limits.ts';
import type { Settings } from '../settings/settings.ts';
import type { Store } from '../store/index.ts';
import type { Foundation } from './foundation.ts';

/** @throws Error with one line for the operator when it leads to the sandbox in live mode; the store is closed then */
export async function composeAcquirer(
  { settings, log }: Foundation,
  store: Store,
  times: Partial<LinkTimes>,
): Promise<AcquirerLink> {
  const acquirer = createAcquirer({ ...settings.acquirer, log, times });
  await refuseSimulator(acquirer, store, settings);
  return acquirer;
}

/**
 * A live gateway that leads to the sandbox's acquirer is a mistake in its settings, so it does not start: a gateway
 * that only is not ready would be looked into as an outage of the acquirer. An acquirer that is away keeps no gateway
 * from starting. If the simulator comes later, the link hangs up on it.
 */
async function refuseSimulator(
  acquirer: AcquirerLink,
  store: Store,
  { acquirer: { url, refusesSimulator } }: Settings,
): Promise<void> {
  if (refusesSimulator && (await acquirer.firstConnection()) === 'SIMULATOR') {
    await acquirer.close();
    await store.close();
    throw new Error(
      `ACQUIRER_URL=${JSON.stringify(url)} leads to the sandbox's simulator, and this is live mode: nothing would be charged.`,
    );
  }
}
