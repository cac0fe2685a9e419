/** The tables of risk rules. */
export interface RiskTables {
  /** Payments that rules held for a person, and the decisions. */
  risk_review: {
    transaction_key: number;
    /** When it was held; null once the gateway has carried the decision out. */
    open_since: number | null;
    /** Null before the decision. */
    decision: 'ACCEPTED' | 'REJECTED' | null;
    decided_by: string | null;
    decided_at: number | null;
    decision_reason: string | null;
    note: string | null;
  };
  /** Attempts that rules count, by what they have in common. Rows are removed when no rule can count them any more. */
  risk_attempt: {
    key: number;
    transaction_key: number;
    /** Keyed hash of a card, an e-mail address and so on, of one merchant or of all. */
    subject: Uint8Array;
    /** Minor units, decimal text. */
    amount: string;
    currency: string;
    /** 1 once the attempt has failed. */
    is_failed: number;
    created_at: number;
  };
}
