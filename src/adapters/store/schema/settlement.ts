/** The tables of settlement reports, as kysely types. A part of the schema. */
import type { EntryKind } from '../../../back-office/settlement/index.ts';

export interface SettlementTables {
  /** Settlement report files of acquirers and providers. */
  settlement_file: {
    key: number;
    source: string;
    /** SHA-256 of the file, hex. */
    hash: string;
    name: string;
    entries: number;
    created_at: number;
    /** The time at which all entries of the file were stored; null before. */
    done_at: number | null;
  };
  /** The entries of those files. Rows are only added, and each is booked once. */
  settlement_entry: {
    key: number;
    source: string;
    /** The entry's id from the report, unique within the source. */
    id: string;
    /** `SettlementEntry`, JSON. */
    entry: string;
    /** The order that the entry refers to; null if there is no such order here. */
    order_key: number | null;
    /** 1 once its chargeback and fee, if any, are transactions of the order. */
    booked: number;
    created_at: number;
    /** The merchant's payout that has the entry; null if the entry names none, or no merchant of this store. */
    payout_key: number | null;
  };
  /** The payouts of each merchant, by the reports. */
  settlement_payout: {
    key: number;
    merchant_key: number;
    source: string;
    /** The payout's id from the report. */
    payout: string;
    currency: string;
    /** The latest of the entries' dates, `2026-11-23`. */
    date: string;
  };
  /** The sums of a payout's entries of one kind. Each amount is so many billions, and units, of minor units. */
  settlement_payout_sum: {
    payout_key: number;
    kind: EntryKind;
    times: number;
    gross_billions: number;
    gross_units: number;
    fee_billions: number;
    fee_units: number;
    net_billions: number;
    net_units: number;
  };
}
