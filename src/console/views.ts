/**
 * Saved views: a person's names for searches of the list of orders. Names and searches may name payers, and are sealed.
 */
import { DAY_MS } from '../contract/durations.ts';
import type { Clock, Sealer } from '../core/ports/index.ts';
import type { ListValues } from '../web/views/console/index.ts';
import { type AccessibleMerchant, may, type SignedIn } from './access.ts';
import { type ConsoleAudit, recordAtMerchant } from './audit.ts';
import type { BrowserCaller } from './sign-in.ts';

export interface StoredView {
  readonly key: number;
  readonly merchantKey: number;
  /** The person who saved it. */
  readonly personKey: number;
  /** Whether all people with a role at the merchant see it. */
  readonly isShared: boolean;
  /** Name and list, JSON, sealed for `viewPlace`. */
  readonly sealed: Uint8Array;
  /** When it was opened last, within a day. */
  readonly usedAt: number;
}

export interface ConsoleViews {
  newKey(): number;
  add(view: StoredView): Promise<void>;
  /** The person's own views at the merchant, and then those that others share there, each the oldest first. */
  visible(merchantKey: number, personKey: number, limit: number): Promise<readonly StoredView[]>;
  find(key: number): Promise<StoredView | undefined>;
  /** @returns false if it was changed or deleted since it was read */
  replace(view: StoredView, sealed: Uint8Array): Promise<boolean>;
  touch(key: number, now: number): Promise<void>;
  /** @returns false if there is none */
  delete(key: number): Promise<boolean>;
}

export interface ViewDependencies {
  readonly views: ConsoleViews;
  readonly sealer: Pick<Sealer, 'open' | 'seal'>;
  readonly clock: Clock;
  readonly audit: ConsoleAudit;
}

/** The most views of a person at a merchant, so that a list of them is read at a glance. */
export const VIEWS_OF_PERSON_MAX = 20;
/** The most that are read: those of a person, and those that others share. */
const VISIBLE_MAX = 100;
export const VIEW_NAME_CHARACTERS_MAX = 60;
const KEY = /^[1-9]\d{0,15}$/;

/** The place to which a view is sealed. */
export function viewPlace({ key }: { readonly key: number }): string {
  return `console view ${key}`;
}

export interface View {
  readonly stored: StoredView;
  readonly name: string;
  readonly values: ListValues;
  /** Whether the person may rename and delete it. */
  readonly isChangeable: boolean;
}

interface Person {
  readonly signedIn: SignedIn;
  readonly place: AccessibleMerchant;
}

/** The views that the person sees, by name. A view under a key that is gone is left out. */
export async function visibleViews(dependencies: ViewDependencies, by: Person): Promise<readonly View[]> {
  const { merchant } = by.place;
  const stored = await dependencies.views.visible(merchant.key, by.signedIn.person.key, VISIBLE_MAX);
  return stored
    .flatMap((one) => opened(dependencies, by, one) ?? [])
    .sort((one, other) => one.name.localeCompare(other.name, 'en'));
}

/** @returns undefined for a view that the person does not see, as for one that does not exist */
export async function findView(dependencies: ViewDependencies, by: Person, id: string): Promise<View | undefined> {
  const stored = KEY.test(id) ? await dependencies.views.find(Number(id)) : undefined;
  const isVisible = stored?.merchantKey === by.place.merchant.key && (stored.isShared || isOwn(stored, by));
  return stored && isVisible ? opened(dependencies, by, stored) : undefined;
}

function isOwn({ personKey }: StoredView, { signedIn }: Person): boolean {
  return personKey === signedIn.person.key;
}

function opened({ sealer }: ViewDependencies, by: Person, stored: StoredView): View | undefined {
  try {
    const { name, values } = JSON.parse(sealer.open(stored.sealed, viewPlace(stored))) as Pick<View, 'name' | 'values'>;
    return { stored, name, values, isChangeable: isOwn(stored, by) || may(by.place, 'SHARE_VIEWS') };
  } catch {
    return undefined;
  }
}

/** A day after its last use, opening a view notes the time, so that it is kept. */
export async function noteUse({ views, clock }: ViewDependencies, { stored }: View): Promise<void> {
  const now = clock.now();
  if (now - stored.usedAt > DAY_MS) {
    await views.touch(stored.key, now);
  }
}

/** The name without control characters and spaces around it. */
export function readViewName(fields: URLSearchParams): string {
  return (fields.get('name') ?? '').replace(/\p{Cc}+/gu, ' ').trim();
}

/** @returns why a name is refused */
export function nameProblem(name: string): 'LONG' | 'NONE' | undefined {
  return name === '' ? 'NONE' : name.length > VIEW_NAME_CHARACTERS_MAX ? 'LONG' : undefined;
}

export interface NewView {
  readonly name: string;
  readonly values: ListValues;
  readonly isShared: boolean;
}

/** @throws AuditError if it cannot be recorded; it is not saved then @returns false if the person has too many */
export async function saveView(
  dependencies: ViewDependencies,
  by: Person & { readonly caller: BrowserCaller },
  { name, values, ...wanted }: NewView,
): Promise<boolean> {
  const { views, sealer, clock } = dependencies;
  const { merchant } = by.place;
  const own = (await views.visible(merchant.key, by.signedIn.person.key, VISIBLE_MAX)).filter((one) => isOwn(one, by));
  if (own.length >= VIEWS_OF_PERSON_MAX) {
    return false;
  }
  const key = views.newKey();
  const isShared = wanted.isShared && may(by.place, 'SHARE_VIEWS');
  await record(dependencies, by, 'console view saved', { view: key, isShared });
  const sealed = sealer.seal(JSON.stringify({ name, values }), viewPlace({ key }));
  await views.add({
    key,
    merchantKey: merchant.key,
    personKey: by.signedIn.person.key,
    isShared,
    sealed,
    usedAt: clock.now(),
  });
  return true;
}

/** @throws AuditError if it cannot be recorded; it is not renamed then */
export async function renameView(
  dependencies: ViewDependencies,
  by: Person & { readonly caller: BrowserCaller },
  { stored, values }: View,
  name: string,
): Promise<void> {
  await record(dependencies, by, 'console view renamed', { view: stored.key });
  await dependencies.views.replace(
    stored,
    dependencies.sealer.seal(JSON.stringify({ name, values }), viewPlace(stored)),
  );
}

/** @throws AuditError if it cannot be recorded; it is not deleted then */
export async function deleteView(
  dependencies: ViewDependencies,
  by: Person & { readonly caller: BrowserCaller },
  { stored }: View,
): Promise<void> {
  await record(dependencies, by, 'console view deleted', { view: stored.key });
  await dependencies.views.delete(stored.key);
}

function record(
  { audit }: ViewDependencies,
  { signedIn: { person }, place, caller }: Person & { readonly caller: BrowserCaller },
  action: string,
  details: Readonly<Record<string, unknown>>,
): Promise<void> {
  return recordAtMerchant(audit, { action, person, merchantId: place.merchant.id, caller }, details);
}
