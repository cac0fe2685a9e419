/**
 * Handles the forms that a payer sends from the hosted page. A form is one command (`command.ts`), and each command has
 * a handler (`commands/`). A form's POST always ends in a redirect, so that reload and Back never send it again.
 */
import type { PostedForm } from '../payer/posted-form.ts';
import { doneAddress, payAddress } from '../session/page-addresses.ts';
import type { Wait } from '../session/wait.ts';
import { addressAfterPay } from '../status/after-pay.ts';
import { type CheckoutStatus, checkoutStatus, type PayerDependencies } from '../status/checkout-status.ts';
import { currentStatus, oneAtATime } from '../status/payment-link.ts';
import type { CheckoutState } from '../status/state.ts';
import { type HeldForm, waitInQueue } from './challenge-queue/hold.ts';
import { PROOF, prove } from './challenge-queue/prove.ts';
import { commandOf } from './command.ts';
import { CLOSED_BUTTONS, handleCommand } from './commands/handlers.ts';
import { WALLET_TOKEN } from './commands/pay-with-wallet.ts';
import { offersTo } from './offers.ts';
import { submissionOf } from './submission.ts';

/** After this time a payer sees the page that says that the payment is under way. */
const PATIENCE_MS = 1_500;

/** @returns the address of the payment's result, or, if that takes longer, of the page that polls for it */
export async function submit(dependencies: PayerDependencies, posted: PostedForm): Promise<string> {
  if (posted.fields.has(PROOF)) {
    return prove(dependencies, posted);
  }
  const { gateway } = dependencies;
  const held = Promise.withResolvers<'HELD'>();
  const answer = submitInQueue(dependencies, posted, () => held.resolve('HELD'));
  const settled = answer.then(
    () => 'SETTLED' as const,
    () => 'SETTLED' as const,
  );
  for (;;) {
    const patience = gateway.pause(PATIENCE_MS).then(() => 'PATIENCE' as const);
    const first = await Promise.race([settled, held.promise, patience]);
    if (first === 'SETTLED') {
      return answer;
    }
    if (first === 'HELD' || (await isUnderWay(dependencies, posted.sessionId))) {
      // The result will be in the order, which the next page shows.
      answer.catch((error: unknown) => gateway.log.error({ err: error }, 'a payment failed after its payer went on'));
      // A wallet's sheet takes the address of the result for a success.
      return posted.fields.has(WALLET_TOKEN) ? payAddress(posted.sessionId) : doneAddress(posted.sessionId);
    }
  }
}

/** A suspicious payer's form waits without the checkout's lock, so that it blocks no other request of the checkout. */
async function submitInQueue(dependencies: PayerDependencies, posted: PostedForm, isHeld: () => void): Promise<string> {
  const handle = (passed?: Wait) =>
    oneAtATime(dependencies, posted.sessionId, () => handleForm(dependencies, posted, passed));
  const first = await handle();
  if (typeof first === 'string') {
    return first;
  }
  isHeld();
  if (!(await waitInQueue(dependencies, first))) {
    return payAddress(posted.sessionId);
  }
  // Everything is validated again: the shop may have changed the order meanwhile.
  const then = await handle(first.wait);
  return typeof then === 'string' ? then : payAddress(posted.sessionId);
}

const UNDER_WAY: ReadonlySet<CheckoutState['kind']> = new Set(['authenticating', 'underWay', 'waiting']);

/** Also false if the status cannot be read: `submit` then waits on for the form's own result. */
async function isUnderWay(dependencies: PayerDependencies, sessionId: string): Promise<boolean> {
  const found = await checkoutStatus(dependencies, sessionId).catch(() => undefined);
  return found !== undefined && UNDER_WAY.has(found.state.kind);
}

/**
 * @param passed the wait that the form has completed
 * @returns an address, or the wait that the form must complete
 */
async function handleForm(
  dependencies: PayerDependencies,
  posted: PostedForm,
  passed: Wait | undefined,
): Promise<HeldForm | string> {
  const found = afterWait(await currentStatus(dependencies, posted.sessionId, posted.payer), passed);
  if (found === undefined) {
    return payAddress(posted.sessionId);
  }
  const { state } = found;
  const submission = submissionOf(posted, found);
  if (state.kind === 'pay') {
    const command = commandOf(posted.fields, await offersTo(dependencies, posted, found));
    return handleCommand(dependencies, { ...submission, state, passed }, command);
  }
  const button = CLOSED_BUTTONS[state.kind];
  return button !== undefined && posted.fields.has(button.name)
    ? button.handle(dependencies, submission)
    : addressAfterPay(state, posted.sessionId);
}

/** Replaces the state `waiting` with the state behind it, for the form that has completed this wait. */
function afterWait(found: CheckoutStatus | undefined, passed: Wait | undefined): CheckoutStatus | undefined {
  return found?.state.kind === 'waiting' && found.state.wait.id === passed?.id
    ? { ...found, state: found.state.open }
    : found;
}
