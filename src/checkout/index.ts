/**
 * The public interface of the hosted payment: sessions, page views, and form submissions. Redirects to a provider and
 * back are exported by `return/`.
 */

export { KeyedMutex } from '../platform/keyed-mutex.ts';
export { type CheckoutEventSubject, CheckoutEventWorker } from './events/event-worker.ts';
export { beginAtLink } from './links/begin.ts';
export { type LinkVisit, linkPageView } from './links/link-page.ts';
export { settle } from './links/link-payments.ts';
export { isToldNow, NOTHING_TAKEN, PERHAPS_RESERVED, REFUSED_AT, UNPAID } from './links/refused-payer.ts';
export { readAmount, type TypedAmount } from './links/typed-amount.ts';
export { acsStatusService } from './pages/acs-status.ts';
export { cancelledPageView, donePageView, payPageView } from './pages/checkout-page-views.ts';
export { devicePage } from './pages/device-page.ts';
export { embeddedCancelled, embeddedDone, embeddedPage } from './pages/embedded-views.ts';
export { deleteSavedCard, keptCard, savedCardsPage } from './pages/saved-cards-page.ts';
export { type MailedReceipt, storedReceipt } from './pages/stored-receipt.ts';
export type { PageRequest } from './pages/visit.ts';
export { addressAfterAuthentication, payAfterAuthentication } from './pay/authentication/after-authentication.ts';
export { cancelAndReturn, submitCancelAtProvider } from './pay/cancel.ts';
export { postedCardRefusal } from './pay/card-refusals.ts';
export { makeConfirmationLink, type NoConfirmationLink } from './pay/confirmation-link.ts';
export { type CheckoutEndResult, endCheckout, type OpenCheckout, openCheckouts } from './pay/end-checkout.ts';
export { submit } from './pay/submit.ts';
export {
  checkoutsOfOrder,
  endUntriedCheckout,
  type FoundCheckout,
  findCheckout,
  type UntriedEndResult,
} from './pay/untried-checkout.ts';
export { merchantSession } from './pay/wallets/merchant-session.ts';
export { ChallengeQueue } from './payer/challenge-queue.ts';
export { type CookiePasswords, PayerCookie } from './payer/payer-cookie.ts';
export { type MatchLocale, type PayerLanguages, payerLocale } from './payer/payer-languages.ts';
export type { PostedForm } from './payer/posted-form.ts';
export { amountOf, storedAmount } from './receipt/amount.ts';
export { paidParts } from './receipt/paid-parts.ts';
export { madePayment, reservationEnd } from './receipt/payment-money.ts';
export { SAVED_CARDS_PATH, savedCardsAddress } from './receipt/saved-cards-link.ts';
export { shopOf } from './receipt/shop.ts';
export {
  bankPage,
  type Coming,
  cancelBank,
  comeToBank,
  merchantPostPage,
  type PayerView,
  payerView,
} from './return/index.ts';
export { CARD_OPERATIONS } from './session/card-operations.ts';
export { checkoutFrom, checkoutProblems, newCheckout } from './session/checkout.ts';
export type { MerchantUpdate } from './session/merchant-update.ts';
export {
  CANCEL_AT_PROVIDER_PATH,
  CANCEL_PATH,
  CARD_REFUSAL_PATH,
  CHECKOUT_PREFIX,
  DEVICE_PATH,
  DONE_PATH,
  EMBEDDED_PREFIX,
  ENTRY_PATH,
  embeddedAddress,
  LINK_PATH,
  LOGO_PATH,
  linkAddress,
  PAY_PATH,
  payAddress,
  qrAddress,
  VALIDATION_PATH,
} from './session/page-addresses.ts';
export { cardInLinkProblems, sessionPlace } from './session/sealed-values.ts';
export type { Alias, Checkout, FormState, KeyedSession, Session, Sessions } from './session/session.ts';
export { SessionService } from './session/session-service.ts';
export { versionProblems } from './session/session-version.ts';
export { codeOfSession, type PageWallets, type PayerDependencies } from './status/checkout-status.ts';
export { isOrderChanged, orderChangeProblems } from './status/order-changes.ts';
export { pageProblems } from './status/page-problems.ts';
export { turnOf } from './status/payment-link.ts';
export { resolveReturnAddress } from './status/return-address-by-key.ts';
export { type ReceiptKey, receiptKeys } from './status/return-receipt.ts';
export { frameColorsIn, noteShopPage, shopPageAt, shopPageIn } from './status/shop-page.ts';
