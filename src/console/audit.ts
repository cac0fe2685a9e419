/** The console's entries in the audit trail. An act that cannot be recorded is not done. */
import { networkOf } from '../platform/limits/index.ts';
import type { Person } from './ports.ts';

export interface ConsoleEvent {
  readonly action: string;
  /** The person's e-mail address. */
  readonly actor: string;
  /** A merchant's id. */
  readonly subject: string | null;
  /** The order whose timeline has the event. */
  readonly orderKey?: number | undefined;
  readonly details: Readonly<Record<string, unknown>>;
}

/** An event as the trail has it. */
export interface RecordedEvent extends Pick<ConsoleEvent, 'action' | 'actor' | 'details'> {
  /** Milliseconds since 1970. */
  readonly at: number;
}

export interface ConsoleAudit {
  /** Resolves when the event is durable. */
  append(event: ConsoleEvent): Promise<void>;
  /** Counts a failed sign-in, which a later entry lists. @param email undefined for nobody's */
  noteFailure(email: string | undefined, address: string, reason: string): void;
}

export interface AtMerchant {
  readonly action: string;
  readonly person: Person;
  readonly merchantId: string;
  readonly caller: From;
}

export function recordAtMerchant(
  audit: ConsoleAudit,
  { action, person: { email }, merchantId, caller: { address } }: AtMerchant,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  return audit.append({
    action,
    actor: email,
    subject: merchantId,
    details: { ...details, from: networkOf(address) },
  });
}

interface From {
  readonly address: string;
}

export type SignInBy = 'OpenID' | 'code' | 'invitation' | 'recovery code' | 'sandbox link';

export function recordSignIn(audit: ConsoleAudit, { email }: Person, { address }: From, by: SignInBy): Promise<void> {
  return audit.append({
    action: 'console sign-in',
    actor: email,
    subject: null,
    details: { from: networkOf(address), by },
  });
}

/** The person has proven the second factor again, before a sensitive act. */
export function recordProof(audit: ConsoleAudit, { email }: Person, { address }: From, by: SignInBy): Promise<void> {
  return audit.append({
    action: 'console code again',
    actor: email,
    subject: null,
    details: { from: networkOf(address), by },
  });
}

export function recordNewPassword(audit: ConsoleAudit, { email }: Person, { address }: From): Promise<void> {
  const details = { from: networkOf(address) };
  return audit.append({ action: 'console password changed', actor: email, subject: null, details });
}

export function recordSignOut(audit: ConsoleAudit, { email }: Person, { address }: From): Promise<void> {
  return audit.append({
    action: 'console sign-out',
    actor: email,
    subject: null,
    details: { from: networkOf(address) },
  });
}

export function recordEndedSession(audit: ConsoleAudit, { email }: Person, { address }: From): Promise<void> {
  const details = { from: networkOf(address) };
  return audit.append({ action: 'console session ended', actor: email, subject: null, details });
}
