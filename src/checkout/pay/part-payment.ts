/**
 * A gift card with too low a balance pays a part of the order: its balance is held, the payer pays the rest by card,
 * and both become final together. Until then the gift card can be removed.
 */
import { minorUnits } from '../../contract/money.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import {
  execute,
  hasBalanceInquiry,
  PlaceLost,
  queryGiftCardBalance,
  releaseHeld,
  storedCurrency,
  type TransactionCall,
} from '../../core/index.ts';
import type { StoredTransaction } from '../../core/ports/index.ts';
import { type PayerSecret, payerMark } from '../payer/payer-cookie.ts';
import { isCharging } from '../session/charging.ts';
import { attemptsKey, type CheckoutSession } from '../session/session.ts';
import { endOf, linkEnd } from '../session/session-life.ts';
import { type CheckoutStatus, checkoutStatus, type PayerDependencies } from '../status/checkout-status.ts';

/** Enough time to find another card. A longer hold would block the money of a payer who has left. */
const HOLD_MS_MAX = 30 * 60_000;

/** Whether the merchant allows part payments, and the acquirer supports balance inquiries. */
export function canPayParts(
  { gateway }: PayerDependencies,
  { session, merchant }: Pick<CheckoutStatus, 'merchant' | 'session'>,
): boolean {
  const { checkout, fields } = session;
  return (
    isCharging(checkout.operation) &&
    merchant.profile.permissions.partPayment &&
    hasBalanceInquiry(gateway, merchant, fields.order?.currency ?? '')
  );
}

type HoldCall = Omit<TransactionCall, 'part' | 'transactionId'>;

/**
 * Holds the balance of a gift card that was declined for insufficient funds, if the balance pays a part of the order.
 * Only the issuer's decline leads to a hold: an earlier balance inquiry does not.
 *
 * @param call the declined payment of the whole order
 */
export async function holdBalance(
  dependencies: PayerDependencies,
  status: CheckoutStatus,
  call: HoldCall,
  sourceOfFunds: RequestFields['sourceOfFunds'],
  payer: PayerSecret | undefined,
): Promise<void> {
  const { gateway } = dependencies;
  const { session, merchant } = status;
  const { amount: text = '', currency: code = '' } = session.fields.order ?? {};
  if (!canPayParts(dependencies, status)) {
    return;
  }
  const outcome = await queryGiftCardBalance(gateway, merchant, { sourceOfFunds }, code);
  const due = minorUnits(text, storedCurrency(code));
  const found = await checkoutStatus(dependencies, session.id);
  if (outcome.status !== 'KNOWN' || due === undefined || found?.state.kind !== 'pay') {
    return;
  }
  if (outcome.balance <= 0n || outcome.balance >= due) {
    return;
  }
  const now = gateway.clock.now();
  const until = Math.min(now + HOLD_MS_MAX, endOf(session, now), linkEnd(session));
  try {
    await execute(gateway, {
      ...call,
      transactionId: found.state.attempt,
      part: {
        kind: 'HOLD',
        amount: outcome.balance,
        until,
        by: payer && payerMark(payer, attemptsKey(session).toString()),
      },
    });
  } catch (error) {
    // The declined payment has given its place back, and another payer has taken it.
    if (!(error instanceof PlaceLost)) {
      throw error;
    }
  }
}

/**
 * Releases the held gift card.
 * @returns false when a payment of the rest is under way
 */
export async function takeGiftCardOff(
  { gateway }: PayerDependencies,
  { order, merchant, held }: Pick<CheckoutStatus, 'held' | 'merchant' | 'order'>,
): Promise<boolean> {
  if (order === undefined || held === undefined) {
    return true;
  }
  const isReleased = await releaseHeld(gateway, order, merchant.id);
  if (isReleased) {
    await awaitReversal(gateway, held);
  }
  return isReleased;
}

/** Releases the gift card once no attempt is left to pay the rest. */
export async function releaseWithoutAttempts(dependencies: PayerDependencies, session: CheckoutSession): Promise<void> {
  const found = await checkoutStatus(dependencies, session.id);
  if (found?.state.kind === 'exhausted') {
    await takeGiftCardOff(dependencies, found);
  }
}

/** An acquirer that responds normally acknowledges a reversal within this time. */
const REVERSAL_WAIT_MS_MAX = 1_500;
const REVERSAL_POLL_MS = 50;

/**
 * Waits a moment for the acknowledgement of a failed payment's reversal, which is already on its way: the next page can
 * then say that no money was taken.
 */
export async function awaitReversal(
  gateway: PayerDependencies['gateway'],
  { orderKey }: Pick<StoredTransaction, 'orderKey'>,
): Promise<void> {
  for (let waited = 0; waited < REVERSAL_WAIT_MS_MAX; waited += REVERSAL_POLL_MS) {
    if (!(await gateway.orders.isReversalPending(orderKey))) {
      return;
    }
    await gateway.pause(REVERSAL_POLL_MS);
  }
}
