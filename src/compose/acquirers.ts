/** The links to the acquirers. */
import {
  type AcquirerProtocol,
  closeAcquirers,
  type LinkTimes,
  type OpenAcquirers,
  openAcquirers,
} from '../acquirers/index.ts';
import { logMissingAcquirers } from '../gateway/index.ts';
import type { Settings } from '../settings/index.ts';
import type { Store } from '../store/index.ts';
import type { Foundation } from './foundation.ts';

export interface AcquirerParts {
  readonly protocols: readonly AcquirerProtocol[];
  readonly times: Partial<LinkTimes>;
}

/** @throws Error with one line for the operator when one leads to the sandbox in live mode; the store is closed then */
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

/** What merchants' routes or stored rows name and the settings do not: the operator is told at the start. */
export async function logMissing({ log }: Foundation, store: Store, configured: OpenAcquirers): Promise<void> {
  const { merchants, reconciliation } = store;
  const named = { merchants: () => merchants.list(), awaited: () => reconciliation.awaitedAcquirers() };
  await logMissingAcquirers({ configured, ...named }, log);
}

/**
 * A live gateway that leads to the sandbox's acquirer is a mistake in its settings, so it does not start: a gateway
 * that only is not ready would be looked into as an outage of the acquirer. An acquirer that is away keeps no gateway
 * from starting. If the simulator comes later, the link hangs up on it. In a rehearsal every other host is the mistake.
 */
async function refuseWrongHost(
  acquirers: OpenAcquirers,
  store: Store,
  { acquirers: settings, isRehearsal }: Settings,
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
      isRehearsal
        ? `${settings.get(name)?.says} leads to an acquirer that is not the sandbox's, and LIVE_REHEARSAL is set: real cards would be charged.`
        : `${settings.get(name)?.says} leads to the sandbox's simulator, and this is live mode: nothing would be charged.`,
    );
  }
}
