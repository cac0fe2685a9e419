/**
 * Refunds that wait for the operator's approval (profile: `permissions.refundApproval`). The decision is stored; the
 * running gateway executes it within a second.
 */
import { userInfo } from 'node:os';
import { resultOf } from '../contract/gateway-codes.ts';
import { currencyOf, majorText } from '../contract/money.ts';
import type { RefundDecision, StoredTransaction } from '../core/ports/index.ts';
import { type CommandCall, type CommandResult, UsageError } from './command.ts';
import { listing } from './listing.ts';

/** Maximum number of listed rows, so that the list fits a terminal's scrollback. */
const LISTED_MAX = 1_000;

export async function listRefunds({ store }: CommandCall): Promise<CommandResult> {
  const undecided = await store.orders.waitingRefunds(LISTED_MAX);
  const rows = undecided
    .filter(({ transaction }) => isWaiting(transaction))
    .map(({ merchantId, order, transaction: { transactionId, request, createdAt } }) => ({
      merchant: merchantId,
      order: order.orderId,
      transaction: transactionId,
      amount: majorText(request.amount, currencyOf(request.currency)!),
      currency: request.currency,
      since: new Date(createdAt).toISOString(),
    }));
  return listing(
    rows,
    ({ merchant, order, transaction, amount, currency, since }) => [
      merchant,
      order,
      transaction,
      `${amount} ${currency}`,
      since,
    ],
    'No refund waits for approval.',
  );
}

export async function approveRefund(call: CommandCall): Promise<string> {
  return decide(call, 'APPROVED');
}

export async function rejectRefund(call: CommandCall): Promise<string> {
  return decide(call, 'REJECTED');
}

async function decide({ store, args, usage }: CommandCall, decision: RefundDecision['decision']): Promise<string> {
  const [merchantId, orderId, transactionId, ...rest] = args;
  if (merchantId === undefined || orderId === undefined || transactionId === undefined || rest.length > 0) {
    throw new UsageError(usage);
  }
  const merchant = await store.merchants.find(merchantId);
  const order = merchant && (await store.orders.find(merchant.key, orderId));
  const transaction = order && (await store.orders.transaction(order.key, transactionId));
  const by = userInfo().username;
  if (
    transaction === undefined ||
    !isWaiting(transaction) ||
    !(await store.orders.decideRefund(transaction.key, decision, by, Date.now()))
  ) {
    throw new UsageError('No such refund waits for approval. turnpike refund list shows those that do.');
  }
  return `The refund is ${decision === 'APPROVED' ? 'approved' : 'rejected'}.`;
}

/** Whether the refund waits for approval. A request without an outcome does not: its gateway process has died. */
function isWaiting({ request, outcome }: StoredTransaction): boolean {
  return request.type === 'REFUND_REQUEST' && outcome !== undefined && resultOf(outcome.gatewayCode) === 'PENDING';
}
