/** The gateway of a further store: everything that a gateway has, except a listener and the parts that are shared. */
import type { AcquirerProtocol, LinkTimes } from '../../adapters/acquirers/index.ts';
import { OtherNumberError, openStore, type Store, StoreError } from '../../adapters/store/index.ts';
import { Vault } from '../../adapters/vault/index.ts';
import { type Directory, openAddress, type StoreReason, storeProblem } from '../../core/directory/index.ts';
import type { Sealer, StoreRow } from '../../core/ports/index.ts';
import type { HandleRequest } from '../../http/index.ts';
import { type Settings, settingsOfStore, wrongMode } from '../../settings/index.ts';
import type { Foundation } from '../foundation.ts';

import { type ComposedParts, composeParts, type SharedParts } from '../parts.ts';
import { type SharedHttp, serveStore } from '../store-http.ts';

/** The parts of the first store's gateway that those of further stores use. */
export interface StoreSurroundings {
  readonly directory: Directory;
  /** Opens the addresses in the directory. */
  readonly sealer: Pick<Sealer, 'open'>;
  readonly shared: SharedParts;
  /** Its return receipts are signed by the first store's keys, which the process publishes. */
  readonly signer: Vault;
  readonly gatewayVersion: string;
  readonly protocols: readonly AcquirerProtocol[];
  readonly link: Partial<LinkTimes>;
}

export interface StoreGateway {
  readonly parts: ComposedParts;
  readonly handle: HandleRequest;
  /** Call it once no request is in progress. */
  close(): Promise<void>;
}

/** The store must not be served. The message is one line for the operator. */
export class StoreRefused extends Error {
  readonly reason: StoreReason | 'CHANGED_ROW' | 'OTHER_MODE' | 'OTHER_NUMBER';

  constructor(reason: StoreRefused['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** The store was restored from a backup, and is closed until the operator opens it. */
export class StoreRestored extends StoreError {}

/**
 * @param end called if a backup has replaced the store while it is open
 * @throws StoreRefused if the store must not be served; StoreError or Error if it cannot be opened at present
 */
export async function openStoreGateway(
  { settings: ofProcess, log: processLog, ...foundation }: Foundation,
  row: StoreRow,
  { directory, sealer, shared, signer, gatewayVersion, protocols, link }: StoreSurroundings,
  http: SharedHttp,
  end: () => void,
): Promise<StoreGateway> {
  const settings = settingsOfStore(ofProcess, { ...row, ...addressOf(row, sealer) });
  const log = processLog.child({ store: row.name });
  const { spans, turns } = foundation;
  const store = await openStore(settings, { schema: 'UPGRADE', build: gatewayVersion, spans, turns }).catch((error) => {
    throw error instanceof OtherNumberError ? new StoreRefused('OTHER_NUMBER', error.message) : error;
  });
  try {
    if (store.migrated.length > 0) {
      log.info({ migrations: store.migrated }, 'the database was migrated');
    }
    await refuseOther(store, row, directory, settings);
    if ((await store.restoration.state()) !== undefined) {
      throw new StoreRestored(`It was restored from a backup. See: turnpike restored --store ${row.name}`);
    }
    const vault = await Vault.open(settings.keys, store.dataKeys, { signer });
    const ofStore = { ...foundation, settings, log };
    const parts = await composeParts(ofStore, { store, vault, gatewayVersion, protocols, link, end, shared });
    const app = await serveStore(ofStore, parts, http);
    return {
      parts,
      handle: app.routing,
      async close() {
        await app.close();
        await parts.close();
      },
    };
  } catch (error) {
    await store.close();
    throw error;
  }
}

/** @throws StoreRefused if the database is not the store that the directory has there */
async function refuseOther(
  { installation, merchants }: Store,
  row: StoreRow,
  directory: Directory,
  { testMode }: Settings,
): Promise<void> {
  const facts = {
    directory: await installation.directory(),
    closing: await installation.closing(),
    merchants: await merchants.ids(),
  };
  const problem = storeProblem(row, facts, directory);
  if (problem !== undefined) {
    throw new StoreRefused(problem.reason, problem.message);
  }
  const mode = testMode ?? 'live';
  const claimed = await installation.claimMode(mode);
  if (claimed !== mode) {
    throw new StoreRefused('OTHER_MODE', wrongMode(claimed, mode));
  }
}

function addressOf(row: StoreRow, sealer: Pick<Sealer, 'open'>) {
  try {
    return openAddress(sealer, row);
  } catch {
    throw new StoreRefused('CHANGED_ROW', 'Its address in the directory was changed by hand.');
  }
}
