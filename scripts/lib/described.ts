/** What the sandbox plays of each published description. */

/** One stand-in's table of facts. */
export interface Described {
  /** From the root of the checkout. */
  readonly factsFile: string;
  /** By the prefix of a description's types: its file. */
  readonly descriptions: Readonly<Record<string, string>>;
  /** The types are those that these need. */
  readonly operations: readonly (readonly [description: string, method: string, path: string])[];
  /** Types and fields that are left out, as `prefix/type` and `prefix/type.field`. */
  readonly unplayed: readonly RegExp[];
}

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

/** Single payments in JSON, whose payers are led to their bank. */
const PSD2_UNPLAYED: readonly RegExp[] = [
  /^psd2\/(?:periodic|bulk)PaymentInitiation/,
  // Credentials, and choices that only a caller who has them can make.
  /^psd2\/[\w-]+\.(?:scaMethods|chosenScaMethod|challengeData)$/,
  // Codes of a person's purchases, pages of them.
  /^psd2\/accountReference\.(?:pan|maskedPan|msisdn|bban)$/,
];

const PAYMENT = '/{payment-service}/{payment-product}/{paymentId}';

export const DESCRIBED: Readonly<Record<'paypal' | 'openBanking', Described>> = {
  paypal: {
    factsFile: 'src/sandbox/paypal/facts.json',
    descriptions: PAYPAL_DESCRIPTIONS,
    operations: PAYPAL_OPERATIONS,
    unplayed: PAYPAL_UNPLAYED,
  },
  openBanking: {
    factsFile: 'src/sandbox/open-banking/facts.json',
    descriptions: { psd2: 'nextgenpsd2-1.3.yaml' },
    operations: [
      ['psd2', 'POST', '/{payment-service}/{payment-product}'],
      ['psd2', 'GET', '/payments/{payment-product}/{paymentId}'],
      ['psd2', 'DELETE', '/payments/{payment-product}/{paymentId}'],
      ['psd2', 'GET', `${PAYMENT}/status`],
      ['psd2', 'POST', `${PAYMENT}/authorisations`],
      ['psd2', 'GET', `${PAYMENT}/authorisations`],
      ['psd2', 'GET', `${PAYMENT}/authorisations/{authorisationId}`],
      ['psd2', 'POST', `${PAYMENT}/cancellation-authorisations`],
      ['psd2', 'GET', `${PAYMENT}/cancellation-authorisations`],
      ['psd2', 'GET', `${PAYMENT}/cancellation-authorisations/{authorisationId}`],
    ],
    unplayed: PSD2_UNPLAYED,
  },
};
