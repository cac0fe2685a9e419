/** Orders that were barred by a comparison after a restore: they have movements that the store lacks. */
import { type CommandCall, type CommandResult, UsageError } from '../command.ts';
import { listing } from '../listing.ts';
import { printable } from '../printable.ts';

/** Maximum number of listed rows, so that the list fits a terminal's scrollback. */
const LISTED_MAX = 1_000;

export async function listBarred({ store }: CommandCall): Promise<CommandResult> {
  const orders = await store.restoration.barredOrders(LISTED_MAX);
  const rows = orders.map(({ merchantId, orderId, movements, barredAt }) => ({
    merchant: merchantId,
    order: orderId,
    movements,
    since: new Date(barredAt).toISOString(),
  }));
  return listing(
    rows,
    ({ merchant, order, movements, since }) => [merchant, order, movements, since],
    'No order is barred.',
  );
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
