/**
 * A merchant's update of a session. A payment does not change the session's version, so the update is validated before
 * its write and after it; if a concurrent payment forbids the change, the change is undone.
 */
import { invalidFields } from '../../contract/interface-error.ts';
import type { RequestFields } from '../../contract/request-fields.ts';
import { without } from '../../contract/values.ts';
import { RACED, RACES_MAX, retryRaces } from '../../platform/races.ts';
import { merchantFields, updatedGiven } from './given-details.ts';
import type { SealedValues } from './sealed-values.ts';
import type { Checkout, Session, Sessions } from './session.ts';
import { nextVersion, versionProblems } from './session-version.ts';

export interface MerchantUpdate {
  /** Merged into the session's. A `session.version` among them must be the stored one. */
  readonly values: RequestFields;
  /** A new checkout, which starts without the values that a payer typed in the one before. */
  readonly checkout?: Checkout | undefined;
  /** Throws if the values are invalid with those of this state of the session. */
  readonly requireValid?: (current: Session) => Promise<void>;
  /** Throws if the update is not allowed in this state of the session. */
  readonly requireAllowed?: (current: Session) => Promise<void>;
}

/**
 * @param reload reads the session again after a concurrent change
 * @throws InterfaceError when the session's version is another, and any error of `requireValid` and `requireAllowed`
 */
export async function updateByMerchant(
  sessions: Sessions,
  sealed: SealedValues,
  session: Session,
  { values, checkout, requireValid, requireAllowed }: MerchantUpdate,
  reload: () => Promise<Session>,
): Promise<Session> {
  let current = session;
  const updated = await retryRaces(async () => {
    requireVersion(current, values.session?.version);
    await requireValid?.(current);
    await requireAllowed?.(current);
    const fields = checkout === undefined ? current.fields : merchantFields(current);
    const own = { ...current, fields, checkout: ofMerchant(checkout ?? current.checkout, values) };
    const next = sealed.update(own, values);
    if (!(await sessions.replace(next, current))) {
      current = await reload();
      return RACED;
    }
    await requireAllowed?.(current).catch(async (refusal: unknown) => {
      await restoreOrder(sessions, current, checkout !== undefined);
      throw refusal;
    });
    return next;
  });
  return unlessRaced(updated, session);
}

/** @throws InterfaceError when the session's version is another than the one wanted */
export function requireVersion(session: Session, wanted: string | undefined): void {
  const problems = versionProblems(session, wanted);
  if (problems.length > 0) {
    throw invalidFields(problems);
  }
}

/** Applies the change to the checkout, which invalidates forms that were shown before. */
function ofMerchant(checkout: Checkout | null, values: RequestFields): Checkout | null {
  if (checkout === null) {
    return null;
  }
  const { merchantVersion: _before, ...changed } = checkout;
  return { ...changed, ...updatedGiven(checkout, values) };
}

/**
 * Restores the order's fields. Card data stays as it is: the payment may have erased a security code, which must not be
 * restored.
 */
async function restoreOrder(sessions: Sessions, before: Session, isCheckoutNew: boolean): Promise<void> {
  const restored = await retryRaces(async () => {
    const current = await sessions.find(before.id);
    if (current === undefined) {
      return undefined;
    }
    const next: Session = {
      ...current,
      version: nextVersion(current.version),
      fields: { ...without(current.fields, ['order']), order: before.fields.order },
      checkout: isCheckoutNew ? before.checkout : current.checkout,
    };
    return (await sessions.replace(next, current)) ? next : RACED;
  });
  unlessRaced(restored, before);
}

function unlessRaced<Result>(result: Result | typeof RACED, { key }: Session): Result {
  if (result === RACED) {
    throw new Error(`session ${key} lost ${RACES_MAX} races for one update`);
  }
  return result;
}
