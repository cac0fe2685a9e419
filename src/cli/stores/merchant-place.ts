/** The place of a merchant in the directory: each id is in one store. */
import { FIRST_STORE, FIRST_STORE_NAME } from '../../core/directory/index.ts';
import { type CommandCall, UsageError } from '../command.ts';
import { calledOf } from './called-store.ts';

/**
 * Reserves a merchant's id for the store of the call, before the merchant is created there. Repeating the call
 * completes a creation that was cut off. Without further stores nothing is written.
 *
 * @throws UsageError if another store has the merchant
 */
export async function reserveMerchant(call: Pick<CommandCall, 'called' | 'store'>, id: string): Promise<void> {
  const { first, number, name } = calledOf(call);
  if (number === FIRST_STORE) {
    await refuseFurtherStore(first);
    if ((await first.directory.changes()) === 0) {
      return;
    }
  }
  const placed = await first.directory.place(id, number);
  if (placed !== number) {
    const stores = (await first.directory.contents())?.stores ?? [];
    const other = placed === FIRST_STORE ? FIRST_STORE_NAME : stores.find((one) => one.number === placed)?.name;
    throw new UsageError(`${id} is in the store ${other ?? placed}, and not in ${name}.`);
  }
  if (number !== FIRST_STORE && (await first.merchants.find(id)) !== undefined) {
    await first.directory.release(id, number);
    throw new UsageError(`${id} is in the store ${FIRST_STORE_NAME}, and not in ${name}.`);
  }
}

/** A merchant that is created past the directory would be served by no process. */
async function refuseFurtherStore({ number, installation }: CommandCall['store']): Promise<void> {
  if (number !== FIRST_STORE && (await installation.directory()) !== undefined) {
    throw new UsageError('The database is a store of a directory: use the settings of the first store, and --store.');
  }
}
