/** The connections to the acquirers. */
import {
  type AcquirerProtocol,
  closeAcquirers,
  type LinkTimes,
  type OpenAcquirers,
  openAcquirers,
} from '../adapters/acquirers/index.ts';
import type { Store } from '../adapters/store/index.ts';
import { logMissingAcquirers } from '../core/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Foundation } from './foundation.ts';

export interface AcquirerParts {
  readonly protocols: readonly AcquirerProtocol[];
  readonly times: Partial<LinkTimes>;
}

/**
 * @throws Error with one line for the operator if a connection leads to the wrong host, such as the sandbox in live
 *   mode. The store is closed before
 */
export async function composeAcquirers(
  { settings, log }: Foundation,
  store: Store,
  { protocols, times }: AcquirerParts,
): Promise<OpenAcquirers> {
  const logOf = (acquirer: string) => log.child({ acquirer });
  const acquirers = await openAcquirers(settings.acquirers, { protocols, log: logOf, times });
  await refuseWrongHost(acquirers, store, settings);
  return acquirers;
}

/** At startup, logs the acquirers that merchants' routes or stored rows name but the settings do not configure. */
export async function logMissing({ log }: Foundation, store: Store, configured: OpenAcquirers): Promise<void> {
  const { merchants, reconciliation } = store;
  const named = { merchants: () => merchants.list(), awaited: () => reconciliation.awaitedAcquirers() };
  await logMissingAcquirers({ configured, ...named }, log);
}

/**
 * Refuses to start if an acquirer's address leads to the sandbox in live mode, or to any other host in staging. The
 * cause is an error in the settings. A gateway that starts and is not ready would suggest an outage of the acquirer
 * instead. An unreachable acquirer does not prevent the start: if it turns out to be the simulator later, the link
 * disconnects.
 */
async function refuseWrongHost(
  acquirers: OpenAcquirers,
  store: Store,
  { acquirers: settings, testMode }: Settings,
): Promise<void> {
  const refusing = [...acquirers].filter(([name]) => {
    const { refusesSimulator = false, requiresSimulator = false } = settings.get(name) ?? {};
    return refusesSimulator || requiresSimulator;
  });
  const meetings = await Promise.all(refusing.map(([, acquirer]) => acquirer.meetsSimulator()));
  const [name] = refusing[meetings.indexOf(true)] ?? [];
  if (name !== undefined) {
    await closeAcquirers(acquirers);
    await store.close();
    throw new Error(
      testMode === 'staging'
        ? `${settings.get(name)?.says} leads to an acquirer that is not the sandbox's, and this is staging: real cards would be charged.`
        : `${settings.get(name)?.says} leads to the sandbox's simulator, and this is live mode: nothing would be charged.`,
    );
  }
}
