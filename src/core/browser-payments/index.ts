/**
 * Browser payments, as the gateway uses them. After every event the provider is queried (`query-status.ts`), and a
 * final answer is applied to the order (`conclude.ts`). Money that arrives after the end is handled by
 * `late-capture.ts`. The operations that start and confirm a payment are in `operations/`, the payer's redirects in
 * `checkout/return/`.
 */

export { firstQueryAt } from '../schedules/query-schedule.ts';
export { type HolderOfPayment, handleCallback } from './callback.ts';
export { cancelAtProvider } from './cancel-at-provider.ts';
export { beginWith, type ChoiceResult, type ChosenOption, isPayerAsked, startedOption } from './choice.ts';
export { isAmountMismatch, isResultOpen, providerMoneyText, reloadPayment } from './conclude.ts';
export { createBrowserPayments } from './create-browser-payments.ts';
export { type BrowserPaymentDependencies, event } from './dependencies.ts';
export { type InteractionTimes, interactionStatus, interactionTimes } from './interaction-times.ts';
export { adviseProvider, movementKind } from './movement.ts';
export { callbackUrl, HANDLE, newHandle, newPaymentReference } from './names.ts';
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
