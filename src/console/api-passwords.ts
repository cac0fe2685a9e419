/** The API passwords of a merchant's servers: a new one, with the one before it valid for some time. */
import { HOUR_MS } from '../contract/durations.ts';
import type { Merchant } from '../core/index.ts';
import type { Clock, WithPasswords } from '../core/ports/index.ts';
import type { SignedIn } from './access.ts';
import { type ConsoleAudit, recordAtMerchant } from './audit.ts';
import type { BrowserCaller } from './sign-in.ts';

/** How long the password before a new one may stay valid, in hours. The first is offered first. */
export const KEPT_HOURS = [24, 0, 7 * 24, 30 * 24] as const;
export type KeptHours = (typeof KEPT_HOURS)[number];

export interface ApiPasswordDependencies {
  readonly apiPasswords: {
    /** @returns undefined for a merchant that does not exist */
    find(merchantId: string): Promise<StoredPasswords | undefined>;
    /**
     * Makes a new password.
     *
     * @returns undefined if another one was set after `setBefore`
     */
    renew(merchantId: string, times: RenewalTimes): Promise<string | undefined>;
    /** Ends the passwords before the newest one. */
    endFormer(merchantId: string, now: number): Promise<boolean>;
  };
  readonly audit: ConsoleAudit;
  readonly clock: Clock;
}

export type StoredPasswords = Required<WithPasswords> & {
  /** Null if it is not known. */
  readonly passwordSetAt: number | null;
};

/** Milliseconds since 1970. */
export interface RenewalTimes {
  readonly now: number;
  readonly keptUntil: number;
  /** When the password was set that is to be replaced. */
  readonly setBefore: number | null;
}

/** A person's wish for a new password. */
export interface Renewal {
  readonly hours: KeptHours;
  /** As the page showed it, so that a form that is sent twice makes one password. */
  readonly setBefore: number | null;
}

/** @returns the new password; undefined if somebody has set one since the page was made */
export async function renewApiPassword(
  { apiPasswords, audit, clock }: ApiPasswordDependencies,
  { person }: SignedIn,
  { id }: Merchant,
  { hours, setBefore }: Renewal,
  caller: BrowserCaller,
): Promise<string | undefined> {
  await recordAtMerchant(
    audit,
    { action: 'console api password', person, merchantId: id, caller },
    { keptHours: hours },
  );
  const now = clock.now();
  return apiPasswords.renew(id, { now, keptUntil: now + hours * HOUR_MS, setBefore });
}

export async function endFormerApiPasswords(
  { apiPasswords, audit, clock }: ApiPasswordDependencies,
  { person }: SignedIn,
  { id }: Merchant,
  caller: BrowserCaller,
): Promise<void> {
  await recordAtMerchant(audit, { action: 'console former api passwords ended', person, merchantId: id, caller }, {});
  await apiPasswords.endFormer(id, clock.now());
}
