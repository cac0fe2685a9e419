/**
 * Takes an attempt that waits for the payer's bank as far as it goes: enrolment, the request, and once the bank has
 * answered the payment. Whoever is first makes it: the payer's browser, the process that heard of the result, or the
 * worker that takes up what another one left. Each step is idempotent by its transaction id, so nobody makes it twice.
 */
import { resultOf } from '../../contract/gateway-codes.ts';
import { InterfaceError } from '../../contract/interface-error.ts';
import { SENSITIVE_PATHS } from '../../contract/secret-paths.ts';
import { secretTexts, secretValues } from '../../contract/values.ts';
import { execute } from '../../gateway/index.ts';
import {
  authenticatePayer,
  authenticationsOf,
  initiateAuthentication,
  type ShownAuthentication,
} from '../../gateway/payer-authentication/index.ts';
import type { StoredTransaction } from '../../gateway/ports/index.ts';
import { forgetInstrument } from '../attempt.ts';
import { checkoutStatus, type PayerDependencies } from '../checkout-status.ts';
import { countTry } from '../lane/tried.ts';
import { awaitReversal, releaseWithoutAttempts } from '../part-payment.ts';
import { storedSession } from '../payment-link.ts';
import type { Session } from '../session.ts';
import type { CheckoutSession } from '../state.ts';
import { abandon } from './abandon.ts';
import { type Authenticating, authenticationCall, overtakenBy, paymentCall } from './calls.ts';
import { keepAsEver, keepForBank } from './kept-session.ts';
import { authenticationId } from './pending.ts';

/** Two attempts, each of three steps, and as many that another process took in between. */
const STEPS_MAX = 12;

/** BUSY: another operation has the order. WAITS: for the bank, which somebody will hear from. */
type Step = 'BUSY' | 'MOVED' | 'WAITS';

/**
 * @param session the one that holds the card
 * @returns false where another operation has the order, so that somebody has to come again
 * @throws what the gateway throws for a fault of its own
 */
export function advance(dependencies: PayerDependencies, { id, key }: Pick<Session, 'id' | 'key'>): Promise<boolean> {
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
    // That a gift card was given back is told by the order.
    await abandon(dependencies, attempt.found, overtaken === 'changed' ? 'changed' : undefined);
    return 'MOVED';
  }
  const shown = await authenticationOf(dependencies, attempt);
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
    if (!(error instanceof InterfaceError && error.errorCause === 'INVALID_REQUEST')) {
      throw error;
    }
    // Where another process pays with it by now, the card is that one's.
    if (await isWaiting(dependencies, attempt)) {
      const isChanged = error.problems.some(({ field }) => field === 'session.version');
      dependencies.gateway.log.warn({ problems: error.problems }, 'an authentication of the page was refused');
      await abandon(dependencies, attempt.found, isChanged ? 'changed' : 'elsewhere');
    }
    return 'MOVED';
  }
}

/** Nothing has become of it meanwhile. */
async function isWaiting(dependencies: PayerDependencies, { found, pending }: Authenticating): Promise<boolean> {
  const now = await checkoutStatus(dependencies, found.session.id);
  return now?.state.kind === 'authenticating' && now.state.pending.version === pending.version;
}

/** The one that the attempt waits for. */
export async function authenticationOf(
  { gateway }: PayerDependencies,
  { found: { order, merchant }, pending }: Authenticating,
): Promise<ShownAuthentication | undefined> {
  const all = order === undefined ? [] : await authenticationsOf(gateway, { order, merchantId: merchant.id });
  return all.find(({ authentication }) => authentication.transactionId === pending.transactionId);
}

/**
 * The bank's own page is in a hidden frame, and has not said that it is done. Without script there is no such frame.
 */
export function isMethodUnderWay({ pending }: Authenticating, { view }: ShownAuthentication): boolean {
  return pending.isScripted === true && view.method?.completed === 'N' && view.wakeAt !== undefined;
}

async function request(dependencies: PayerDependencies, attempt: Authenticating): Promise<Step> {
  await keepForBank(dependencies, attempt);
  const answer = await authenticatePayer(dependencies.gateway, authenticationCall(attempt, 'AUTHENTICATE_PAYER'));
  const stage = answer.kind === 'DONE' ? answer.shown.view.stage : undefined;
  // What is still asked, by another process, may yet be decoupled.
  if (stage === 'CHALLENGE' || stage === 'ENDED') {
    await keepAsEver(dependencies, attempt);
  }
  return stage === 'ENDED' ? 'MOVED' : 'WAITS';
}

async function pay(dependencies: PayerDependencies, attempt: Authenticating): Promise<Step> {
  await keepAsEver(dependencies, attempt);
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
    countTry(dependencies, attempt.found.merchant, { subjects: payer, sourceOfFunds }, result.transaction);
  }
  if (outcome === undefined || resultOf(outcome.gatewayCode) !== 'FAILURE') {
    return 'MOVED';
  }
  // The issuer wants its customer asked, who was not.
  if (outcome.reply?.needsAuthentication && !attempt.pending.isMandated) {
    // By the process that has made the payment: it has the security code still, and needs the card that is stored.
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
      } as const;
      if (await dependencies.sessionService.collectAgain(session, again, secretValues(sensitive, true))) {
        return 'MOVED';
      }
    }
  }
  await end(dependencies, session, result.transaction);
  return 'MOVED';
}

/** @param session as it was read before the payment: what was collected since is another attempt's */
async function end(
  dependencies: PayerDependencies,
  session: CheckoutSession,
  transaction: StoredTransaction,
): Promise<void> {
  await forgetInstrument(dependencies, session);
  await awaitReversal(dependencies.gateway, transaction);
  await releaseWithoutAttempts(dependencies, session);
}
