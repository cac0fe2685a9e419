/** The payer's approval of an order. */
import type { OrderRow } from './ledger/rows.ts';
import type { Approval } from './payer.ts';
import type { PayPal } from './paypal.ts';
import { Resources } from './resources.ts';

/** Whether the payer may still answer; an approved order may be approved again with another instrument. */
export function isOpen({ status, expires_at }: OrderRow, now: number): boolean {
  return status !== 'COMPLETED' && status !== 'VOIDED' && expires_at > now;
}

/** @returns the approved order, or as it is where the payer's answer came too late */
export function approve(paypal: PayPal, { id }: OrderRow, approval: Approval, base: string): OrderRow {
  return paypal.change((now) => {
    const { ledger, events } = paypal;
    const order = ledger.orders.find({ id }) as OrderRow;
    if (!isOpen(order, now)) {
      return order;
    }
    const changes = { status: 'APPROVED', approval: JSON.stringify(approval), updated_at: now } as const;
    const approved = ledger.orders.change(order, changes);
    const resource = new Resources(ledger, base).order(approved, true);
    events.add({ merchant: order.merchant, type: 'CHECKOUT.ORDER.APPROVED', resource, now, base });
    return approved;
  });
}
