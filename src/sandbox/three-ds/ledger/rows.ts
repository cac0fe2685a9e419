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
 * DECIDED: at once and finally. AWAITED: waits for the payer's browser. CHALLENGED: the challenge is in progress.
 * DECOUPLED: the bank authenticates without the browser. ENDED: the result is final, by the payer's answer or a
 * timeout.
 */
export type TransactionState = 'DECIDED' | 'AWAITED' | 'CHALLENGED' | 'DECOUPLED' | 'ENDED';

export interface TransactionRow {
  /** The directory server's id: dsTransID. */
  readonly id: string;
  readonly three_ds_server_trans_id: string;
  readonly acs_trans_id: string;
  readonly scheme: string;
  readonly message_version: string;
  readonly device_channel: string;
  readonly message_category: string;
  /** The first six and the last four digits of the card number. */
  readonly account: string;
  /** A keyed hash of the card number, equal for all transactions of the card. */
  readonly card: string;
  /** A keyed hash of card, amount and transaction, from which authentication values are made. */
  readonly seed: string;
  readonly requestor_id: string;
  readonly requestor_url: string;
  /** acquirerMerchantID. */
  readonly merchant: string | null;
  readonly merchant_name: string | null;
  /** Minor units. Null without a purchase. */
  readonly amount: string | null;
  /** ISO 4217, numeric. */
  readonly currency: string | null;
  readonly exponent: string | null;
  /** The address for the RReq. */
  readonly result_url: string;
  readonly notification_url: string | null;
  /** threeDSCompInd: whether the 3DS Method page ended, according to the 3DS Server. */
  readonly comp_ind: string | null;
  readonly challenge_ind: string | null;
  readonly kind: ChallengeKind | null;
  readonly state: TransactionState;
  /** The status in the last ARes or RReq. */
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
  /** The value of threeDSSessionData, unchanged. */
  readonly session_data: string | null;
  /** The ending that a tester chose for the payer's arrival, as JSON. */
  readonly planned: string | null;
  /** When the transaction expires; null if it does not. */
  readonly expires_at: number | null;
  readonly created_at: number;
  readonly updated_at: number;
}

/**
 * An RReq. WAITING: not sent yet. SENT: no answer yet. ANSWERED: by RRes. REFUSED: by Erro, or by an invalid answer.
 * UNANSWERED: the 3DS Server could not be reached. LOST: a fault dropped it.
 */
export type ResultState = 'WAITING' | 'SENT' | 'ANSWERED' | 'REFUSED' | 'UNANSWERED' | 'LOST';

export interface ResultRow {
  readonly id: string;
  readonly ds_trans_id: string;
  readonly state: ResultState;
  /** The mode of the RReq's fault. */
  readonly fault: string | null;
  /** When the RReq is due. Null once it is sent, or if a fault drops it. */
  readonly due_at: number | null;
  readonly sent_at: number | null;
  /** The RRes or the Erro, as JSON; or a sentence for people. */
  readonly answer: string | null;
  readonly created_at: number;
}

/** A received or sent message. Card numbers in it are masked. */
export interface MessageRow {
  readonly id: string;
  readonly type: string;
  readonly sender: Component;
  readonly receiver: Component;
  readonly scheme: string | null;
  readonly three_ds_server_trans_id: string | null;
  /** The message as JSON. Null if it was too long to store. */
  readonly message: string | null;
  /** The message's error, as code and detail. */
  readonly problem: string | null;
  readonly at: number;
}

export type Component = '3DS Server' | 'directory server' | 'ACS' | 'browser';

/** A visit of a payer's browser to the 3DS Method page. */
export interface MethodRow {
  readonly id: string;
  readonly three_ds_server_trans_id: string;
  readonly notification_url: string;
  /** 1 if the method's page reports its end, otherwise 0. */
  readonly ends: number;
  readonly at: number;
}
