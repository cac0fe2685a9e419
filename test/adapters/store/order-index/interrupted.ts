/** A store whose reads are interrupted: other processes commit between two of them. */
import type { Engine } from '../../../../src/adapters/store/engine/engine.ts';
import { IdAllocator } from '../../../../src/adapters/store/engine/id-allocator.ts';
import { openPostgres } from '../../../../src/adapters/store/engine/postgres/open.ts';
import { openEmbedded } from '../../../../src/adapters/store/engine/sqlite/open.ts';
import type { Parameters, Statement } from '../../../../src/adapters/store/engine/statement.ts';
import { type Store, storeOver } from '../../../../src/adapters/store/store.ts';
import { onPostgres } from '../../../support/database-place.ts';
import { onEnd } from '../rig.ts';

/** @param afterRead called after each read, before its rows are returned */
export async function interruptedStore(
  url: string,
  afterRead: (statement: Statement, parameters: Parameters) => Promise<void>,
): Promise<Store> {
  const other = await (onPostgres() ? openPostgres(url) : openEmbedded(url, { owner: false }));
  onEnd(() => other.close());
  const { engine: bare } = other;
  const engine: Engine = {
    async read(statement, parameters) {
      const rows = await bare.read(statement, parameters);
      await afterRead(statement as Statement, parameters as Parameters);
      return rows;
    },
    claim: (statement, parameters) => bare.claim(statement, parameters),
    commit: (unit) => bare.commit(unit),
    close: () => bare.close(),
  };
  return storeOver(engine, await IdAllocator.open(engine), other);
}
