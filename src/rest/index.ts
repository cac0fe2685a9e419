/** The interface of merchants' servers: authentication, and what notifications say. Its addresses are `handlers.ts`. */
export { notificationWriter } from './answers/notification-body.ts';
export { Authenticator, ownsCertificate } from './authenticate.ts';
export { type Dispatch, dispatcher } from './dispatch.ts';
export { FailedLogin, FailedLoginCounts } from './failed-login.ts';
export type { HandlerDependencies } from './handlers.ts';
export { newPassword, Passwords } from './passwords.ts';
export type { AddressSegments, RestAnswer, RestRequest } from './rest-request.ts';
export { merchantOrSession, type SessionAccessDependencies, type SessionCaller } from './session-access.ts';
