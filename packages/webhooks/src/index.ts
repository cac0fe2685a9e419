/** Verifies, parses and deduplicates the notifications of a Turnpike gateway. */
export { WebhookError, type WebhookErrorReason } from './errors.ts';
export {
  type CheckoutNotification,
  isCheckout,
  isNewer,
  type Notification,
  parse,
  type TransactionNotification,
} from './notification.ts';
export { memoryStore, type NotificationStore } from './store.ts';
export type * from './transaction-answer.ts';
export { type Verified, type VerifyOptions, verify, type WebhookHeaders } from './verify.ts';
export {
  type Handle,
  type NodeRequest,
  type NodeResponse,
  type Received,
  Webhooks,
  type WebhooksOptions,
} from './webhooks.ts';
