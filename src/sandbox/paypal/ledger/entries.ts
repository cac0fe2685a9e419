/** The ledger in `GET …/ledger`: one entry for each movement, in the form of the other providers' ledgers. */
import { paypalMoneyOf } from '../money.ts';
import { orderRequestOf } from '../resources.ts';
import type { PayPalLedger } from './ledger.ts';
import type { AuthorizationRow, CaptureRow, OrderRow, PayPalRefundRow } from './rows.ts';

export interface PayPalLedgerEntry {
  readonly kind: 'ORDER' | 'AUTHORIZATION' | 'CAPTURE' | 'REFUND';
  /** The simulator's id. */
  readonly id: string;
  /** PayPal's order id. */
  readonly order: string;
  /** The merchant's name for the purchase unit: custom_id, else invoice_id, else reference_id. */
  readonly reference: string;
  /** The payee's account id. */
  readonly merchant: string;
  /** Decimal text in major units, in PayPal's format for the currency. */
  readonly amount: string;
  readonly currency: string;
  readonly state: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

export interface PayPalEntryFilter {
  readonly merchant?: string | undefined;
  /** PayPal's id of the order, or any name that the merchant gave one of its units. */
  readonly order?: string | undefined;
}

/** Each order is followed by its movements in sequence. */
export function paypalLedgerEntries(
  ledger: PayPalLedger,
  { merchant, order }: PayPalEntryFilter = {},
): PayPalLedgerEntry[] {
  return ledger.orders
    .all({ merchant })
    .filter((row) => order === undefined || namesOf(row).includes(order))
    .flatMap((row) => entriesOf(ledger, row));
}

function namesOf(row: OrderRow): (string | undefined)[] {
  const units = orderRequestOf(row).purchase_units;
  return [row.id, ...units.flatMap(({ custom_id, invoice_id, reference_id }) => [custom_id, invoice_id, reference_id])];
}

function entriesOf(ledger: PayPalLedger, row: OrderRow): PayPalLedgerEntry[] {
  const units = orderRequestOf(row).purchase_units;
  const referenceOf = (unit: number) =>
    units[unit]?.custom_id ?? units[unit]?.invoice_id ?? units[unit]?.reference_id ?? '';
  const entry = (
    kind: PayPalLedgerEntry['kind'],
    unit: number,
    moved: AuthorizationRow | CaptureRow | PayPalRefundRow,
  ) => ({
    kind,
    id: moved.id,
    order: row.id,
    reference: referenceOf(unit),
    merchant: row.merchant,
    amount: paypalMoneyOf(BigInt(moved.amount), moved.currency).value,
    currency: moved.currency,
    state: moved.status,
    at: new Date(moved.created_at).toISOString(),
  });
  const captures = ledger.captures.all({ order_id: row.id });
  const movements = [
    ...ledger.authorizations.all({ order_id: row.id }).map((one) => entry('AUTHORIZATION', one.unit, one)),
    ...captures.map((one) => entry('CAPTURE', one.unit, one)),
    ...captures.flatMap(({ id, unit }) =>
      ledger.refunds.all({ capture_id: id }).map((one) => entry('REFUND', unit, one)),
    ),
  ];
  const own = units.map(({ amount }, unit) => ({
    kind: 'ORDER' as const,
    id: row.id,
    order: row.id,
    reference: referenceOf(unit),
    merchant: row.merchant,
    amount: amount.value,
    currency: amount.currency_code,
    state: row.status,
    at: new Date(row.created_at).toISOString(),
  }));
  return [...own, ...movements.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))];
}
