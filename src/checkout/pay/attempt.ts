/**
 * One attempt to pay from the hosted page: calls the operation that a merchant's server would call, and redirects the
 * payer according to its result.
 */
import { resultOf } from '../../contract/gateway-codes.ts';
import { InterfaceError } from '../../contract/interface-error.ts';
import type { SourceOfFundsFields } from '../../contract/request-fields.ts';
import { execute, PAYMENT_TOKEN, PlaceLost, type TransactionCall } from '../../core/index.ts';
import { RACED, retryRaces } from '../../platform/races.ts';
import type { WalletId } from '../../web/views/index.ts';
import { placeOf, settlePayment, takePayment } from '../links/link-payments.ts';
import { blankForm, type PostedForm } from '../payer/posted-form.ts';
import { doneAddress, payAddress } from '../session/page-addresses.ts';
import type { FormState } from '../session/session.ts';
import { attemptsKey, type CheckoutSession } from '../session/session.ts';
import { addressAfterPay } from '../status/after-pay.ts';
import { type CheckoutStatus, checkoutStatus, type PayerDependencies } from '../status/checkout-status.ts';
import { countAttempt, subjectsOf } from './challenge-queue/payer-attempt.ts';
import { noticeOfRefusal } from './notice-of-refusal.ts';
import { awaitReversal, holdBalance, releaseWithoutAttempts } from './part-payment.ts';
import { payerPage } from './payer-page.ts';

type Attempt = Pick<
  TransactionCall,
  'mustAuthenticate' | 'operation' | 'part' | 'returnUrl' | 'savesCard' | 'shopName' | 'transactionId' | 'values'
> & {
  /** The session with the instrument of this attempt. Absent: the attempt has no instrument. */
  readonly collected?: CheckoutSession;
  /** The wallet whose token pays. */
  readonly wallet?: WalletId | undefined;
  /** The gift card's number and PIN, to pay a part if its balance does not cover the amount. */
  readonly giftCard?: SourceOfFundsFields;
};

/** @returns the address to redirect to */
export async function makeAttempt(
  dependencies: PayerDependencies,
  posted: PostedForm,
  found: CheckoutStatus,
  { collected, wallet, giftCard, ...attempt }: Attempt,
): Promise<string> {
  const { session, owner, merchant } = found;
  // Another process may have recorded a cancel since the form was read, which makes the form invalid.
  const now = await dependencies.sessionService.findById(owner.id);
  if (now?.checkout?.leftAt !== session.checkout.leftAt) {
    return showNotice(dependencies, posted, session, 'cancelled');
  }
  // The page at the checkout's address leads to the link, which says why.
  if (!(await takePayment(dependencies, session, attempt.transactionId))) {
    return payAddress(session.id);
  }
  const call: TransactionCall = {
    merchant,
    orderId: session.fields.order?.id as string,
    version: session.checkout.version,
    entryPoint: 'HOSTED_PAGE',
    pageSession: attemptsKey(session),
    page: payerPage(dependencies, posted, merchant, session),
    from: posted.from,
    place: placeOf(session, attempt.transactionId),
    ...attempt,
  };
  const sourceOfFunds = collected && dependencies.sessionService.values(collected).sourceOfFunds;
  try {
    const result = await execute(dependencies.gateway, call);
    // Another form of this checkout is under way.
    if (result.kind === 'LOCKED') {
      return showNotice(dependencies, posted, session, 'elsewhere');
    }
    const { outcome } = result.transaction;
    if (attempt.returnUrl === undefined && !result.repeated) {
      const { subjects } = subjectsOf(dependencies, posted);
      countAttempt(dependencies, merchant, { subjects, sourceOfFunds }, result.transaction);
    }
    const isFailed = outcome !== undefined && resultOf(outcome.gatewayCode) === 'FAILURE';
    if (isFailed) {
      // A repeat of the form does not hold the balance a second time.
      if (giftCard !== undefined && outcome.gatewayCode === 'INSUFFICIENT_FUNDS' && !result.repeated) {
        await holdBalance(dependencies, found, call, giftCard, posted.payer);
      }
      await forgetInstrument(dependencies, collected);
      await awaitReversal(dependencies.gateway, result.transaction);
      await releaseWithoutAttempts(dependencies, session);
    }
    await settlePayment(dependencies, session);
    // With a provider, the page at the checkout's address redirects the payer there.
    return isFailed || attempt.returnUrl !== undefined ? payAddress(session.id) : doneAddress(session.id);
  } catch (error) {
    if (error instanceof PlaceLost) {
      return payAddress(session.id);
    }
    // Another tab used this attempt with another card: the page shows the result of that payment.
    if (error instanceof InterfaceError && error.errorCause === 'INVALID_REQUEST') {
      if (wallet !== undefined && error.problems.some(({ field }) => field === PAYMENT_TOKEN)) {
        return showNotice(dependencies, posted, session, wallet);
      }
      return showNotice(dependencies, posted, session, noticeOfRefusal(error.problems));
    }
    // The same form was sent twice and the first one is still under way: the page must not say that no payment was
    // started.
    const after = error instanceof InterfaceError ? await checkoutStatus(dependencies, session.id) : undefined;
    if (after !== undefined && after.state.kind !== 'pay') {
      return addressAfterPay(after.state, session.id);
    }
    throw error;
  }
}

/** Shows the form again, blank, with a notice for this payer only. @returns the form's address */
export async function showNotice(
  { sessions }: PayerDependencies,
  posted: PostedForm,
  session: CheckoutSession,
  notice: FormState['notice'],
): Promise<string> {
  await sessions.setForm(session.key, blankForm(posted, session, notice));
  return payAddress(session.id);
}

/**
 * Removes a declined instrument from the session, so that a shop that stores the session's card stores one that paid.
 * A concurrent cancel does not prevent that; an instrument of a newer attempt stays.
 */
export async function forgetInstrument(
  { sessionService }: PayerDependencies,
  collected: CheckoutSession | undefined,
): Promise<void> {
  let current = collected;
  // If it loses every race, the instrument stays until the next attempt or the session's end.
  await retryRaces(async () => {
    if (current === undefined || current.version !== collected?.version || current.form === null) {
      return undefined;
    }
    if ((await sessionService.collect(current, {}, current.form)) !== undefined) {
      return undefined;
    }
    const stored = await sessionService.findById(current.id);
    current = stored?.checkout == null ? undefined : { ...stored, checkout: stored.checkout };
    return RACED;
  });
}
