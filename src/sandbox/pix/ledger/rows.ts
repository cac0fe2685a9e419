/** The rows of the PSP's ledger. Amounts are centavos as text; times are milliseconds since 1970. */

const CHARGE_STATUSES = ['ATIVA', 'CONCLUIDA', 'REMOVIDA_PELO_USUARIO_RECEBEDOR', 'REMOVIDA_PELO_PSP'] as const;
export type ChargeStatus = (typeof CHARGE_STATUSES)[number];

export type PspRefundStatus = 'EM_PROCESSAMENTO' | 'DEVOLVIDO' | 'NAO_REALIZADO';

export interface ChargeRow {
  /** `txid`. */
  readonly id: string;
  /** The owner's client id. */
  readonly owner: string;
  readonly status: ChargeStatus;
  readonly revision: number;
  readonly amount: string;
  /** Pix key. */
  readonly key: string;
  readonly seconds: number;
  readonly request_text: string | null;
  /** `infoAdicionais`, as JSON. */
  readonly info: string | null;
  /** The end of the charge's address. */
  readonly location: string;
  readonly created_at: number;
}

/** A received payment. */
export interface PixRow {
  /** `endToEndId`. */
  readonly id: string;
  readonly txid: string;
  readonly owner: string;
  readonly key: string;
  readonly amount: string;
  readonly paid_at: number;
}

export interface PspRefundRow {
  readonly id: string;
  /** The caller's id of the refund. */
  readonly refund_id: string;
  readonly pix: string;
  /** `rtrId`. */
  readonly return_id: string;
  readonly amount: string;
  readonly status: PspRefundStatus;
  readonly reason: string | null;
  /** The status that the refund gets when it is due. */
  readonly becomes: PspRefundStatus;
  readonly asked_at: number;
  readonly settled_at: number | null;
  readonly due_at: number | null;
  /** `natureza` of a refund that the PSP makes itself. */
  readonly nature: 'MED_FRAUDE' | null;
}

export interface PspWebhookRow {
  /** Pix key. */
  readonly id: string;
  readonly owner: string;
  readonly url: string;
  readonly created_at: number;
}

/** A callback to be sent. */
export interface PspDeliveryRow {
  readonly id: string;
  readonly url: string;
  readonly body: string;
  readonly tries: number;
  readonly due_at: number | null;
  readonly is_acknowledged: number;
}
