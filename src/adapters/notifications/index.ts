/** Notifications to merchants: the dispatcher, the HTTP sender and signing keys, and the records of the outbox. */

export { type Network, nameServers, openSocket } from './connections.ts';
export { ANYTHING_ELSE, describeFailure, NO_ADDRESS } from './delivery-failures.ts';
export { NotificationDispatcher } from './dispatcher.ts';
export { deliveryRule, HttpSender } from './http-sender.ts';
export {
  type ClaimedNotification,
  type DueReceiver,
  type NotificationEnd,
  type Outbox,
  PAUSE_MS_MIN,
  type SigningKey,
  TRIES_MAX,
} from './notification-records.ts';
export { requestHeaders } from './request-headers.ts';
export { newSigningKey } from './signature.ts';
export {
  addSigningKey,
  OVERLAP_HOURS,
  type RotationDependencies,
  rotateSigningKey,
  type SigningDependencies,
  SigningKeys,
  signingKeyPlace,
  signingKeys,
} from './signing-keys.ts';
