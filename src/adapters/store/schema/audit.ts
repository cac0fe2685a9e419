/** The tables of the audit trail, as kysely types. A part of the schema. */
export interface AuditTables {
  /** The trail, with the columns of `AuditEntry`. Rows are only added, and never removed. */
  audit_entry: {
    sequence: number;
    key: number;
    at: number;
    actor: string;
    action: string;
    subject: string | null;
    details: string;
    previous: string;
    hash: string;
  };
  /** The entries about an order, which are few: a payment's own requests have none. Rows are only added. */
  audit_entry_of_order: {
    order_key: number;
    sequence: number;
  };
  /** Responses that contained a full card number: caller, time, and order or token. Rows are only added. */
  unmasking: {
    key: number;
    merchant_key: number;
    /** SHA-256 of the client certificate, hex. */
    certificate: string;
    /** `userId` of the request, if it had one. */
    user_id: string | null;
    operation: string;
    order_id: string | null;
    transaction_id: string | null;
    token: string | null;
    at: number;
  };
}
