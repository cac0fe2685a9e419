/** The table of refund requests, as a kysely type. A part of the schema. */
export interface RefundRequestTables {
  /** Refunds that wait for the operator, and the operator's decisions. */
  refund_request: {
    transaction_key: number;
    /** Null before the decision. */
    decision: 'APPROVED' | 'REJECTED' | null;
    decided_by: string | null;
    decided_at: number | null;
    /** The time at which the gateway carried out the decision; null before. */
    done_at: number | null;
  };
}
