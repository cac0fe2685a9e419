/**
 * The gateway's ports, one per file.
 *
 * Adapters (acquirer, providers, store, vault, notifications) implement them and the composition root passes them in.
 * The gateway imports no adapter.
 */
export { DEFAULT_ACQUIRER } from '../merchant/default-acquirer.ts';
export * from './acquirer.ts';
export * from './alerts.ts';
export * from './attempt-counts.ts';
export * from './authentication-records.ts';
export * from './authentications.ts';
export * from './browser-payment-records.ts';
export * from './browser-payments.ts';
export * from './checkout-events.ts';
export * from './clock.ts';
export * from './customer-cards.ts';
export * from './data-keys.ts';
export * from './device-tokens.ts';
export * from './directory.ts';
export * from './disputes.ts';
export * from './due-queues.ts';
export * from './links.ts';
export * from './log.ts';
export * from './merchant-validation.ts';
export * from './merchants.ts';
export * from './notification-views.ts';
export * from './notifications.ts';
export * from './order-commits.ts';
export * from './order-index.ts';
export * from './order-records.ts';
export * from './orders.ts';
export * from './payer-authentication.ts';
export * from './payment-choice.ts';
export * from './processes.ts';
export * from './provider-payments.ts';
export * from './providers.ts';
export * from './receipts.ts';
export * from './receiver-alarms.ts';
export * from './saved-cards.ts';
export * from './sealed-records.ts';
export * from './sealer.ts';
export * from './spans.ts';
export * from './support-code.ts';
export * from './tokens.ts';
export * from './unmaskings.ts';
export * from './value-sources.ts';
export * from './watched-store.ts';
