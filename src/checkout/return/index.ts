/**
 * The payer's redirects to a provider and back: the choice on the payment page, the wait for the result, and the status
 * page, which card payments have too.
 */

export { type AcsStatus, type AcsStatusService, isWithPayer } from './acs-outcome.ts';
export { authenticationHandle, authenticationKey } from './authentication-handle.ts';
export { cardHandle } from './card-status.ts';
export { bankPage, type Coming, cancelBank, checkedBankAddress, comeToBank } from './checked-bank.ts';
export { type ChoiceQuery, choiceAnswerAddress, choicePage, type SentChoice, sendChoice } from './choice-pages.ts';
export { merchantPostPage } from './merchant-post-page.ts';
export { type PayerView, payerView } from './payer-view.ts';
export { codeOfAuthentication, codeOfHandle, codeOfState } from './payment-codes.ts';
export { providerStatusPage } from './provider-status-page.ts';
export {
  CALLBACK_PATH,
  CANCEL_CHOICE,
  CANCEL_STATUS,
  CHOICE_PATH,
  cancelStatusAddress,
  choiceAddress,
  EVENTS,
  REDIRECT_PATH,
  RETURN_PATH,
  redirectAddress,
  STATUS_CHALLENGE,
  STATUS_DEVICE,
  STATUS_PATH,
  statusAddress,
  statusChallengeAddress,
  WAIT_PATH,
} from './redirect-addresses.ts';
export {
  addressAfterReturn,
  handleReturn,
  type RedirectRequest,
  type RedirectStep,
  redirect,
} from './redirect-steps.ts';
export { statusEnd } from './status-end.ts';
export { cardMark, markOf, watchAddress } from './status-mark.ts';
export {
  cancelFromStatus,
  type StatusPageDependencies,
  statusChallengePage,
  statusDevicePage,
  statusMark,
  statusPage,
} from './status-page.ts';
export { waitPage } from './wait-page.ts';
