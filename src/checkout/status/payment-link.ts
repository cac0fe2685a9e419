/**
 * The sessions behind a payment link. The link lives for weeks, and typed data must not: so each attempt has a session
 * of its own behind the link, which expires as any session does. A later visitor gets a new one.
 */
import { openUnderId, sealUnderId } from '../../platform/id-seal.ts';
import { type PayerSecret, payerMark } from '../payer/payer-cookie.ts';
import { blankForm } from '../payer/posted-form.ts';
import { attemptsKey, type CheckoutSession, type FormState, type Session, sealingId } from '../session/session.ts';
import { type CheckoutStatus, checkoutStatus, LINK, type PayerDependencies } from './checkout-status.ts';
import { type CheckoutState, checkoutState } from './state.ts';

/** The purpose under which the id of the session behind a payment link is sealed in the link's session. */
const CURRENT = 'current';

/**
 * The status behind an address of the pay page. For a payment link, that of the session that serves its current
 * attempt; makes one if needed.
 *
 * @param payer the visitor, to whom alone a new form shows its notice
 */
export async function currentStatus(
  dependencies: PayerDependencies,
  sessionId: string,
  payer?: PayerSecret,
): Promise<CheckoutStatus | undefined> {
  const found = await statusBehind(dependencies, sessionId, payer);
  return found && ofPayer(found, payer);
}

/** While a gift card is held, only its payer may see the order, pay it, or release the card. */
function ofPayer(found: CheckoutStatus, payer: PayerSecret | undefined): CheckoutStatus {
  const { state, held, session, owner } = found;
  const by = held?.request.part?.kind === 'HOLD' ? held.request.part.by : undefined;
  const open = state.kind === 'waiting' ? state.open : state;
  if (open.kind !== 'pay' || open.held === undefined || by === undefined) {
    return found;
  }
  // Older releases derived the payer's mark from the id.
  const marks =
    payer === undefined ? [] : [attemptsKey(session).toString(), owner.id].map((of) => payerMark(payer, of));
  const isOwn = marks.includes(by);
  return isOwn ? found : { ...found, state: { kind: 'held', movement: open.held } };
}

async function statusBehind(
  dependencies: PayerDependencies,
  sessionId: string,
  payer: PayerSecret | undefined,
): Promise<CheckoutStatus | undefined> {
  const found = await checkoutStatus(dependencies, sessionId);
  if (found?.owner.checkout.mode !== 'PAYMENT_LINK') {
    return found;
  }
  if (CLOSED_STATES.has(found.state.kind)) {
    return (await atBank(dependencies, found.owner)) ?? found;
  }
  if (found.state.kind !== 'pay' && found.state.kind !== 'expired') {
    return found;
  }
  const state = checkoutState(found.owner, found.order, dependencies.gateway.clock.now());
  if (state.kind !== 'pay') {
    const paying = state.kind === 'expired' ? await atBank(dependencies, found.owner) : undefined;
    return paying ?? { ...found, state };
  }
  if (isServing(dependencies, found.session, state.attempt)) {
    return found;
  }
  const id = await dependencies.mutex.run(`link ${found.owner.key}`, () =>
    sessionFor(dependencies, found, state.attempt, payer),
  );
  return checkoutStatus(dependencies, id);
}

/** States that close a link to new payments. */
const CLOSED_STATES: ReadonlySet<CheckoutState['kind']> = new Set(['closed', 'outdated']);

/** The link's session if its payment waits for the payer's bank, which may go on past the link's end. */
async function atBank(dependencies: PayerDependencies, owner: CheckoutSession): Promise<CheckoutStatus | undefined> {
  const current = await currentSession(dependencies, owner);
  const found = current && (await checkoutStatus(dependencies, current.id));
  return found?.state.kind === 'authenticating' ? found : undefined;
}

/** The session that was last made behind the link, if it still exists. */
async function currentSession(
  { sessionService }: PayerDependencies,
  owner: Pick<CheckoutSession, 'alias' | 'checkout' | 'id'>,
): Promise<Session | undefined> {
  const { current, currentKey } = owner.checkout;
  const id = current === undefined ? undefined : openUnderId(sealingId(owner), current, CURRENT);
  const key = currentKey ?? (id === undefined ? undefined : (await sessionService.findById(id))?.key);
  // The sealed id cannot be opened if the session was made for a payer with an alias of the link.
  return key === undefined ? undefined : sessionService.findNamed(owner, key, id);
}

/** Runs `action` under the lock of the checkout, so that one form at a time is handled, over all of its addresses. */
export async function oneAtATime<T>(
  dependencies: PayerDependencies,
  sessionId: string,
  action: () => Promise<T>,
): Promise<T> {
  const session = await dependencies.sessionService.findById(sessionId);
  return dependencies.mutex.run(session === undefined ? sessionId : turnOf(session), action);
}

/** The name of the checkout's lock, the same for all of its addresses. */
export function turnOf({ key, checkout }: Pick<Session, 'checkout' | 'key'>): string {
  return `checkout ${checkout?.behind?.linkKey ?? key}`;
}

/**
 * The session as stored, into which the page's form is collected. A session behind a payment link gets a copy of the
 * link's fields, for the payment to read.
 */
export async function storedSession(
  { sessionService }: PayerDependencies,
  session: CheckoutSession,
): Promise<CheckoutSession> {
  const { linkKey, fields } = session;
  const stored = session.checkout.behind && (await sessionService.findById(session.id));
  if (stored?.checkout == null) {
    return session;
  }
  return { ...stored, ...(linkKey !== undefined && { linkKey }), checkout: stored.checkout, fields };
}

/**
 * Stores when the payer left. Reads the checkout again first, since a session may have been made behind the link
 * meanwhile.
 */
export function noteLeft(dependencies: PayerDependencies, { id, key, checkout }: CheckoutSession): Promise<void> {
  const { mutex, sessions, sessionService, gateway } = dependencies;
  return mutex.run(`link ${key}`, async () => {
    const stored = (await sessionService.findById(id))?.checkout ?? checkout;
    await sessions.setCheckout(key, { ...stored, leftAt: gateway.clock.now() });
  });
}

function isServing({ gateway }: PayerDependencies, { checkout, expiresAt }: Session, attempt: string): boolean {
  return checkout?.behind?.attempt === attempt && expiresAt > gateway.clock.now();
}

/** @returns the id of the session that serves this attempt of the link */
async function sessionFor(
  dependencies: PayerDependencies,
  { owner, session }: CheckoutStatus,
  attempt: string,
  payer: PayerSecret | undefined,
): Promise<string> {
  const { sessionService, sessions, gateway } = dependencies;
  const link = await sessionService.findById(owner.id);
  const checkout = link?.checkout ?? owner.checkout;
  const before = await currentSession(dependencies, { ...owner, checkout });
  if (before !== undefined && isServing(dependencies, before, attempt)) {
    return before.id;
  }
  const { current: _current, currentKey: _currentKey, ...common } = checkout;
  const made = await sessionService.create(owner.merchantKey, {
    checkout: (id) => ({
      ...common,
      behind: { link: sealUnderId(id, sealingId(owner), LINK), linkKey: owner.key, attempt },
    }),
  });
  const form = formFor(session, before, gateway.clock.now(), payer);
  if (form !== undefined) {
    await sessions.setForm(made.key, form);
  }
  const current = sealUnderId(sealingId(owner), made.id, CURRENT);
  await sessions.setCheckout(owner.key, { ...checkout, current, currentKey: made.key });
  return (owner.alias && (await sessionService.findAliased(made.key, made.id)))?.id ?? made.id;
}

/**
 * The form for the new session: the last session's, if that has not ended; else a blank one with a notice that the last
 * session has ended.
 */
function formFor(
  opened: CheckoutSession,
  before: Session | undefined,
  now: number,
  payer: PayerSecret | undefined,
): FormState | undefined {
  if (before !== undefined && before.expiresAt > now) {
    return before.form ?? undefined;
  }
  return opened.checkout.behind === undefined ? undefined : blankForm({ payer }, opened, 'again');
}
