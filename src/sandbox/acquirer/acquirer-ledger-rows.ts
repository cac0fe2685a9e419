/** The ledger's rows, and their form in `GET /acquirer/ledger`. */
import { currencyOf, majorText } from '../../contract/money.ts';
import type { MovementState } from './decision.ts';
import type { MovementKind } from './movement.ts';

export interface AcquirerLedgerEntry {
  readonly kind: Exclude<MovementKind, 'VOID'>;
  /** The retrieval reference number, which the gateway calls the receipt. */
  readonly reference: string;
  /** Field 41 of its message, 8 characters. Absent for hosts without terminals. */
  readonly terminal?: string;
  readonly merchant: string;
  readonly order: string;
  readonly transaction: string;
  /**
   * Decimal text in major units, with the currency's own number of places. An update has the authorization's new total.
   */
  readonly amount: string;
  /** ISO 4217 alphabetic code. */
  readonly currency: string;
  readonly state: MovementState;
  /** ISO 8601, UTC. */
  readonly at: string;
  /** Set if the card is a gift card. */
  readonly giftCard?: true;
}

/** The row of one trace. `kind` is null for a reversal whose original arrived later or not at all. */
export interface LedgerRow {
  readonly id: number;
  readonly trace: string;
  readonly kind: MovementKind | null;
  readonly reference: string;
  readonly merchant: string;
  readonly order_id: string;
  readonly transaction_id: string;
  /** Minor units, at most 12 digits. */
  readonly amount: number;
  readonly currency: string;
  readonly state: MovementState;
  readonly response_code: string;
  readonly authorization_code: string | null;
  readonly additional_response: string | null;
  readonly is_silent: number;
  /** Milliseconds since 1970. From this time on the response is an approval. */
  readonly settles_at: number | null;
  /** Keyed hash of a gift card's number, and the card's initial balance, in minor units of the row's currency. */
  readonly gift_card: Buffer | null;
  readonly gift_card_balance: number | null;
  readonly original: string | null;
  readonly root: number | null;
  readonly network_data: string | null;
  /** Null without a card on file. */
  readonly pos_environment: string | null;
  readonly at: number;
}

const TERMINAL_CHARACTERS = 8;

/** @param row a movement's row: neither a void, nor a reversal without its original */
export function entryOf(row: LedgerRow): AcquirerLedgerEntry {
  const currency = currencyOf(row.currency);
  return {
    kind: row.kind as AcquirerLedgerEntry['kind'],
    reference: row.reference,
    terminal: row.trace.slice(0, TERMINAL_CHARACTERS),
    merchant: row.merchant,
    order: row.order_id,
    transaction: row.transaction_id,
    amount: currency === undefined ? String(row.amount) : majorText(BigInt(row.amount), currency),
    currency: row.currency,
    state: row.state,
    at: new Date(row.at).toISOString(),
    giftCard: row.gift_card === null ? undefined : true,
  };
}
