/** Holds a suspicious payer's form until a proof of work arrives or its wait ends; then it continues. */
import { randomBytes } from 'node:crypto';
import type { SourceOfFundsFields } from '../../../contract/request-fields.ts';
import type { Merchant } from '../../../core/index.ts';
import type { PostedForm } from '../../payer/posted-form.ts';
import type { FormState } from '../../session/session.ts';
import { type Wait, waitFor } from '../../session/wait.ts';
import type { CheckoutStatus, PayerDependencies } from '../../status/checkout-status.ts';
import { showNotice } from '../attempt.ts';
import { subjectsOf } from './payer-attempt.ts';

/** A form that waits. */
export interface HeldForm {
  readonly wait: Wait;
  readonly network: string;
  readonly sessionId: string;
}

const ID_BYTES = 16;
/** How often to check for a proof that another process received. */
const LOOK_EVERY_MS = 1_000;

/**
 * Checks the payer of a valid form, before the form's fields are stored.
 *
 * @returns undefined for a payer who is not suspicious; else the wait, or, if the queue is full, the address of the
 *   form, which asks the payer to press Pay again
 */
export async function heldForm(
  dependencies: PayerDependencies,
  posted: PostedForm,
  { session, merchant }: Pick<CheckoutStatus, 'merchant' | 'session'>,
  { sourceOfFunds, state, attempt }: { sourceOfFunds: SourceOfFundsFields; state: FormState; attempt: string },
): Promise<HeldForm | string | undefined> {
  const { gateway, challengeQueue, sessions } = dependencies;
  const suspicion = suspicionOf(dependencies, posted, merchant, sourceOfFunds);
  if (suspicion === undefined) {
    return undefined;
  }
  const { counts } = gateway.payerLimits;
  counts.suspected[suspicion.rule] += 1;
  const { network } = subjectsOf(dependencies, posted);
  if (!challengeQueue.enter(network)) {
    counts.ended.FULL += 1;
    return showNotice(dependencies, posted, session, 'again');
  }
  const wait = waitFor(suspicion, attempt, randomBytes(ID_BYTES).toString('base64url'), gateway.clock.now());
  try {
    // If this process dies during the wait, the payer sees the form with this notice.
    await sessions.setForm(session.key, { ...state, notice: 'again', wait });
  } catch (error) {
    challengeQueue.leave(network);
    throw error;
  }
  return { wait, network, sessionId: session.id };
}

function suspicionOf(
  dependencies: PayerDependencies,
  posted: PostedForm,
  { key: merchantKey, profile: { limits } }: Merchant,
  { provided }: SourceOfFundsFields,
) {
  const number = provided?.card?.number ?? provided?.giftCard?.number;
  return (
    number &&
    dependencies.gateway.payerLimits.suspicion(
      { merchantKey, limits },
      subjectsOf(dependencies, posted).subjects,
      number,
    )
  );
}

/** @returns whether the form may continue; false if the process is shutting down */
export async function waitInQueue(
  dependencies: PayerDependencies,
  { wait, network, sessionId }: HeldForm,
): Promise<boolean> {
  const { gateway, challengeQueue, sessionService } = dependencies;
  const { ended } = gateway.payerLimits.counts;
  try {
    for (;;) {
      const leftMs = wait.opensAt - gateway.clock.now();
      if (leftMs <= 0) {
        ended.WAITED += 1;
        return true;
      }
      await challengeQueue.sleep(wait.id, gateway.pause(Math.min(leftMs, LOOK_EVERY_MS)));
      if (challengeQueue.isClosed) {
        return false;
      }
      const now = (await sessionService.findById(sessionId))?.form?.wait;
      if (now?.id === wait.id && now.isProven) {
        ended.SOLVED += 1;
        return true;
      }
    }
  } finally {
    challengeQueue.leave(network);
  }
}
