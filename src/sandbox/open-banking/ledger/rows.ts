/** The rows of the banks' ledger. Amounts are cents as text; times are milliseconds since 1970. */
import type { Product } from '../banks.ts';

/**
 * ISO 20022's codes of single payments. The banks use those of the first line by themselves, the others where a tester
 * says so.
 */
export const STATUSES = [
  ...(['RCVD', 'PDNG', 'ACTC', 'ACWC', 'ACSP', 'ACSC', 'ACCC', 'RJCT', 'CANC'] as const),
  ...(['ACCP', 'ACFC', 'ACWP', 'PATC'] as const),
] as const;

export type TransactionStatus = (typeof STATUSES)[number];

export type ScaStatus =
  | 'received'
  | 'psuIdentified'
  | 'psuAuthenticated'
  | 'scaMethodSelected'
  | 'started'
  | 'finalised'
  | 'failed'
  | 'exempted';

/** What happens to a payment later on: it reaches a status, or the creditor's account is credited. */
export interface Step {
  readonly at: number;
  readonly status?: TransactionStatus;
  readonly isCredited?: true;
}

export interface PaymentRow {
  readonly id: string;
  readonly bank: string;
  readonly product: Product;
  /** Who initiated it: the organization's identifier in its certificate. */
  readonly tpp: string;
  /** As it was initiated, as JSON. */
  readonly request: string;
  readonly status: TransactionStatus;
  /** Null until the payer has chosen. */
  readonly debtor_iban: string | null;
  readonly amount: string;
  readonly creditor_iban: string;
  readonly end_to_end: string | null;
  readonly remittance: string | null;
  readonly redirect_uri: string | null;
  readonly nok_redirect_uri: string | null;
  /** What is still to happen, as JSON, in order. */
  readonly steps: string;
  /** When the first of them does. */
  readonly next_at: number | null;
  /** Until then the bank does not answer for it. */
  readonly silent_until: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}

export interface AuthorisationRow {
  readonly id: string;
  readonly payment_id: string;
  readonly kind: 'INITIATION' | 'CANCELLATION';
  readonly approach: 'REDIRECT' | 'DECOUPLED';
  readonly sca_status: ScaStatus;
  readonly psu_id: string | null;
  /** The one-time code that confirms; the page shows it. */
  readonly code: string;
  readonly wrong_codes: number;
  readonly redirect_uri: string | null;
  readonly nok_redirect_uri: string | null;
  /** Until when the payer may answer; null once it is answered. */
  readonly expires_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}

/** Every status that a payment reached, in order. */
export interface StatusRow {
  readonly id: string;
  readonly payment_id: string;
  readonly status: TransactionStatus;
  readonly at: number;
}

/** A line of an account's statement. */
export interface EntryRow {
  readonly id: string;
  readonly iban: string;
  readonly direction: 'DBIT' | 'CRDT';
  readonly amount: string;
  readonly payment_id: string;
  readonly other_iban: string;
  readonly other_name: string;
  readonly end_to_end: string | null;
  readonly remittance: string | null;
  readonly booked_at: number;
}

/** An X-Request-ID that was used, and what it made. */
export interface RequestRow {
  readonly id: string;
  readonly tpp: string;
  readonly operation: string;
  readonly request_id: string;
  readonly resource: string;
  readonly digest: string;
  readonly expires_at: number;
}
