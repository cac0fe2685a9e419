/** The ledger in `GET …/ledger`, in the form of the other providers' ledgers. */
import { centavosText } from '../money.ts';
import type { PspLedger } from './ledger.ts';
import type { ChargeRow } from './rows.ts';

export interface PspLedgerEntry {
  readonly kind: 'PAYMENT' | 'REFUND';
  /** The txid of a payment; the caller's id of a refund. */
  readonly id: string;
  /** `Pedido` in the additional information. */
  readonly order: string;
  /** Pix key. */
  readonly merchant: string;
  /** Decimal text in major units. */
  readonly amount: string;
  readonly currency: 'BRL';
  readonly state: string;
  /** The received amount of a payment; decimal text. */
  readonly received: string;
  /** ISO 8601, UTC. */
  readonly at: string;
}

export function pspLedgerEntries(ledger: PspLedger, order?: string): PspLedgerEntry[] {
  return ledger.charges
    .all()
    .filter((row) => order === undefined || orderOf(row) === order || row.id === order)
    .flatMap((row) => [paymentOf(ledger, row), ...refundsOf(ledger, row)]);
}

export function orderOf({ info }: ChargeRow): string {
  const named = JSON.parse(info ?? '[]') as { readonly nome: string; readonly valor: string }[];
  return named.find(({ nome }) => nome === 'Pedido')?.valor ?? '';
}

function paymentOf(ledger: PspLedger, row: ChargeRow): PspLedgerEntry {
  const received = ledger.pix.all({ txid: row.id }).reduce((sum, { amount }) => sum + BigInt(amount), 0n);
  return {
    ...{ kind: 'PAYMENT', id: row.id, order: orderOf(row), merchant: row.key },
    ...{ amount: centavosText(row.amount), currency: 'BRL', state: row.status },
    received: centavosText(`${received}`),
    at: new Date(row.created_at).toISOString(),
  };
}

function refundsOf(ledger: PspLedger, charge: ChargeRow): PspLedgerEntry[] {
  return ledger.pix.all({ txid: charge.id }).flatMap(({ id: pix }) =>
    ledger.refunds.all({ pix }).map((row) => ({
      ...({ kind: 'REFUND', id: row.refund_id, order: orderOf(charge), merchant: charge.key } as const),
      ...({ amount: centavosText(row.amount), currency: 'BRL', state: row.status, received: '0.00' } as const),
      at: new Date(row.asked_at).toISOString(),
    })),
  );
}
