/** The rows of the simulator's ledger. Amounts are minor units as text; times are milliseconds since 1970. */
import type { InstrumentId } from '../payer.ts';

export type PayPalOrderStatus = 'CREATED' | 'PAYER_ACTION_REQUIRED' | 'APPROVED' | 'COMPLETED' | 'VOIDED';

/** The decision on a pending movement, which each kind of movement reports by its own status. */
export type SettledStatus = 'COMPLETED' | 'DECLINED';

export interface OrderRow {
  readonly id: string;
  /** The payee's account id. */
  readonly merchant: string;
  readonly intent: 'CAPTURE' | 'AUTHORIZE';
  readonly status: PayPalOrderStatus;
  /** The request as created and patched, as JSON. */
  readonly request: string;
  /** The approved instrument. Null before the approval. */
  readonly instrument: InstrumentId | null;
  /** The server does not answer calls about the order before this time. */
  readonly silent_until: number | null;
  /** The end of the time for the payer's approval and the merchant's completion. */
  readonly expires_at: number;
  readonly created_at: number;
  readonly updated_at: number;
}

/** EXPIRED exists only in the ledger: PayPal reports VOIDED after the end of the validity. */
export type AuthorizationStatus =
  | 'CREATED'
  | 'CAPTURED'
  | 'DENIED'
  | 'EXPIRED'
  | 'PARTIALLY_CAPTURED'
  | 'PENDING'
  | 'VOIDED';

export interface AuthorizationRow {
  readonly id: string;
  readonly order_id: string;
  /** Index of the purchase unit. */
  readonly unit: number;
  readonly amount: string;
  readonly currency: string;
  readonly status: AuthorizationStatus;
  readonly reason: string | null;
  /** Id of the first authorization, if this authorization renews it. */
  readonly renews: string | null;
  readonly honored_until: number;
  readonly expires_at: number;
  /** When a pending authorization is decided automatically, and how. */
  readonly settles_at: number | null;
  readonly settles_as: SettledStatus | null;
  readonly created_at: number;
  readonly updated_at: number;
}

export type CaptureStatus = 'COMPLETED' | 'DECLINED' | 'PARTIALLY_REFUNDED' | 'PENDING' | 'REFUNDED' | 'FAILED';

export interface CaptureRow {
  readonly id: string;
  readonly order_id: string;
  readonly unit: number;
  readonly authorization_id: string | null;
  readonly amount: string;
  readonly currency: string;
  readonly status: CaptureStatus;
  readonly reason: string | null;
  readonly is_final: number;
  readonly invoice_id: string | null;
  readonly custom_id: string | null;
  /** When a pending capture is decided automatically, and how. */
  readonly settles_at: number | null;
  readonly settles_as: SettledStatus | null;
  readonly created_at: number;
  readonly updated_at: number;
}

export type PayPalRefundStatus = 'CANCELLED' | 'FAILED' | 'PENDING' | 'COMPLETED';

export interface PayPalRefundRow {
  readonly id: string;
  readonly capture_id: string;
  readonly amount: string;
  readonly currency: string;
  readonly status: PayPalRefundStatus;
  readonly reason: string | null;
  readonly invoice_id: string | null;
  readonly custom_id: string | null;
  readonly note: string | null;
  readonly settles_at: number | null;
  readonly settles_as: SettledStatus | null;
  readonly created_at: number;
  readonly updated_at: number;
}

/** A planned approval. */
export interface ApprovalStepRow {
  readonly id: string;
  readonly order_id: string;
  readonly instrument: InstrumentId;
  readonly due_at: number;
}

/** A used PayPal-Request-Id, and the resource of its request. */
export interface PayPalRequestRow {
  readonly id: string;
  readonly merchant: string;
  readonly operation: string;
  readonly request_id: string;
  readonly resource: string;
  /** A digest of the body. */
  readonly fingerprint: string;
  readonly expires_at: number;
}

export interface PayPalWebhookRow {
  readonly id: string;
  readonly merchant: string;
  readonly url: string;
}

export interface EventRow {
  readonly id: string;
  readonly merchant: string;
  readonly type: string;
  readonly body: string;
  readonly created_at: number;
}

export interface PayPalDeliveryRow {
  readonly id: string;
  readonly event_id: string;
  readonly webhook_id: string;
  readonly tries: number;
  /** Null: no longer due. */
  readonly due_at: number | null;
  readonly is_acknowledged: number;
}

export interface DisputeRow {
  readonly id: string;
  readonly capture_id: string;
  readonly amount: string;
  readonly currency: string;
  readonly reason: string;
  readonly status: string;
  /** Set once the dispute is resolved. BUYER: PayPal takes the money back from the merchant. */
  readonly winner: 'BUYER' | 'SELLER' | null;
  /** Null in a ledger of an earlier release: an inquiry. */
  readonly stage: string | null;
  /** The end of the time to answer; null while no answer is awaited. */
  readonly due_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}
