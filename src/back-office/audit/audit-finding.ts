export type FindingKind =
  | 'ADDED'
  | 'CHANGED'
  | 'CUT'
  | 'MOVED'
  | 'REMOVED'
  | 'REWRITTEN'
  | 'UNLINKED'
  | 'UNMASKING_ADDED'
  | 'UNMASKING_CHANGED'
  | 'UNMASKING_REMOVED';

export interface AuditFinding {
  readonly kind: FindingKind;
  /** Sequence of the entry, or of the first of several. */
  readonly sequence: number;
  /** A sentence for the operator. */
  readonly says: string;
}
