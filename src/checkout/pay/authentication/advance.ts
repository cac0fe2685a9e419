/**
 * Advances an attempt that waits for the payer's bank as far as it can go: enrolment, the authentication request, and
 * the payment once the bank has answered. The caller may be the payer's browser, the process that received the result,
 * or the recovery worker. Each step is idempotent by its transaction id, so it is made once.
 */
import { resultOf } from '../../../contract/gateway-codes.ts';
import { InterfaceError } from '../../../contract/interface-error.ts';
import { SENSITIVE_PATHS } from '../../../contract/secret-paths.ts';
import { secretTexts, secretValues } from '../../../contract/values.ts';
import { execute, PlaceLost } from '../../../core/index.ts';
import {
  authenticatePayer,
  authenticationsOf,
  initiateAuthentication,
  type ShownAuthentication,
} from '../../../core/payer-authentication/index.ts';
import type { StoredTransaction } from '../../../core/ports/index.ts';
import { settlePayment, takePayment } from '../../links/link-payments.ts';
import { authenticationId } from '../../session/pending-authentication.ts';
import type { CheckoutSession, Session } from '../../session/session.ts';
import { type Authenticating, checkoutStatus, type PayerDependencies } from '../../status/checkout-status.ts';
import { storedSession } from '../../status/payment-link.ts';
import { forgetInstrument } from '../attempt.ts';
import { countAttempt } from '../challenge-queue/payer-attempt.ts';
import { noticeOfRefusal } from '../notice-of-refusal.ts';
import { awaitReversal, releaseWithoutAttempts } from '../part-payment.ts';
import { abandon } from './abandon.ts';
import { authenticationCall, overtakenBy, paymentCall } from './calls.ts';
import { extendForAuthentication, restoreLifetime } from './session-extension.ts';

/** Two attempts of three steps each, and as many steps taken by another process in between. */
const STEPS_MAX = 12;

/**
 * BUSY: another operation has locked the order. MOVED: the next step can be taken. WAITS: for the bank, which will be
 * polled or will call back.
 */
type Step = 'BUSY' | 'MOVED' | 'WAITS';

/**
 * @param session the one with the card
 * @returns false if another operation has locked the order, so that the caller must try again
 * @throws any internal fault of the gateway
 */
export function advanceAuthentication(
  dependencies: PayerDependencies,
  { id, key }: Pick<Session, 'id' | 'key'>,
): Promise<boolean> {
  return dependencies.mutex.run(`authentication ${key}`, async () => {
    for (let taken = 0; taken < STEPS_MAX; taken += 1) {
      const found = await checkoutStatus(dependencies, id);
      if (found?.state.kind !== 'authenticating') {
        return found?.state.kind !== 'underWay';
      }
      const step = await takeStep(dependencies, { found, pending: found.state.pending });
      if (step !== 'MOVED') {
        return step === 'WAITS';
      }
    }
    return false;
  });
}

async function takeStep(dependencies: PayerDependencies, attempt: Authenticating): Promise<Step> {
  const overtaken = overtakenBy(attempt);
  if (overtaken !== undefined) {
    // A released gift card needs no notice: the order's page shows it.
    await abandon(dependencies, attempt.found, overtaken === 'changed' ? 'changed' : undefined);
    return 'MOVED';
  }
  const shown = await awaitedAuthentication(dependencies, attempt);
  const isSent = shown === undefined || shown.view.stage === 'ENDED';
  // The payer's page leads to the link, which says why.
  if (isSent && !(await takePayment(dependencies, attempt.found.session, attempt.pending.attempt))) {
    await abandon(dependencies, attempt.found, undefined);
    return 'MOVED';
  }
  try {
    if (shown === undefined) {
      const answer = await initiateAuthentication(
        dependencies.gateway,
        authenticationCall(attempt, 'INITIATE_AUTHENTICATION'),
      );
      return answer.kind === 'LOCKED' ? 'BUSY' : 'MOVED';
    }
    if (shown.view.stage === 'ENROLLED') {
      return isMethodUnderWay(attempt, shown) ? 'WAITS' : await request(dependencies, attempt);
    }
    return shown.view.stage === 'ENDED' ? await pay(dependencies, attempt) : 'WAITS';
  } catch (error) {
    if (error instanceof PlaceLost) {
      await abandon(dependencies, attempt.found, undefined);
      return 'MOVED';
    }
    if (!(error instanceof InterfaceError && error.errorCause === 'INVALID_REQUEST')) {
      throw error;
    }
    // If another process is paying with the card by now, leave it to that process.
    if (await isWaiting(dependencies, attempt)) {
      dependencies.gateway.log.warn({ problems: error.problems }, 'an authentication of the page was refused');
      await abandon(dependencies, attempt.found, noticeOfRefusal(error.problems));
    }
    return 'MOVED';
  }
}

/** Whether the attempt is still the pending one. */
async function isWaiting(dependencies: PayerDependencies, { found, pending }: Authenticating): Promise<boolean> {
  const now = await checkoutStatus(dependencies, found.session.id);
  return now?.state.kind === 'authenticating' && now.state.pending.version === pending.version;
}

/** The authentication that the attempt waits for. */
export async function awaitedAuthentication(
  { gateway }: PayerDependencies,
  { found: { order, merchant }, pending }: Authenticating,
): Promise<ShownAuthentication | undefined> {
  const all = order === undefined ? [] : await authenticationsOf(gateway, { order, merchantId: merchant.id });
  return all.find(({ authentication }) => authentication.transactionId === pending.transactionId);
}

/** The ACS's method page is in a hidden frame and has not completed. Without script there is no such frame. */
export function isMethodUnderWay({ pending }: Authenticating, { view }: ShownAuthentication): boolean {
  return pending.isScripted === true && view.method?.completed === 'N' && view.wakeAt !== undefined;
}

async function request(dependencies: PayerDependencies, attempt: Authenticating): Promise<Step> {
  await extendForAuthentication(dependencies, attempt);
  const answer = await authenticatePayer(dependencies.gateway, authenticationCall(attempt, 'AUTHENTICATE_PAYER'));
  const stage = answer.kind === 'DONE' ? answer.shown.view.stage : undefined;
  // If another process's request is still unanswered, the authentication may become decoupled, so the session stays
  // extended.
  if (stage === 'CHALLENGE' || stage === 'ENDED') {
    await restoreLifetime(dependencies, attempt);
  }
  return stage === 'ENDED' ? 'MOVED' : 'WAITS';
}

async function pay(dependencies: PayerDependencies, attempt: Authenticating): Promise<Step> {
  await restoreLifetime(dependencies, attempt);
  const session = await storedSession(dependencies, attempt.found.session);
  // Read before the payment, which erases the security code.
  const values = dependencies.sessionService.values(session);
  const sensitive = secretTexts(values, SENSITIVE_PATHS);
  const result = await execute(dependencies.gateway, paymentCall(attempt));
  if (result.kind === 'LOCKED') {
    return 'BUSY';
  }
  const { outcome } = result.transaction;
  const { payer } = attempt.pending;
  if (payer !== undefined && !result.repeated) {
    const { sourceOfFunds } = values;
    countAttempt(dependencies, attempt.found.merchant, { subjects: payer, sourceOfFunds }, result.transaction);
  }
  if (outcome === undefined || resultOf(outcome.gatewayCode) !== 'FAILURE') {
    await settlePayment(dependencies, session);
    return 'MOVED';
  }
  // The issuer asks for authentication (a soft decline), and the payer was not challenged.
  if (outcome.reply?.needsAuthentication && !attempt.pending.isMandated) {
    // Only the process that made the payment still has the security code, and it needs the stored card.
    if (result.repeated) {
      return 'MOVED';
    }
    const after = await checkoutStatus(dependencies, session.id);
    if (after?.state.kind === 'pay') {
      const { attempt: next } = after.state;
      const again = {
        ...attempt.pending,
        attempt: next,
        transactionId: authenticationId(next, after.order?.state.authentications),
        isMandated: true,
        // The payment before has used it.
        deviceToken: undefined,
      } as const;
      if (await dependencies.sessionService.collectAgain(session, again, secretValues(sensitive, true))) {
        return 'MOVED';
      }
    }
  }
  await end(dependencies, session, result.transaction);
  return 'MOVED';
}

/** @param session as read before the payment, so that an instrument collected since stays with its own attempt */
async function end(
  dependencies: PayerDependencies,
  session: CheckoutSession,
  transaction: StoredTransaction,
): Promise<void> {
  await forgetInstrument(dependencies, session);
  await awaitReversal(dependencies.gateway, transaction);
  await releaseWithoutAttempts(dependencies, session);
  await settlePayment(dependencies, session);
}
