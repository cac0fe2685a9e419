/** The rows of the banks' ledger. Amounts are cents as text; times are milliseconds since 1970. */
import type { Product } from '../banks.ts';

/**
 * ISO 20022 status codes of single payments. The banks set the statuses of the first line by themselves, and the others
 * only after a control call.
 */
export const PAYMENT_STATUSES = [
  ...(['RCVD', 'PDNG', 'ACTC', 'ACWC', 'ACSP', 'ACSC', 'ACCC', 'RJCT', 'CANC'] as const),
  ...(['ACCP', 'ACFC', 'ACWP', 'PATC'] as const),
] as const;

export type TransactionStatus = (typeof PAYMENT_STATUSES)[number];

export type ScaStatus =
  | 'received'
  | 'psuIdentified'
  | 'psuAuthenticated'
  | 'scaMethodSelected'
  | 'started'
  | 'finalised'
  | 'failed'
  | 'exempted';

/** A later event of a payment: it reaches a status, or the creditor's account is credited. */
export interface PaymentStep {
  readonly at: number;
  readonly status?: TransactionStatus;
  readonly isCredited?: true;
}

export interface BankPaymentRow {
  readonly id: string;
  readonly bank: string;
  readonly product: Product;
  /** The initiating organization's identifier in its certificate. */
  readonly tpp: string;
  /** The initiation request, as JSON. */
  readonly request: string;
  readonly status: TransactionStatus;
  /** Null until the payer has chosen an account. */
  readonly debtor_iban: string | null;
  readonly amount: string;
  readonly creditor_iban: string;
  readonly end_to_end: string | null;
  readonly remittance: string | null;
  readonly redirect_uri: string | null;
  readonly nok_redirect_uri: string | null;
  /** The planned steps, as JSON, in order. */
  readonly steps: string;
  /** When the first step is due. */
  readonly next_at: number | null;
  /** The bank does not answer calls about the payment before this time. */
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
  /** The one-time code for the confirmation; the page shows it. */
  readonly code: string;
  readonly wrong_codes: number;
  readonly redirect_uri: string | null;
  readonly nok_redirect_uri: string | null;
  /** The end of the payer's time to answer. Null once answered. */
  readonly expires_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}

/** One status that a payment reached. */
export interface StatusRow {
  readonly id: string;
  readonly payment_id: string;
  readonly status: TransactionStatus;
  readonly at: number;
}

/** A line of an account's statement. */
export interface StatementRow {
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

/** A used X-Request-ID, and the resource of its request. */
export interface BankRequestRow {
  readonly id: string;
  readonly tpp: string;
  readonly operation: string;
  readonly request_id: string;
  readonly resource: string;
  readonly digest: string;
  readonly expires_at: number;
}
