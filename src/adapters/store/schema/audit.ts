/** The table of the audit trail, with the columns of `AuditEntry`. Rows are only added, and kept for ever. */
export interface AuditTables {
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
}
