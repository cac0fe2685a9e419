/** The table of disputes, as kysely types. A part of the schema. */
export interface DisputeTables {
  /** Disputes about the money of orders. They have no text of payers. */
  dispute: {
    key: number;
    merchant_key: number;
    order_key: number;
    /** An acquirer's name or a provider's id. Empty: the order's ledger alone has a chargeback. */
    source: string;
    /** The source's own id of the dispute. */
    id: string;
    /** 1: the provider closes it. 0: it is closed once the ledger has the return of the money. */
    by_provider: number;
    is_open: number;
    /** The end of the time to answer; far in the future if it is not known. */
    due_at: number;
    changed_at: number;
    /** Reason, stage, outcome, amount and dates, JSON: `DisputeFacts`. */
    facts: string;
    /** The time of the next mail about it; null if none follows. */
    mail_at: number | null;
  };
}
