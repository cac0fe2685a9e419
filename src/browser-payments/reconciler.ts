/**
 * Follows up what has no answer yet at one provider, each provider by itself so that one that is down holds up no other: payments that
 * are not decided, payments that ended and may have been paid all the same, and captures, refunds and voids that were not answered.
 */
import { resultOf } from '../contract/gateway-codes.ts';
import type { FoundPayment, Look } from '../gateway/browser/records.ts';
import { ABANDONED_AFTER_MS, pauseAfterEnd, questionPause, UNDECIDED_AFTER_MS } from '../gateway/browser/schedule.ts';
import { DueWorker } from '../gateway/due-worker.ts';
import { advicePause } from '../gateway/follow-up-schedule.ts';
import { tellProvider } from '../gateway/operations/provider-movement.ts';
import { isOpenCode } from '../gateway/order.ts';
import { isBrowserPayment } from '../gateway/processor.ts';
import type { StateOutcome } from '../gateway/providers.ts';
import type { FollowUp } from '../gateway/records.ts';
import { settle } from '../gateway/settle.ts';
import { hasEvent, stateAtProvider, withProvider } from './ask.ts';
import { conclude, isUndecided, reload } from './conclude.ts';
import { giveBack } from './late.ts';
import { type BrowserPaymentParts, event } from './parts.ts';

/** A provider that is silent costs ten seconds a batch: so ten thousand payments come to their turn within a few minutes. */
const BATCH_SIZE = 512;

export function reconciler(parts: BrowserPaymentParts, provider: string): DueWorker<FollowUp> {
  const { clock, browser, log } = parts.gateway;
  return new DueWorker({
    name: `payments with ${provider}`,
    log,
    possible: () => true,
    batchSize: BATCH_SIZE,
    due: (limit) => browser.payments.due(provider, clock.now(), limit),
    work: (followUp) => followUpOn(parts, followUp),
  });
}

async function followUpOn(parts: BrowserPaymentParts, followUp: FollowUp): Promise<void> {
  const { transaction, asked } = followUp;
  const look = { asked, at: parts.gateway.clock.now() };
  if (!isBrowserPayment(transaction.request)) return tellAgain(parts, followUp, look);
  const found = await reload(parts, transaction.key);
  if (isUndecided(found)) return askAboutOpen(parts, found, look);
  return found.payment.late === 'REFUNDING' ? giveBack(parts, found, look) : askAfterEnd(parts, found, look);
}

/** A capture, refund or void: the provider hears of it until it answers. */
async function tellAgain(
  parts: BrowserPaymentParts,
  { order, transaction, merchantId }: FollowUp,
  look: Look,
): Promise<void> {
  const { gateway } = parts;
  const answer = await tellProvider(gateway, { order, transaction });
  if (answer.status === 'REPLIED' && !isOpenCode(answer.reply.gatewayCode)) {
    const became = { gatewayCode: answer.reply.gatewayCode, provider: answer.reply };
    if ((await settle(gateway, { merchantId, order, transaction, became })) !== undefined) return;
  }
  const pause = advicePause(look.asked + 1);
  await gateway.browser.payments.asked(transaction.key, look, gateway.clock.now() + pause);
}

async function askAboutOpen(parts: BrowserPaymentParts, found: FoundPayment, look: Look): Promise<void> {
  const state = await stateAtProvider(parts, found);
  if (state.status === 'DECIDED') {
    // What settles it sets the next question, or none; an order that is held is looked at again soon.
    await conclude(parts, found.transaction.key, state, 'SCHEDULE');
    return;
  }
  const isWaiting = agreed(found, state);
  if (parts.gateway.clock.now() >= endOf(found, isWaiting)) return end(parts, found, look);
  return askLater(parts, found, look, state, isWaiting);
}

function endOf({ payment }: FoundPayment, isWaiting: boolean): number {
  return payment.createdAt + (isWaiting ? UNDECIDED_AFTER_MS : ABANDONED_AFTER_MS);
}

async function askLater(
  parts: BrowserPaymentParts,
  found: FoundPayment,
  look: Look,
  { status }: StateOutcome,
  isWaiting: boolean,
): Promise<void> {
  const { clock, browser } = parts.gateway;
  const noted = event(parts, 'ASKED', 'GATEWAY', 'SCHEDULE', status);
  const dueAt = Math.min(clock.now() + questionPause(look.asked + 1, isWaiting), endOf(found, isWaiting));
  await browser.payments.asked(found.transaction.key, look, dueAt, [noted]);
}

/** The payer has done everything; where the provider is silent, a payer who came back may have. */
function agreed(found: FoundPayment, { status }: StateOutcome): boolean {
  if (status === 'WAITING') return true;
  return (status === 'NO_ANSWER' || status === 'NOT_SENT') && hasEvent(found, 'CAME_BACK');
}

/** The time is over. The provider is asked to let the payment go; where the payer was faster, it counts. */
async function end(parts: BrowserPaymentParts, found: FoundPayment, look: Look): Promise<void> {
  const { gateway } = parts;
  const { key } = found.transaction;
  const state = await withProvider(parts, found, (provider, reference) => provider.withdraw(reference));
  if (isSuccess(state)) {
    await conclude(parts, key, state, 'SCHEDULE');
    return;
  }
  const now = gateway.clock.now();
  // The payer agreed in the last moment: from now on it is the provider that takes its time.
  if (state.status === 'WAITING' && now < endOf(found, true)) return askLater(parts, found, look, state, true);
  const { order, transaction, merchantId } = await reload(parts, key);
  const settled = await settle(gateway, {
    merchantId,
    order,
    transaction,
    became: { gatewayCode: 'ABORTED' },
    events: [
      event(parts, 'WITHDRAWN', 'GATEWAY', 'SCHEDULE', state.status),
      event(parts, 'COMPLETED', 'GATEWAY', 'SCHEDULE', 'ABORTED'),
    ],
    followUpAt: now + (pauseAfterEnd(0) ?? 0),
  });
  if (settled === undefined) await gateway.browser.payments.asked(key, look, now + questionPause(0, false));
  else gateway.log.info({ transaction: key }, 'a browser payment ended unpaid');
}

function isSuccess(state: StateOutcome): state is Extract<StateOutcome, { status: 'DECIDED' }> {
  return state.status === 'DECIDED' && resultOf(state.reply.gatewayCode) === 'SUCCESS';
}

/** It ended here without money: was it paid there all the same? What is still possible there is made impossible. */
async function askAfterEnd(parts: BrowserPaymentParts, found: FoundPayment, look: Look): Promise<void> {
  const { gateway } = parts;
  const { key, outcome } = found.transaction;
  const isPaid = outcome === undefined || resultOf(outcome.gatewayCode) === 'SUCCESS' || found.payment.late !== null;
  if (isPaid) return gateway.browser.payments.asked(key, look, null);
  const state = await withdrawn(parts, found);
  if (isSuccess(state)) {
    await conclude(parts, key, state, 'SCHEDULE');
    return;
  }
  const done = state.status === 'UNKNOWN_PAYMENT' && found.payment.pageUrl === null;
  const pause = pauseAfterEnd(isImpossible(state) ? look.asked + 1 : Math.min(look.asked + 1, LAST_QUESTION));
  const noted = event(parts, 'ASKED', 'GATEWAY', 'SCHEDULE', state.status);
  const dueAt = done || pause === null ? null : gateway.clock.now() + pause;
  await gateway.browser.payments.asked(key, look, dueAt, [noted]);
}

/** As long as money may still be taken there, and where nobody says that it may not, the provider is asked at the longest pause. */
const LAST_QUESTION = 2;

function isImpossible(state: StateOutcome): boolean {
  return state.status === 'DECIDED' || state.status === 'UNKNOWN_PAYMENT';
}

async function withdrawn(parts: BrowserPaymentParts, found: FoundPayment): Promise<StateOutcome> {
  const state = await withProvider(parts, found, (provider, reference) => provider.state(reference));
  const isPossible = state.status === 'OPEN' || state.status === 'AGREED' || state.status === 'WAITING';
  return isPossible ? withProvider(parts, found, (provider, reference) => provider.withdraw(reference)) : state;
}
