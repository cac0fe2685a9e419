/** The audit trail of actors and their actions: a hash chain with heads outside the database. */
export type { AuditFinding } from './audit-finding.ts';
export { type AuditCounts, AuditError, AuditTrail } from './audit-trail.ts';
export type { AuditEntry, AuditEvent, ChainHead } from './entry.ts';
export { HeadFile, readHeads } from './head-file.ts';
export type { AuditEntries, HeadLine, NewEntry, StoredUnmasking } from './ports.ts';
export { type SignInEvents, type SignInProof, SignInRecorder } from './sign-ins.ts';
export { AuditedUnmaskings } from './unmaskings.ts';
export { type Verification, verifyTrail } from './verify.ts';
