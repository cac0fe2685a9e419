/** Disputes: a payer objects to a capture. Control calls open and decide them, webhooks report them. */
import { newDisputeId } from './ids.ts';
import type { CaptureRow, DisputeRow, OrderRow } from './ledger/rows.ts';
import { paypalMoneyOf } from './money.ts';
import type { PayPalWork } from './operation.ts';

export const DISPUTE_REASONS = [
  'MERCHANDISE_OR_SERVICE_NOT_RECEIVED',
  'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED',
  'UNAUTHORISED',
  'CREDIT_NOT_PROCESSED',
  'DUPLICATE_TRANSACTION',
  'INCORRECT_AMOUNT',
] as const;

export const DISPUTE_STATUSES = ['OPEN', 'WAITING_FOR_SELLER_RESPONSE', 'UNDER_REVIEW', 'RESOLVED'] as const;

/** Call within a commit. @returns the new dispute, of the full captured amount */
export function openDispute(
  work: PayPalWork,
  capture: CaptureRow,
  reason: (typeof DISPUTE_REASONS)[number],
): DisputeRow {
  const { ledger, now } = work;
  const row = ledger.disputes.add({
    id: newDisputeId(),
    capture_id: capture.id,
    amount: capture.amount,
    currency: capture.currency,
    reason,
    status: 'OPEN',
    winner: null,
    created_at: now,
    updated_at: now,
  });
  report(work, row, 'CUSTOMER.DISPUTE.CREATED');
  return row;
}

/** Call within a commit. @param winner the winner of a resolved dispute */
export function changeDispute(
  work: PayPalWork,
  row: DisputeRow,
  status: (typeof DISPUTE_STATUSES)[number],
  winner: NonNullable<DisputeRow['winner']>,
): DisputeRow {
  const isOver = status === 'RESOLVED';
  const changed = work.ledger.disputes.change(row, { status, winner: isOver ? winner : null, updated_at: work.now });
  report(work, changed, isOver ? 'CUSTOMER.DISPUTE.RESOLVED' : 'CUSTOMER.DISPUTE.UPDATED');
  return changed;
}

function report(
  { ledger, emit }: PayPalWork,
  row: DisputeRow,
  type: 'CUSTOMER.DISPUTE.CREATED' | 'CUSTOMER.DISPUTE.UPDATED' | 'CUSTOMER.DISPUTE.RESOLVED',
): void {
  const capture = ledger.captures.find({ id: row.capture_id }) as CaptureRow;
  const order = ledger.orders.find({ id: capture.order_id }) as OrderRow;
  emit(order.merchant, type, {
    dispute_id: row.id,
    create_time: new Date(row.created_at).toISOString(),
    update_time: new Date(row.updated_at).toISOString(),
    disputed_transactions: [
      {
        seller_transaction_id: capture.id,
        invoice_number: capture.invoice_id ?? undefined,
        custom: capture.custom_id ?? undefined,
        seller: { merchant_id: order.merchant },
      },
    ],
    reason: row.reason,
    status: row.status,
    dispute_amount: paypalMoneyOf(BigInt(row.amount), row.currency),
    dispute_life_cycle_stage: 'INQUIRY',
    dispute_channel: 'INTERNAL',
  });
}
