/**
 * The interface for merchants' servers: authentication, handlers and notification bodies. The operations are in
 * `handlers.ts`.
 */
export { checkoutEventBody } from './answers/checkout-event-body.ts';
export { notificationWriter } from './answers/notification-body.ts';
export { Authenticator, ownsCertificate } from './authenticate.ts';
export { type Dispatch, dispatcher } from './dispatch.ts';
export { FailedLogin, FailedLoginCounts } from './failed-login.ts';
export type { HandlerDependencies } from './handlers.ts';
export { HostedFields, type HostedFieldsDependencies } from './hosted-fields.ts';
export { payersCallsOf } from './network-limit.ts';
export { type FindOrders, orderFile } from './order-export.ts';
export { PageCheckouts } from './page-checkouts.ts';
export { type ChangingHash, hashKeyOf, isKeyedHash, newPassword, Passwords, withHashKey } from './passwords.ts';
export { answerStatuses } from './payer-authentication/authentication-status.ts';
export { returnHtml } from './payer-authentication/html.ts';
export { type ReturnForm, type ReturnFormDependencies, returnForm } from './payer-authentication/return-form.ts';
export { authenticationOfTransactionById } from './payer-authentication/transaction-authentication.ts';
export {
  type AddressSegments,
  NO_SEGMENTS,
  type RestAnswer,
  type RestRequest,
  type StreamedBody,
} from './rest-request.ts';
export {
  isSessionCredentials,
  merchantOrSession,
  type SessionAccessDependencies,
  type SessionCaller,
} from './session-access.ts';
