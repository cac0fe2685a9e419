/**
 * The sessions behind a payment link. The link lives for weeks, and what a payer types may not: so each attempt has a
 * session of its own behind the link, which ends as any session does. Whoever opens the link later gets a new one.
 */
import { type CheckoutStatus, checkoutStatus, type PayerDependencies } from './checkout-status.ts';
import type { FormState, Session } from './session.ts';
import { checkoutState } from './state.ts';

/**
 * The status behind an address of the pay page: of a payment link, with the session that serves its current attempt,
 * which is made when there is none.
 */
export async function currentStatus(
  dependencies: PayerDependencies,
  sessionId: string,
): Promise<CheckoutStatus | undefined> {
  const found = await checkoutStatus(dependencies, sessionId);
  if (found?.owner.checkout.mode !== 'PAYMENT_LINK' || (found.state.kind !== 'pay' && found.state.kind !== 'expired')) {
    return found;
  }
  const state = checkoutState(found.owner, found.order, dependencies.gateway.clock.now());
  if (state.kind !== 'pay') {
    return { ...found, state };
  }
  if (isServing(dependencies, found.session, state.attempt)) {
    return found;
  }
  const id = await dependencies.mutex.run(`link ${found.owner.id}`, () =>
    sessionFor(dependencies, found, state.attempt),
  );
  return checkoutStatus(dependencies, id);
}

function isServing({ gateway }: PayerDependencies, { checkout, expiresAt }: Session, attempt: string): boolean {
  return checkout?.behind?.attempt === attempt && expiresAt > gateway.clock.now();
}

/** @returns the id of the session that serves this attempt of the link */
async function sessionFor(
  dependencies: PayerDependencies,
  { owner, session }: CheckoutStatus,
  attempt: string,
): Promise<string> {
  const { sessionService, sessions, gateway } = dependencies;
  const link = await sessionService.findById(owner.id);
  const checkout = link?.checkout ?? owner.checkout;
  const before = checkout.current === undefined ? undefined : await sessionService.findById(checkout.current);
  if (before !== undefined && isServing(dependencies, before, attempt)) {
    return before.id;
  }
  const { current: _current, ...common } = checkout;
  const made = await sessionService.create(owner.merchantKey, {
    checkout: { ...common, behind: { link: owner.id, attempt } },
  });
  const form = formFor(session, before, gateway.clock.now());
  if (form !== undefined) {
    await sessions.setForm(made.key, form);
  }
  await sessions.setCheckout(owner.key, { ...checkout, current: made.id });
  return made.id;
}

/**
 * The same payer goes on with what the last session kept; who comes back to one that has ended learns why it is empty.
 */
function formFor(opened: Session, before: Session | undefined, now: number): FormState | undefined {
  if (before !== undefined && before.expiresAt > now) {
    return before.form ?? undefined;
  }
  return opened.checkout?.behind === undefined ? undefined : { method: 'card', kept: {}, errors: {}, notice: 'again' };
}
