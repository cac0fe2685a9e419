/** `record ORDER --merchant M [--to FILE]`: writes the replay bundle of an order. It only reads the store. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Store } from '../../adapters/store/index.ts';
import { Vault } from '../../adapters/vault/index.ts';
import { isBrowserPayment } from '../../core/index.ts';
import type { StoredOrder } from '../../core/ports/index.ts';
import { type CommandCall, UsageError } from '../command.ts';
import { printable } from '../printable.ts';
import { bundleText } from './bundle.ts';
import { parseBundle } from './read-bundle.ts';
import { recordOrder, type StoredHistory } from './record-order.ts';

const OWNER_ONLY = 0o600;

export async function recordBundle(call: CommandCall): Promise<string> {
  const { store, settings } = call;
  const { orderId, merchantId, file } = readArguments(call);
  const merchant = await store.merchants.find(merchantId);
  if (merchant === undefined) {
    throw new UsageError(`There is no merchant ${printable(merchantId)}.`);
  }
  const order = await store.orders.find(merchant.key, orderId);
  if (order === undefined) {
    throw new UsageError(`There is no order ${printable(orderId)} of ${printable(merchant.id)}.`);
  }
  const history = await historyOf(store, order);
  if (history.transactions.length === 0) {
    throw new UsageError(`The order ${printable(orderId)} has no transaction: there is nothing to replay.`);
  }
  const sealer = await Vault.open(settings.keys, store.dataKeys);
  const text = bundleText(await recordOrder(history, { notifications: store.notifications, sealer, now: Date.now }));
  // A bundle that its reader would refuse must not leave this machine.
  parseBundle(text, 'The bundle');
  if (file === undefined) {
    return text.trimEnd();
  }
  writeFileSync(file, text, { mode: OWNER_ONLY });
  return `The replay bundle is ${file}.`;
}

async function historyOf(store: Store, order: StoredOrder): Promise<StoredHistory> {
  const transactions = await store.orders.transactions(order.key);
  const payments = await Promise.all(
    transactions.filter(({ request }) => isBrowserPayment(request)).map(({ key }) => store.browserPayments.find(key)),
  );
  return {
    order,
    transactions,
    authentications: await store.authentications.ofOrder(order.key),
    payments: payments.filter((one) => one !== undefined),
    notifications: await store.notifications.ofOrder(order.key),
    isReversalPending: await store.orders.isReversalPending(order.key),
  };
}

function readArguments({ args, usage }: Pick<CommandCall, 'args' | 'usage'>) {
  try {
    const { values, positionals } = parseArgs({
      args: [...args],
      options: { merchant: { type: 'string' }, to: { type: 'string' } },
      allowPositionals: true,
    });
    const [orderId, ...rest] = positionals;
    if (orderId !== undefined && values.merchant !== undefined && rest.length === 0) {
      return { orderId, merchantId: values.merchant, file: values.to };
    }
  } catch {
    // Falls through to the usage error below.
  }
  throw new UsageError(usage);
}
