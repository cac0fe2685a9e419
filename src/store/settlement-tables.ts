/** The tables of settlement reports, as kysely types: a part of the schema. */
export interface SettlementTables {
  /** Files of what processors report that they paid out. */
  settlement_file: {
    key: number;
    source: string;
    /** SHA-256 of its bytes, hex. */
    hash: string;
    name: string;
    entries: number;
    created_at: number;
    /** When all its entries were stored. */
    done_at: number | null;
  };
  /** What those files say: rows are only ever added, and each is booked once. */
  settlement_entry: {
    key: number;
    source: string;
    /** Unique in its source, from the report. */
    id: string;
    /** `SettlementEntry`, JSON. */
    entry: string;
    /** The order that it names, where there is one here. */
    order_key: number | null;
    /** 1 once its chargeback and fee, if it has any, are transactions of the order. */
    booked: number;
    created_at: number;
  };
}
