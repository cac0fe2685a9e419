/** The sandbox's browser-payment providers, each with its own ledger. */
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { SandboxLog } from '../kit/log.ts';
import { PROVIDER_KINDS } from './kinds.ts';
import { addPages, addProviderPageFiles } from './page-routes.ts';
import { SandboxProvider } from './provider.ts';
import { addProviderControl } from './provider-control.ts';
import { addServerInterface } from './server-interface.ts';

export type ProvidersOptions = {
  /** Divides the sandbox's own durations; above 0. */
  readonly speed: number;
  /** Shared with the gateway: authenticates calls to the server interface, and signs callbacks. */
  readonly secret: string;
  readonly log: SandboxLog;
} & ({ readonly folder: string } | { readonly memory: true });

export interface ProviderSet {
  /** By id. */
  readonly byId: ReadonlyMap<string, SandboxProvider>;
  addTo(app: FastifyInstance): void;
  /** Call it after all servers that use the providers are closed. */
  close(): Promise<void>;
}

/** @throws when a ledger cannot be opened */
export function openProviderSet(options: ProvidersOptions): ProviderSet {
  const { speed, secret, log } = options;
  const fileOf = (id: string) => ('folder' in options ? join(options.folder, `provider-${id}.db`) : undefined);
  const providers = PROVIDER_KINDS.map(
    (kind) => new SandboxProvider({ kind, ledgerFile: fileOf(kind.id), secret, speed, log }),
  );
  return {
    byId: new Map(providers.map((provider) => [provider.kind.id, provider])),
    addTo(app) {
      addProviderPageFiles(app);
      for (const provider of providers) {
        addServerInterface(app, provider, secret);
        addProviderControl(app, provider);
        addPages(app, provider);
      }
    },
    async close() {
      await Promise.all(providers.map((provider) => provider.close()));
    },
  };
}
