/** Answers who is signed in, and at which merchants with which role. */
import type { Merchant } from '../core/index.ts';
import type { Clock } from '../core/ports/index.ts';
import { ALL_MERCHANTS, type ConsolePeople, type ConsoleSession, type Grant, type Person } from './ports.ts';
import { type Permission, ROLES, type Role } from './roles.ts';
import { hashSecret } from './secrets.ts';
import { isLive, TOUCH_MS_MIN } from './session-times.ts';
import type { Visitor } from './visitor.ts';

export interface ConsoleMerchants {
  find(id: string): Promise<Merchant | undefined>;
  byKey(key: number): Promise<Merchant | undefined>;
  list(): Promise<readonly Merchant[]>;
  count(): Promise<number>;
}

export interface AccessDependencies {
  readonly people: ConsolePeople;
  readonly merchants: ConsoleMerchants;
  readonly clock: Clock;
}

export interface SignedIn {
  readonly session: ConsoleSession;
  readonly person: Person;
  readonly grants: readonly Grant[];
  /** The number of merchants that the person may open. */
  readonly merchantCount: number;
}

/**
 * Reads session and roles anew for each request, so that a role that is taken away is gone with the next one.
 *
 * @returns undefined without a live session; its stage may be PASSWORD
 */
export async function sessionOf(
  { people, merchants, clock }: AccessDependencies,
  visitor: Visitor | undefined,
): Promise<SignedIn | undefined> {
  const session = visitor && (await people.findSession(hashSecret(visitor.id)));
  const now = clock.now();
  if (session === undefined || !isLive(session, now)) {
    return undefined;
  }
  const [person, grants] = await Promise.all([people.findByKey(session.personKey), people.grantsOf(session.personKey)]);
  if (person === undefined) {
    return undefined;
  }
  if (now - session.seenAt > TOUCH_MS_MIN) {
    await people.touchSession(session.key, now);
  }
  const isForAll = grants.some(({ merchantKey }) => merchantKey === ALL_MERCHANTS);
  return { session, person, grants, merchantCount: isForAll ? await merchants.count() : grants.length };
}

/** A merchant with the person's role there. */
export interface AccessibleMerchant {
  readonly merchant: Merchant;
  readonly role: Role;
}

/** A role for all merchants counts before one at the merchant. */
export function roleAt(grants: readonly Grant[], merchantKey: number): Role | undefined {
  const at = (key: number) => grants.find((grant) => grant.merchantKey === key)?.role;
  return at(ALL_MERCHANTS) ?? at(merchantKey);
}

/** @returns undefined for a merchant that does not exist, and alike for one at which the person has no role */
export async function merchantOf(
  { merchants }: Pick<AccessDependencies, 'merchants'>,
  { grants }: SignedIn,
  merchantId: string,
): Promise<AccessibleMerchant | undefined> {
  const merchant = await merchants.find(merchantId);
  const role = merchant && roleAt(grants, merchant.key);
  return merchant && role && { merchant, role };
}

/** All merchants of the person, by name. */
export async function merchantsOf(
  { merchants }: Pick<AccessDependencies, 'merchants'>,
  { grants }: SignedIn,
): Promise<readonly AccessibleMerchant[]> {
  const isForAll = grants.some(({ merchantKey }) => merchantKey === ALL_MERCHANTS);
  const found = isForAll
    ? await merchants.list()
    : await Promise.all(grants.map(({ merchantKey }) => merchants.byKey(merchantKey)));
  return found
    .flatMap((merchant) => {
      const role = merchant && roleAt(grants, merchant.key);
      return merchant && role ? [{ merchant, role }] : [];
    })
    .sort((one, other) => one.merchant.profile.name.localeCompare(other.merchant.profile.name, 'en'));
}

const READING: ReadonlySet<Permission> = new Set(['SEE_ORDERS', 'SEE_PEOPLE', 'SEE_SETTINGS']);

/** Nobody acts at a disabled merchant, whose server may not either. */
export function may({ merchant, role }: AccessibleMerchant, permission: Permission): boolean {
  return ROLES[role].may.includes(permission) && (READING.has(permission) || !merchant.isDisabled);
}
