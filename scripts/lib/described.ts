/** What the sandbox plays of each published description. */

/** The prefix of a description's types, and its file. */
export const PAYPAL_DESCRIPTIONS: Readonly<Record<string, string>> = {
  orders: 'paypal-checkout_orders_v2.json',
  payments: 'paypal-payments_payment_v2.json',
  webhooks: 'paypal-notifications_webhooks_v1.json',
};

export const PAYPAL_OPERATIONS: readonly (readonly [description: string, method: string, path: string])[] = [
  ['orders', 'POST', '/v2/checkout/orders'],
  ['orders', 'GET', '/v2/checkout/orders/{id}'],
  ['orders', 'PATCH', '/v2/checkout/orders/{id}'],
  ['orders', 'POST', '/v2/checkout/orders/{id}/authorize'],
  ['orders', 'POST', '/v2/checkout/orders/{id}/capture'],
  ['payments', 'GET', '/v2/payments/authorizations/{authorization_id}'],
  ['payments', 'POST', '/v2/payments/authorizations/{authorization_id}/capture'],
  ['payments', 'POST', '/v2/payments/authorizations/{authorization_id}/reauthorize'],
  ['payments', 'POST', '/v2/payments/authorizations/{authorization_id}/void'],
  ['payments', 'GET', '/v2/payments/captures/{capture_id}'],
  ['payments', 'POST', '/v2/payments/captures/{capture_id}/refund'],
  ['payments', 'GET', '/v2/payments/refunds/{refund_id}'],
  ['webhooks', 'POST', '/v1/notifications/verify-webhook-signature'],
  ['webhooks', 'POST', '/v1/notifications/webhooks'],
  ['webhooks', 'GET', '/v1/notifications/webhooks'],
  ['webhooks', 'DELETE', '/v1/notifications/webhooks/{webhook_id}'],
  ['webhooks', 'GET', '/v1/notifications/webhooks-events/{event_id}'],
  ['webhooks', 'POST', '/v1/notifications/webhooks-events/{event_id}/resend'],
];

/** Fields whose facts the stand-in has no use for: it plays the wallet and no other way to pay. */
export const PAYPAL_UNPLAYED: readonly RegExp[] = [
  /^orders\/payment_source(?:_response)?\.(?!paypal$)/,
  /^orders\/order_application_context\.stored_payment_source$/,
  /^orders\/purchase_unit(?:_request)?\.supplementary_data$/,
  /^orders\/(?:capture|authorization_with_additional_data)\.(?:processor_response|network_transaction_reference)$/,
  /^orders\/shipping_with_tracking_details\.trackers$/,
  /^orders\/paypal_wallet(?:_response)?\.attributes$/,
];
