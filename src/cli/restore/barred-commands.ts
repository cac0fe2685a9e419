/** Orders that were barred by a comparison after a restore: they have movements that the store lacks. */
import { type CommandCall, UsageError } from '../command.ts';
import { printable } from '../printable.ts';

/** Maximum number of listed rows, so that the list fits a terminal's scrollback. */
const LISTED_MAX = 1_000;

export async function listBarred({ store }: CommandCall): Promise<string> {
  const orders = await store.restoration.barredOrders(LISTED_MAX);
  return orders.length === 0
    ? 'No order is barred.'
    : orders
        .map(({ merchantId, orderId, movements, barredAt }) =>
          [merchantId, orderId, movements, new Date(barredAt).toISOString()].map(printable).join('\t'),
        )
        .join('\n');
}

export async function liftBar({ store, args, usage }: CommandCall): Promise<string> {
  const [merchantId, orderId, ...rest] = args;
  if (merchantId === undefined || orderId === undefined || rest.length > 0) {
    throw new UsageError(usage);
  }
  const merchant = await store.merchants.find(merchantId);
  const order = merchant && (await store.orders.find(merchant.key, orderId));
  if (!order?.state.isBarred) {
    throw new UsageError(`No order ${orderId} of ${merchantId} is barred.`);
  }
  if (!(await store.restoration.lift(order))) {
    throw new Error('The order changed meanwhile: call this again.');
  }
  return `${printable(orderId)} takes requests again. A repeat of what only the ledger has is carried out again.`;
}
