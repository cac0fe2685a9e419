/** Finds resources by their id. Those of another account are unknown: 404. */
import type { AuthorizationRow, CaptureRow, OrderRow, PayPalRefundRow } from '../ledger/rows.ts';
import type { PayPalOperationContext } from '../operation.ts';
import { notFound } from '../refusal.ts';

type Within = Pick<PayPalOperationContext, 'ledger' | 'account' | 'now'>;

/** @throws PayPalRefusal, also for an order that was not completed in time, because PayPal removes it */
export function ownOrder(context: Within, id: string): OrderRow {
  const order = ownFinished(context, id, 'id');
  if (order.expires_at <= context.now && order.status !== 'COMPLETED' && order.status !== 'VOIDED') {
    throw notFound('id', id);
  }
  return order;
}

function ownFinished({ ledger, account }: Within, id: string, parameter: string): OrderRow {
  const order = ledger.orders.find({ id });
  if (order === undefined || order.merchant !== account.merchantId) {
    throw notFound(parameter, id);
  }
  return order;
}

export function ownAuthorization(context: Within, id: string): AuthorizationRow {
  const found = context.ledger.authorizations.find({ id });
  ownFinished(context, found?.order_id ?? '', 'authorization_id');
  return found as AuthorizationRow;
}

export function ownCapture(context: Within, id: string): CaptureRow {
  const found = context.ledger.captures.find({ id });
  ownFinished(context, found?.order_id ?? '', 'capture_id');
  return found as CaptureRow;
}

export function ownRefund(context: Within, id: string): PayPalRefundRow {
  const found = context.ledger.refunds.find({ id });
  const capture = context.ledger.captures.find({ id: found?.capture_id ?? '' });
  ownFinished(context, capture?.order_id ?? '', 'refund_id');
  return found as PayPalRefundRow;
}
