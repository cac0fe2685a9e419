/** Answers who is signed in, and at which merchants with which role. */
import type { Merchant } from '../core/index.ts';
import type { Clock } from '../core/ports/index.ts';
import { ALL_MERCHANTS, type ConsolePeople, type ConsoleSession, type Grant, type Person } from './ports.ts';
import { type Permission, ROLES, type Role } from './roles.ts';
import { hashSecret } from './secrets.ts';
import { isLive, TOUCH_MS_MIN } from './session-times.ts';
import { askStores, type ConsoleStores, type FurtherStore, STORES_ASKED_MAX } from './stores.ts';
import type { Visitor } from './visitor.ts';

export interface ConsoleMerchants {
  find(id: string): Promise<Merchant | undefined>;
  byKey(key: number): Promise<Merchant | undefined>;
  list(): Promise<readonly Merchant[]>;
  count(): Promise<number>;
}

export interface AccessDependencies {
  readonly people: ConsolePeople;
  /** Those of one store. */
  readonly merchants: ConsoleMerchants;
  readonly stores: ConsoleStores<Pick<AccessDependencies, 'merchants'>>;
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
  { people, merchants, stores, clock }: AccessDependencies,
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
  const merchantCount = isForAll(grants)
    ? stores.further().reduce((sum, store) => sum + store.merchants, await merchants.count())
    : grants.length;
  return { session, person, grants, merchantCount };
}

/** Whether the person has a role for all merchants. */
export function isForAll(grants: readonly Grant[]): boolean {
  return grants.some(({ merchantKey }) => merchantKey === ALL_MERCHANTS);
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

/** Whether the person has a role at a merchant of this id; `roleAt` knows the merchant itself, by its key. */
export function roleSomewhere(grants: readonly Grant[], id: string): boolean {
  return isForAll(grants) || grants.some(({ merchantId }) => merchantId === id);
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

/** A merchant at which a person has a role, and which could not be read. */
export interface UnreadMerchant {
  readonly id: string;
  readonly role: Role;
  /** False if its store was not asked, because the person has merchants in many. */
  readonly isAway: boolean;
}

export interface FoundMerchants {
  /** By name. */
  readonly merchants: readonly AccessibleMerchant[];
  readonly unread: readonly UnreadMerchant[];
}

/** The merchants of the person; of a person with a role for all, those of the first store. */
export async function merchantsOf(
  { merchants, stores }: Pick<AccessDependencies, 'merchants' | 'stores'>,
  { grants }: Pick<SignedIn, 'grants'>,
): Promise<FoundMerchants> {
  if (isForAll(grants)) {
    return { merchants: accessible(await merchants.list(), grants), unread: [] };
  }
  const isFurther = ({ merchantId }: Grant) => storeOf(stores, merchantId) !== undefined;
  const [own, further] = await Promise.all([
    Promise.all(grants.filter((grant) => !isFurther(grant)).map(({ merchantKey }) => merchants.byKey(merchantKey))),
    furtherMerchants({ stores }, grants.filter(isFurther)),
  ]);
  return { merchants: accessible([...own, ...further.found], grants), unread: further.unread };
}

/** Those of the merchants that are in further stores. */
export async function furtherMerchants<At extends Pick<Grant, 'merchantId'>>(
  { stores }: Pick<AccessDependencies, 'stores'>,
  places: readonly At[],
): Promise<{
  readonly found: readonly Merchant[];
  readonly unread: readonly (At & { readonly id: string; readonly isAway: boolean })[];
}> {
  const byStore = Map.groupBy(places, ({ merchantId }) => storeOf(stores, merchantId));
  byStore.delete(undefined);
  const all = [...byStore.keys()] as FurtherStore[];
  const asked = all.slice(0, STORES_ASKED_MAX);
  const { answers, away } = await askStores(stores, asked, (ports, store) =>
    Promise.all((byStore.get(store) ?? []).map(({ merchantId }) => ports.merchants.find(merchantId as string))),
  );
  const answered = new Set(answers.map(({ store }) => store));
  return {
    found: answers.flatMap(({ result }) => result.filter((merchant) => merchant !== undefined)),
    unread: all
      .filter((store) => !answered.has(store))
      .flatMap((store) =>
        (byStore.get(store) ?? []).map((at) => ({ ...at, id: at.merchantId as string, isAway: away.includes(store) })),
      ),
  };
}

function storeOf(stores: AccessDependencies['stores'], merchantId: Grant['merchantId']): FurtherStore | undefined {
  return typeof merchantId === 'string' ? stores.storeOf(merchantId) : undefined;
}

/** The merchants at which the person has a role, by name. */
export function accessible(
  merchants: readonly (Merchant | undefined)[],
  grants: readonly Grant[],
): readonly AccessibleMerchant[] {
  return merchants
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
