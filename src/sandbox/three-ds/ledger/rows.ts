/** The rows of the ledger of directory servers and ACS. Times are milliseconds since 1970. */
import type { ChallengeKind } from '../acs/challenge-kinds.ts';

/** One change of one card range. */
export interface RangeChangeRow {
  readonly id: string;
  readonly scheme: string;
  readonly serial: number;
  readonly action: 'A' | 'M' | 'D';
  /** As JSON. */
  readonly range: string;
  readonly at: number;
}

/**
 * DECIDED: at once, for good. AWAITED: the payer is to come. CHALLENGED: the payer is there. DECOUPLED: the bank asks
 * by itself. ENDED: the payer's answer, or the lack of one, is the result.
 */
export type TransactionState = 'DECIDED' | 'AWAITED' | 'CHALLENGED' | 'DECOUPLED' | 'ENDED';

export interface TransactionRow {
  /** The directory server's: dsTransID. */
  readonly id: string;
  readonly three_ds_server_trans_id: string;
  readonly acs_trans_id: string;
  readonly scheme: string;
  readonly message_version: string;
  readonly device_channel: string;
  readonly message_category: string;
  /** The card's number, first six digits and last four. */
  readonly account: string;
  /** Its keyed hash: two transactions of one card have the same. */
  readonly card: string;
  /** Of card, amount and this transaction: authentication values are made from it. */
  readonly seed: string;
  readonly requestor_id: string;
  readonly requestor_url: string;
  /** acquirerMerchantID. */
  readonly merchant: string | null;
  readonly merchant_name: string | null;
  /** Minor units; null where nothing is bought. */
  readonly amount: string | null;
  /** ISO 4217, numeric. */
  readonly currency: string | null;
  readonly exponent: string | null;
  /** Where the result is told. */
  readonly result_url: string;
  readonly notification_url: string | null;
  /** Whether the method's page ended, as the 3DS Server says. */
  readonly comp_ind: string | null;
  readonly challenge_ind: string | null;
  readonly kind: ChallengeKind | null;
  readonly state: TransactionState;
  /** As it was last told, by ARes or RReq. */
  readonly trans_status: string;
  readonly trans_status_reason: string | null;
  readonly eci: string | null;
  readonly authentication_value: string | null;
  readonly authentication_type: string | null;
  /** The code that the page shows. */
  readonly code: string | null;
  readonly wrong_codes: number;
  readonly interactions: number;
  readonly challenge_cancel: string | null;
  readonly white_list_status: string | null;
  readonly window_size: string | null;
  /** threeDSSessionData, as it came. */
  readonly session_data: string | null;
  /** How a tester wants it to end as soon as the payer comes, as JSON. */
  readonly planned: string | null;
  /** When it ends by itself. */
  readonly expires_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}

/**
 * An RReq. WAITING: not sent yet. SENT: no answer so far. ANSWERED: by RRes. REFUSED: by Erro, or by an answer that is
 * none. UNANSWERED: the 3DS Server was not reached. LOST: a fault kept it.
 */
export type ResultState = 'WAITING' | 'SENT' | 'ANSWERED' | 'REFUSED' | 'UNANSWERED' | 'LOST';

export interface ResultRow {
  readonly id: string;
  readonly ds_trans_id: string;
  readonly state: ResultState;
  /** What a fault does to it. */
  readonly fault: string | null;
  /** Null where a fault keeps it back for ever, or it was sent. */
  readonly due_at: number | null;
  readonly sent_at: number | null;
  /** The RRes or the Erro, as JSON; or a sentence. */
  readonly answer: string | null;
  readonly created_at: number;
}

/** A message that came or went. Card numbers in it are masked. */
export interface MessageRow {
  readonly id: string;
  readonly type: string;
  readonly sender: Component;
  readonly receiver: Component;
  readonly scheme: string | null;
  readonly three_ds_server_trans_id: string | null;
  /** As JSON; null where it was too long to keep, or no JSON. */
  readonly message: string | null;
  /** What is wrong with it, as code and detail. */
  readonly problem: string | null;
  readonly at: number;
}

export type Component = '3DS Server' | 'directory server' | 'ACS' | 'browser';

/** A visit of a payer's browser to the method's page. */
export interface MethodRow {
  readonly id: string;
  readonly three_ds_server_trans_id: string;
  readonly notification_url: string;
  /** Whether the page leads on. */
  readonly ends: number;
  readonly at: number;
}
