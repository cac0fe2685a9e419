/** The tables of risk rules, as kysely types. A part of the schema. */
export interface RiskTables {
  /** Payments that rules held for review, and the decisions. */
  risk_review: {
    transaction_key: number;
    /** The time at which the payment was held; null once the decision has been carried out. */
    open_since: number | null;
    /** Null before the decision. */
    decision: 'ACCEPTED' | 'REJECTED' | null;
    decided_by: string | null;
    decided_at: number | null;
    decision_reason: string | null;
    note: string | null;
  };
  /** Attempts that rules count. Rows that are too old for all rules are removed. */
  risk_attempt: {
    key: number;
    transaction_key: number;
    /** Keyed hash of a card, an e-mail address and the like, within one merchant or across all. */
    subject: Uint8Array;
    /** Minor units, decimal text. */
    amount: string;
    currency: string;
    /** 1 once the attempt has failed. */
    is_failed: number;
    created_at: number;
  };
}
