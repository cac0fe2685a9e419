/** The transactions of an account's balance in PayPal's reports, with their event codes (T-codes). */
import type { CaptureRow, OrderRow } from './ledger/rows.ts';
import { paypalMoneyOf } from './money.ts';
import type { PayPalWork } from './operation.ts';
import { feeOf, isoTime, isPaid } from './resources.ts';

/** Names that the report shows. It omits names with other characters. */
const NAME = /^[a-zA-Z0-9_'\-., ":;!?]{1,127}$/;

const CODES = {
  PAYMENT: 'T0006',
  REFUND: 'T1107',
  /** The money was returned to the buyer. */
  REVERSAL: 'T1106',
  HOLD: 'T1110',
  HOLD_RELEASED: 'T1111',
} as const;

export interface Transaction {
  readonly at: number;
  readonly isPending: boolean;
  /** `transaction_info` */
  readonly info: object;
}

interface BalanceMovement {
  readonly id: string;
  readonly code: keyof typeof CODES;
  readonly at: number;
  /** Minor units; negative if it reduces the balance. */
  readonly units: bigint;
  /** S: completed; P: pending; V: completed, and returned since. */
  readonly status: 'P' | 'S' | 'V';
  readonly fee?: bigint;
  /** The id of the related transaction, if any. */
  readonly about?: string;
}

/** The merchant's transactions, oldest first. */
export function transactionsOf(work: Pick<PayPalWork, 'ledger'>, merchant: string): readonly Transaction[] {
  const { ledger } = work;
  return ledger.orders
    .all({ merchant })
    .flatMap((order: OrderRow) => ledger.captures.all({ order_id: order.id }))
    .flatMap((capture) => movedOf(work, capture).map((moved) => transactionOf(capture, moved)))
    .sort((one, other) => one.at - other.at);
}

function movedOf({ ledger }: Pick<PayPalWork, 'ledger'>, capture: CaptureRow): readonly BalanceMovement[] {
  const { id, status, created_at: at } = capture;
  const units = BigInt(capture.amount);
  const isPending = status === 'PENDING';
  if (!isPending && !isPaid(capture)) {
    return [];
  }
  const paid: BalanceMovement = {
    ...{ id, code: 'PAYMENT', at, units },
    status: isPending ? 'P' : status === 'REFUNDED' ? 'V' : 'S',
    fee: isPending ? undefined : feeOf(units),
  };
  const refunds = ledger.refunds
    .all({ capture_id: id })
    .filter((refund) => refund.status === 'COMPLETED')
    .map((refund): BalanceMovement => {
      return {
        id: refund.id,
        code: 'REFUND',
        at: refund.created_at,
        units: -BigInt(refund.amount),
        status: 'S',
        about: id,
      };
    });
  return [paid, ...refunds, ...disputedOf({ ledger }, capture)];
}

/** PayPal holds the money during a dispute, and then gives it to the seller or the buyer. */
function disputedOf({ ledger }: Pick<PayPalWork, 'ledger'>, { id: about }: CaptureRow): readonly BalanceMovement[] {
  return ledger.disputes.all({ capture_id: about }).flatMap(({ id, amount, winner, created_at, updated_at: at }) => {
    const units = BigInt(amount);
    const [name, status] = [id.replaceAll('-', ''), 'S' as const];
    const moved = (code: BalanceMovement['code'], letter: string, sign: bigint, when: number): BalanceMovement => {
      return { id: `${name}${letter}`, code, at: when, units: sign * units, status, about };
    };
    return [
      moved('HOLD', 'H', -1n, created_at),
      ...(winner === null ? [] : [moved('HOLD_RELEASED', 'R', 1n, at)]),
      ...(winner === 'BUYER' ? [moved('REVERSAL', 'B', -1n, at)] : []),
    ];
  });
}

function transactionOf({ currency, invoice_id, custom_id }: CaptureRow, moved: BalanceMovement): Transaction {
  const { id, code, at, units, status, fee, about } = moved;
  return {
    at,
    isPending: status === 'P',
    info: {
      transaction_id: id,
      paypal_reference_id: about,
      paypal_reference_id_type: about === undefined ? undefined : 'TXN',
      transaction_event_code: CODES[code],
      transaction_initiation_date: isoTime(at),
      transaction_updated_date: isoTime(at),
      transaction_amount: paypalMoneyOf(units, currency),
      fee_amount: fee === undefined ? undefined : paypalMoneyOf(-fee, currency),
      transaction_status: status,
      invoice_id: invoice_id !== null && NAME.test(invoice_id) ? invoice_id : undefined,
      custom_field: custom_id !== null && NAME.test(custom_id) ? custom_id : undefined,
      protection_eligibility: '01',
    },
  };
}
