/** The parts of each published description that the sandbox simulates. */

/** The source and the content of one simulator's table. */
export interface Described {
  /** Path from the root of the checkout. */
  readonly factsFile: string;
  /** The file of each description, by the prefix of its types. */
  readonly descriptions: Readonly<Record<string, string>>;
  /** The operations to include, with their types. */
  readonly operations: readonly (readonly [description: string, method: string, path: string])[];
  /** Types and fields to omit, as `prefix/type` and `prefix/type.field`. */
  readonly unplayed: readonly RegExp[];
  /** Fields whose format contradicts the description's own examples, as `prefix/type.field`. */
  readonly unformatted?: readonly RegExp[];
}

/** The prefix of a description's types, and its file. */
export const PAYPAL_DESCRIPTIONS: Readonly<Record<string, string>> = {
  orders: 'paypal-checkout_orders_v2.json',
  payments: 'paypal-payments_payment_v2.json',
  reporting: 'paypal-reporting_transactions_v1.json',
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
  ['reporting', 'GET', '/v1/reporting/transactions'],
  ['webhooks', 'POST', '/v1/notifications/verify-webhook-signature'],
  ['webhooks', 'POST', '/v1/notifications/webhooks'],
  ['webhooks', 'GET', '/v1/notifications/webhooks'],
  ['webhooks', 'DELETE', '/v1/notifications/webhooks/{webhook_id}'],
  ['webhooks', 'GET', '/v1/notifications/webhooks-events/{event_id}'],
  ['webhooks', 'POST', '/v1/notifications/webhooks-events/{event_id}/resend'],
];

/** Fields that PayPal's simulator does not use, since it simulates only the wallet. */
export const PAYPAL_UNPLAYED: readonly RegExp[] = [
  /^orders\/payment_source(?:_response)?\.(?!paypal$)/,
  /^orders\/order_application_context\.stored_payment_source$/,
  /^orders\/purchase_unit(?:_request)?\.supplementary_data$/,
  /^orders\/(?:capture|authorization_with_additional_data)\.(?:processor_response|network_transaction_reference)$/,
  /^orders\/shipping_with_tracking_details\.trackers$/,
  // Includes only the money of a transaction, without personal names.
  /^reporting\/transaction_detail\.(?!transaction_info$)/,
  /^orders\/paypal_wallet(?:_response)?\.attributes$/,
];

/** Omits all but single payments in JSON, with a redirect to the payer's bank. */
const PSD2_UNPLAYED: readonly RegExp[] = [
  /^psd2\/(?:periodic|bulk)PaymentInitiation/,
  // Credentials, and choices that require credentials.
  /^psd2\/[\w-]+\.(?:scaMethods|chosenScaMethod|challengeData)$/,
  // Ids of an account other than its IBAN.
  /^psd2\/accountReference\.(?:pan|maskedPan|msisdn|bban)$/,
];

const PAYMENT = '/{payment-service}/{payment-product}/{paymentId}';

/** The callback address of the described server, as the description writes it. */
export const PIX_CALLBACK = '{$request.body#/webhookUrl}/pix';

/** Omits cash withdrawal, and payer data that an immediate payment does not show. */
const PIX_UNPLAYED: readonly RegExp[] = [
  /^pix\/CobValor\.retirada$/,
  /^pix\/PixValor(?:Saque|Troco|Juros|Multa|Abatimento|Desconto)$/,
  /^pix\/Cob(?:Gerada|Solicitada|Revisada)\.devedor$/,
];

export const DESCRIBED: Readonly<Record<'paypal' | 'openBanking' | 'pix', Described>> = {
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
  pix: {
    factsFile: 'src/sandbox/pix/facts.json',
    descriptions: { pix: 'pix-api-2.9.0.yaml' },
    operations: [
      ['pix', 'PUT', '/cob/{txid}'],
      ['pix', 'PATCH', '/cob/{txid}'],
      ['pix', 'GET', '/cob/{txid}'],
      ['pix', 'GET', '/pix/{e2eid}'],
      ['pix', 'PUT', '/pix/{e2eid}/devolucao/{id}'],
      ['pix', 'GET', '/pix/{e2eid}/devolucao/{id}'],
      ['pix', 'PUT', '/webhook/{chave}'],
      ['pix', 'GET', '/webhook/{chave}'],
      ['pix', 'DELETE', '/webhook/{chave}'],
      ['pix', 'POST', PIX_CALLBACK],
    ],
    unplayed: PIX_UNPLAYED,
    // These URLs have no scheme, as in Pix codes.
    unformatted: [/^pix\/(?:CobGerada|PayloadLocation)\.location$/],
  },
};
