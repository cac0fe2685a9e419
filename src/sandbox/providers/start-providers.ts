/** The providers alone, on a port of their own, for callers that do not need the rest of the sandbox. */
import { listenOnLoopback } from '../kit/http/listen.ts';
import type { ReturnMethod, SandboxProvider } from './provider.ts';
import type { ProviderFault } from './provider-faults.ts';
import type { ProviderLedgerFilter } from './provider-ledger.ts';
import type { ProviderLedgerEntry } from './provider-ledger-rows.ts';
import { openProviderSet, type ProvidersOptions } from './provider-set.ts';

export interface StartedProviders {
  readonly port: number;
  /** `http://127.0.0.1:port` */
  readonly origin: string;
  ledger(id: string, filter?: ProviderLedgerFilter): ProviderLedgerEntry[];
  setFaults(id: string, fault: ProviderFault): void;
  setReturnMethod(id: string, method: ReturnMethod): void;
  /** Disconnects clients and closes the ledgers. Due callbacks stay due. */
  close(): Promise<void>;
}

/**
 * @param options port 0 or absent lets the system choose
 * @throws when the port is in use or a ledger cannot be opened
 */
export async function startProviders(
  options: ProvidersOptions & { readonly port?: number },
): Promise<StartedProviders> {
  const providers = openProviderSet(options);
  const server = await listenOnLoopback((app) => providers.addTo(app), options.port).catch(async (error: unknown) => {
    await providers.close();
    throw error;
  });
  const of = (id: string): SandboxProvider => {
    const provider = providers.byId.get(id);
    if (provider === undefined) {
      throw new Error(`The sandbox has no provider ${id}.`);
    }
    return provider;
  };
  return {
    port: server.port,
    origin: server.origin,
    ledger: (id, filter = {}) => of(id).ledger.entries(filter),
    setFaults: (id, fault) => of(id).setFaults(fault),
    setReturnMethod: (id, method) => {
      of(id).returnMethod = method;
    },
    async close() {
      await server.close();
      await providers.close();
    },
  };
}
