/**
 * Reads the ledgers of one order from their owners: the gateway's answer to the merchant, each provider's ledger, the
 * acquirer's, and the notifications queued in the gateway's store. `disagreements.ts` compares them.
 */
import Database from 'better-sqlite3';
import type { AcquirerLedgerEntry } from '../../../src/sandbox/acquirer/acquirer-ledger.ts';
import type { ProviderLedgerEntry } from '../../../src/sandbox/providers/provider-ledger-rows.ts';
import type { Merchant } from '../../support/merchant.ts';
import type { Stack } from '../../support/stack.ts';
import type { ProviderControl } from './provider-control.ts';

/** The transaction fields that the comparison reads, as the merchant sees them. */
export interface TransactionAnswer {
  readonly result: 'FAILURE' | 'PENDING' | 'SUCCESS' | 'UNKNOWN';
  readonly response: { readonly gatewayCode: string };
  readonly transaction: {
    readonly id: string;
    readonly type: string;
    readonly amount: number;
    readonly currency: string;
  };
  readonly sourceOfFunds: { readonly type: string };
  readonly browserPayment?: { readonly interaction?: Interaction; readonly redirectUrl?: string };
}

export interface Interaction {
  readonly status: string;
  readonly timeInitiated?: string;
  readonly timeRedirected?: string;
  readonly timeReturned?: string;
  readonly timeCompleted?: string;
}

export interface OrderAnswer {
  readonly status: string;
  readonly currency: string;
  readonly totalAuthorizedAmount: number;
  readonly totalCapturedAmount: number;
  readonly totalRefundedAmount: number;
  readonly transaction: readonly TransactionAnswer[];
}

/** The payment's id at its provider, and the handling of late money. */
export interface PaymentName {
  readonly transaction: string;
  readonly reference: string;
  readonly late: string | null;
}

export interface Notification {
  readonly transaction: string;
  readonly url: string;
}

export interface Ledgers {
  readonly gateway: OrderAnswer;
  readonly names: readonly PaymentName[];
  readonly provider: readonly ProviderLedgerEntry[];
  readonly acquirer: readonly AcquirerLedgerEntry[];
  readonly notifications: readonly Notification[];
  /** The number of callbacks that the gateway accepted. */
  readonly callbacks: number;
}

export async function readLedgers(
  { acquirer, merchant, storeFile }: Pick<Stack, 'acquirer' | 'merchant' | 'storeFile'>,
  providers: readonly ProviderControl[],
  orderId: string,
): Promise<Ledgers> {
  const [gateway, entries, movements] = await Promise.all([
    retrieveOrder(merchant, orderId),
    Promise.all(providers.map((provider) => provider.ledger(orderId))),
    acquirer.ledger(orderId),
  ]);
  return { gateway, provider: entries.flat(), acquirer: movements, ...readStore(storeFile, orderId) };
}

/** @throws Error with the answer if there is no such order */
export async function retrieveOrder(merchant: Merchant, orderId: string): Promise<OrderAnswer> {
  const { status, text } = await merchant.order(orderId);
  if (status !== 200) {
    throw new Error(text);
  }
  return JSON.parse(text) as OrderAnswer;
}

const TRANSACTIONS = 'payment_transaction t JOIN payment_order o ON o.key = t.order_key AND o.order_id = ? ';

/** Through a connection of its own, so that it sees only committed data. */
function readStore(file: string, orderId: string): Pick<Ledgers, 'callbacks' | 'names' | 'notifications'> {
  const store = new Database(file, { readonly: true, fileMustExist: true });
  try {
    const rowsOf = <Row>(columns: string, from: string) =>
      store
        .prepare<[string], Row>(`SELECT t.transaction_id AS "transaction", ${columns} FROM ${TRANSACTIONS} ${from}`)
        .all(orderId);
    return {
      names: rowsOf<PaymentName>('b.reference, b.late', 'JOIN browser_payment b ON b.transaction_key = t.key'),
      callbacks: rowsOf<{ times: number }>(
        'e.times',
        "JOIN browser_payment_event e ON e.transaction_key = t.key AND e.kind = 'CALLED_BACK'",
      ).reduce((sum, { times }) => sum + times, 0),
      notifications: rowsOf<Notification>('n.url', 'JOIN notification n ON n.transaction_key = t.key'),
    };
  } finally {
    store.close();
  }
}
