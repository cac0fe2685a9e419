/**
 * Browser payments, as the gateway knows them. Whatever happens to one, its provider is queried (`query-status.ts`),
 * and a final answer is applied to the order (`conclude.ts`); money that comes after the end goes to `late-capture.ts`.
 * The operations that begin and confirm one are in `operations/`, the payer's redirects in `checkout/return/`.
 */

export { firstQueryAt } from '../schedules/query-schedule.ts';
export { handleCallback } from './callback.ts';
export { cancelAtProvider } from './cancel-at-provider.ts';
export { beginWith, begunOption, type ChoiceResult, type Chosen, isPayerAsked } from './choice.ts';
export { isAmountMismatch, isUndecided, moneyText, reload } from './conclude.ts';
export { createBrowserPayments } from './create-browser-payments.ts';
export { type BrowserPaymentDependencies, event } from './dependencies.ts';
export { type InteractionTimes, interactionStatus, interactionTimes } from './interaction-times.ts';
export { adviseProvider, movementKind } from './movement.ts';
export { callbackUrl, HANDLE, newHandle, newReference } from './names.ts';
export { offeredProvider } from './offered-provider.ts';
export { failureReason, isFinalResult, type PaymentResult, paymentResult } from './payment-result.ts';
export {
  applyStatus,
  cachedStatus,
  confirmAtProvider,
  queryWithDeadline,
  withDeadline,
  withProvider,
} from './query-status.ts';
export { returnAddresses } from './return-addresses.ts';
export { readReturnState, returnState } from './return-state.ts';
export { awaitsAnotherChoice, hasEvent, isUnanswered, lastStatus } from './timeline.ts';
