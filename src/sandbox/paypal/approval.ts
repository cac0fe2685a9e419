/** The payer's approval of an order. */
import type { OrderRow } from './ledger/rows.ts';
import type { PayPalWork } from './operation.ts';
import type { InstrumentId } from './payer.ts';
import type { Shipping } from './requests.ts';
import { orderRequestOf } from './resources.ts';
import type { PayPalScript } from './scripts.ts';

export interface Approval {
  readonly instrument: InstrumentId;
  /** The address that the payer chose. Absent: the address of the request, or no shipping. */
  readonly shipping?: Shipping;
}

/** Whether the payer may still answer. An approved order may be approved again with another instrument. */
export function isAnswerable({ status, expires_at }: OrderRow, now: number): boolean {
  return status !== 'COMPLETED' && status !== 'VOIDED' && expires_at > now;
}

/** Call within a commit. @returns the approved order, or the unchanged one if the payer's answer came too late */
export function approve(work: PayPalWork, { id }: OrderRow, { instrument, shipping }: Approval): OrderRow {
  const { ledger, resources, now, emit } = work;
  const order = ledger.orders.find({ id }) as OrderRow;
  if (!isAnswerable(order, now)) {
    return order;
  }
  const request = orderRequestOf(order);
  const units = request.purchase_units.map((unit) => ({ ...unit, shipping: shipping ?? unit.shipping }));
  const approved = ledger.orders.change(order, {
    status: 'APPROVED',
    instrument,
    request: JSON.stringify({ ...request, purchase_units: units }),
    updated_at: now,
  });
  emit(order.merchant, 'CHECKOUT.ORDER.APPROVED', resources.order(approved, true));
  return approved;
}

/** Plays an order's script when its payer opens the page. Call within a commit. */
export function arriveAtPayPal(work: PayPalWork, order: OrderRow, { arrival, silentMs = 0 }: PayPalScript): OrderRow {
  const { ledger, now, speed } = work;
  const silent =
    silentMs === 0 ? order : ledger.orders.change(order, { silent_until: now + Math.round(silentMs / speed) });
  return arrival === undefined ? silent : approve(work, silent, { instrument: arrival });
}
