/** The tables of settlement reports, as kysely types. A part of the schema. */
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
  };
}
