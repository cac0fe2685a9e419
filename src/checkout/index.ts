/**
 * The public interface of the hosted payment: sessions, page views, and form submissions. Redirects to a provider and
 * back are exported by `return/`.
 */

export { KeyedMutex } from '../platform/keyed-mutex.ts';
export { acsStatusService } from './authentication/acs-status.ts';
export { addressAfterAuthentication, payAfterAuthentication } from './authentication/after-authentication.ts';
export { bankPage, type Coming, cancelBank, comeToBank } from './authentication/checked-bank.ts';
export { merchantPostPage } from './authentication/merchant-post-page.ts';
export { cancelAndReturn, submitCancelAtProvider } from './cancel.ts';
export { CARD_OPERATIONS } from './card-operations.ts';
export { checkoutFrom, checkoutProblems, newCheckout } from './checkout.ts';
export type { PayerDependencies } from './checkout-status.ts';
export { makeConfirmationLink, type NoConfirmationLink } from './confirmation/link.ts';
export { devicePage } from './device-page.ts';
export { embeddedCancelled, embeddedDone, embeddedPage } from './embedded-views.ts';
export { SlowLane } from './lane/lane.ts';
export { isOrderChanged, orderChangeProblems } from './order-changes.ts';
export {
  CANCEL_AT_PROVIDER_PATH,
  CANCEL_PATH,
  CHECKOUT_PREFIX,
  DEVICE_PATH,
  DONE_PATH,
  EMBEDDED_PREFIX,
  ENTRY_PATH,
  embeddedAddress,
  LOGO_PATH,
  PAY_PATH,
  payAddress,
} from './page-addresses.ts';
export { pageProblems } from './page-problems.ts';
export { paidParts } from './paid-parts.ts';
export { cancelledPageView, donePageView, type PageRequest, payPageView } from './pay-page-views.ts';
export { submit } from './payer.ts';
export { type CookiePasswords, PayerCookie } from './payer-cookie.ts';
export { type MatchLocale, type PayerLanguages, payerLocale } from './payer-languages.ts';
export { turnOf } from './payment-link.ts';
export { madePayment } from './payment-money.ts';
export type { PostedForm } from './posted-form.ts';
export { resolveReturnAddress } from './return-address-by-key.ts';
export type { Alias, Checkout, FormState, KeyedSession, Session, Sessions } from './session.ts';
export { cardInLinkProblems, SessionService, sessionPlace, versionProblems } from './session-service.ts';
export { noteShopPage, shopPageAt, shopPageIn } from './shop-page.ts';
export { type MailedReceipt, storedReceipt } from './stored-receipt.ts';
