/** Decides from a stored checkout whether it has ended without a payment. A pure function. */
import { MINUTE_MS } from '../../contract/durations.ts';
import { heldParts } from '../../core/index.ts';
import type { CheckoutEventKind, StoredOrder } from '../../core/ports/index.ts';
import { attemptsKey, type Checkout, type CheckoutSession, type KeyedSession } from '../session/session.ts';
import { endOf, linkEnd } from '../session/session-life.ts';
import { type CheckoutState, checkoutState } from '../status/state.ts';

export interface StoredCheckout extends KeyedSession {
  readonly checkout: Checkout;
}

/** The records of a checkout. */
export interface CheckoutRecords {
  /** The session that the merchant made: the checkout's own, or a payment link's. */
  readonly session: StoredCheckout;
  /** The session that serves the link's current attempt, if it is still stored. */
  readonly behind: StoredCheckout | undefined;
  /** Undefined before the first attempt. */
  readonly order: StoredOrder | undefined;
  /** A provider took money for a payment that had ended, and has not refunded it. */
  readonly isLate: boolean;
}

export interface EndedCheckout {
  readonly kind: 'ENDED';
  readonly event: CheckoutEventKind;
  /** The payer cancelled, and has not come back since. */
  readonly isCancelled: boolean;
  readonly lastStepAt: number;
  readonly failedAttempts: number;
}

export type CheckoutFate =
  | EndedCheckout
  /** It is looked at again at this time. */
  | { readonly kind: 'GOES_ON'; readonly until: number }
  | { readonly kind: 'PAID' };

/**
 * A payment that is open may end in a minute, or in days. Its checkout is abandoned no earlier than the idle minutes
 * after its failure, so it is looked at no sooner, but often enough to see a session's end on the same day.
 */
const OPEN_MINUTES_MAX = 15;

const PAID: ReadonlySet<CheckoutState['kind']> = new Set(['paid', 'paidOtherwise']);
/** States in which a payment, or the authentication before it, is under way. */
const OPEN: ReadonlySet<CheckoutState['kind']> = new Set([
  'atProvider',
  'authenticating',
  'held',
  'late',
  'pending',
  'underWay',
  'unknown',
  'waiting',
]);

/** @param idleMinutes after which a checkout without a step of its payer is abandoned */
export function fateOfCheckout(records: CheckoutRecords, idleMinutes: number, now: number): CheckoutFate {
  const { session, order, isLate } = records;
  const kinds = statesOf(records, now);
  if (kinds.some((kind) => PAID.has(kind))) {
    return { kind: 'PAID' };
  }
  if (isLate || kinds.some((kind) => OPEN.has(kind)) || (order !== undefined && heldParts(order.state).length > 0)) {
    return { kind: 'GOES_ON', until: now + Math.min(idleMinutes, OPEN_MINUTES_MAX) * MINUTE_MS };
  }
  const usedAt = lastUse(records, now);
  const { leftAt } = session.checkout;
  const lastStepAt = Math.max(usedAt ?? session.createdAt, leftAt ?? 0, order?.updatedAt ?? 0);
  const endsAt = Math.min(session.expiresAt, linkEnd(session));
  // A payment link that nobody has opened only times out.
  const abandonedAt = usedAt === undefined && leftAt === undefined ? endsAt : lastStepAt + idleMinutes * MINUTE_MS;
  const until = Math.min(endsAt, abandonedAt);
  if (now < until) {
    return { kind: 'GOES_ON', until };
  }
  const isCancelled = leftAt === lastStepAt;
  return {
    kind: 'ENDED',
    event: now >= endsAt && !isCancelled ? 'CHECKOUT_TIMED_OUT' : 'CHECKOUT_ABANDONED',
    isCancelled,
    lastStepAt,
    failedAttempts: failedAttempts(session, order),
  };
}

/** The states of the merchant's session, and of the one behind a payment link, whose payer may be at the bank. */
function statesOf({ session, behind, order }: CheckoutRecords, now: number): readonly CheckoutState['kind'][] {
  const own: CheckoutSession = { ...session, id: '' };
  const { authentication, behind: reference } = behind?.checkout ?? {};
  const serving: CheckoutSession | undefined = behind && {
    ...behind,
    id: '',
    fields: session.fields,
    checkout: { ...session.checkout, behind: reference, authentication },
    linkKey: session.key,
  };
  return [own, ...(serving === undefined ? [] : [serving])].map((one) => checkoutState(one, order, now).kind);
}

/** The time of the payer's last visit, to the minute; undefined for a payment link that nobody has opened. */
function lastUse({ session, behind }: CheckoutRecords, now: number): number | undefined {
  const { fields, checkout } = session;
  if (checkout.mode !== 'PAYMENT_LINK') {
    return Math.min(now, Math.max(session.updatedAt, session.expiresAt - endOf(session, 0)));
  }
  if (behind !== undefined) {
    const life = endOf({ fields, checkout: behind.checkout }, 0);
    return Math.min(now, Math.max(behind.createdAt, behind.updatedAt, behind.expiresAt - life));
  }
  // The session behind the link was removed, long after its end.
  return checkout.currentKey === undefined ? undefined : session.createdAt;
}

function failedAttempts(session: StoredCheckout, order: StoredOrder | undefined): number {
  const key = attemptsKey(session);
  return (order?.state.movements ?? []).filter((one) => one.session === key && one.result === 'FAILURE').length;
}
