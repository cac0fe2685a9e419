/**
 * Payments that risk rules hold for a person. The decision is stored; the running gateway executes it within a second.
 */
import { userInfo } from 'node:os';
import { parseArgs } from 'node:util';
import { currencyOf, majorText } from '../contract/money.ts';
import { waitsForReview } from '../core/index.ts';
import type { StoredTransaction } from '../core/ports/index.ts';
import type { RiskReview } from '../core/risk/index.ts';
import { type CommandCall, type CommandResult, UsageError } from './command.ts';
import { listing } from './listing.ts';

/** Maximum number of listed rows, so that the list fits a terminal's scrollback. */
const LISTED_MAX = 1_000;
/** The limits of `response.risk.review`. */
const USER_CHARACTERS_MAX = 40;
const REASON_CHARACTERS_MAX = 100;
const NOTE_CHARACTERS_MAX = 2_000;

export async function listReviews({ store }: CommandCall): Promise<CommandResult> {
  const held = await store.orders.waitingReviews(LISTED_MAX);
  const rows = held
    .filter(({ transaction }) => waitsForReview(transaction))
    .map(({ merchantId, order, transaction }) => ({
      merchant: merchantId,
      order: order.orderId,
      transaction: transaction.transactionId,
      amount: majorText(transaction.request.amount, currencyOf(transaction.request.currency)!),
      currency: transaction.request.currency,
      since: new Date(transaction.createdAt).toISOString(),
      rules: rulesOf(transaction),
    }));
  return listing(
    rows,
    ({ merchant, order, transaction, amount, currency, since, rules }) => [
      merchant,
      order,
      transaction,
      `${amount} ${currency}`,
      since,
      rules.join(', '),
    ],
    'No payment waits for a review.',
  );
}

function rulesOf({ outcome }: StoredTransaction): string[] {
  return (outcome?.risk?.fired ?? []).map(({ id, data }) => (data === undefined ? id : `${id} (${data})`));
}

export async function acceptReview(call: CommandCall): Promise<string> {
  await decide(call, 'ACCEPTED');
  return 'The payment is accepted.';
}

export async function rejectReview(call: CommandCall): Promise<string> {
  await decide(call, 'REJECTED');
  return 'The payment is rejected: it is given back.';
}

async function decide({ store, args, usage }: CommandCall, decision: RiskReview['decision']): Promise<void> {
  const { values, positionals } = parseOptions(args, usage);
  const [merchantId, orderId, transactionId, ...rest] = positionals;
  if (merchantId === undefined || orderId === undefined || rest.length > 0) {
    throw new UsageError(usage);
  }
  const waiting = await waitingOf(store, merchantId, orderId);
  const found =
    transactionId === undefined && waiting.length === 1
      ? waiting[0]
      : waiting.find((transaction) => transaction.transactionId === transactionId);
  const review: RiskReview = {
    decision,
    userId: userInfo().username.slice(0, USER_CHARACTERS_MAX),
    decidedAt: Date.now(),
    decisionReason: values.reason === undefined ? undefined : text('--reason', values.reason, REASON_CHARACTERS_MAX),
    note: values.note === undefined ? undefined : text('--note', values.note, NOTE_CHARACTERS_MAX),
  };
  if (found === undefined || !(await store.orders.decideReview(found.key, review))) {
    throw new UsageError('No such payment waits for a review. turnpike review list shows those that do.');
  }
}

/** The held payments of one order: if it is paid in parts, the part that the rules held. */
async function waitingOf({ merchants, orders }: CommandCall['store'], merchantId: string, orderId: string) {
  const merchant = await merchants.find(merchantId);
  const order = merchant && (await orders.find(merchant.key, orderId));
  const transactions = order === undefined ? [] : await orders.transactions(order.key);
  return transactions.filter(waitsForReview);
}

function parseOptions(args: readonly string[], usage: string) {
  const options = { reason: { type: 'string' }, note: { type: 'string' } } as const;
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch {
    throw new UsageError(usage);
  }
}

/** @throws UsageError if the text is longer than responses allow */
function text(flag: string, given: string, charactersMax: number): string {
  if (given.length === 0 || given.length > charactersMax) {
    throw new UsageError(`${flag} takes 1 to ${charactersMax} characters.`);
  }
  return given;
}
