/** The table of the audit trail, as `AuditEntry` says it. Rows are only ever added, and kept. */
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
