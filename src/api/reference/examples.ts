/**
 * One example per operation: its call, and the calls that it depends on. `npm run reference` runs them against a real
 * gateway and the sandbox's acquirer host and records the answers; a test runs them again and compares. This file
 * contains only data: `example-run.ts` makes the calls.
 *
 * `$SESSION`, `$TOKEN`, `$LINK` and `$NOTIFICATION` are replaced by the ids of the session, the token, the link and the
 * first notification in earlier answers, and `$PARES` by the payer's authentication response.
 */
import type { DocumentedOperation } from './documented-operations.ts';
import {
  CARD_WITH_CODE,
  cardUntil,
  EXAMPLE_CARD,
  EXAMPLE_PAYER,
  instrument,
  MUG,
  payment,
  SHOP_PAGE,
} from './example-values.ts';

export interface ExampleCall {
  readonly operation: DocumentedOperation;
  /** Parameters of the address, except version and merchant. */
  readonly at: Readonly<Record<string, string>>;
  readonly body?: object;
  /** The payer's browser goes to the answer's `redirectUrl` next; the sandbox's provider confirms automatically. */
  readonly sendsPayer?: true;
  /** Repeats the call until its answer contains this text, for results of background work. */
  readonly until?: string;
}

export interface Example {
  readonly before: readonly ExampleCall[];
  readonly call: ExampleCall;
  /** The caller, if it is not the sandbox's merchant. */
  readonly merchant?: { readonly id: string; readonly name: string; readonly tokenGeneration: string };
}

/** A call on a transaction. Each example uses an order of its own, since all run against one gateway. */
function transaction(
  operation: DocumentedOperation,
  orderId: string,
  transactionId: string,
  body: object,
): ExampleCall {
  return { operation, at: { orderId, transactionId }, body: { apiOperation: operation, ...body } };
}

function initialPayment(operation: 'AUTHORIZE' | 'PAY', orderId: string): ExampleCall {
  return transaction(operation, orderId, '1', payment('49.80'));
}

const amount = (value: string, reference: string) => ({ transaction: { amount: value, currency: 'EUR', reference } });

/** The sandbox's wallet selects the outcome by the order's reference, without a payer. */
function browserPayment(orderId: string, paymentConfirmation: string, more: object): ExampleCall {
  return transaction('INITIATE_BROWSER_PAYMENT', orderId, '1', {
    browserPayment: {
      operation: 'AUTHORIZE',
      returnUrl: `${SHOP_PAGE}/thanks?order=${orderId}`,
      demoWallet: { paymentConfirmation },
    },
    order: { amount: '49.80', currency: 'EUR', reference: 'TEST-SUCCEED' },
    sourceOfFunds: { type: 'DEMO_WALLET' },
    ...more,
  });
}

/** A card for which the sandbox's ACS requires a challenge. */
const CHALLENGED_CARD = cardUntil('7', '40');

function initiation(orderId: string): ExampleCall {
  return transaction('INITIATE_AUTHENTICATION', orderId, '1', {
    authentication: { acceptVersions: '3DS2', channel: 'PAYER_BROWSER', purpose: 'PAYMENT_TRANSACTION' },
    order: { currency: 'EUR' },
    ...instrument(CHALLENGED_CARD),
  });
}

/** A card for which the sandbox's ACS uses neither method nor challenge. */
const UNASKED_CARD = { ...cardUntil('1', '40'), number: '5205500000000001' };

function enrolmentCheck(id: string): ExampleCall {
  return {
    operation: 'CHECK_3DS_ENROLLMENT',
    at: { '3DSecureId': id },
    body: {
      apiOperation: 'CHECK_3DS_ENROLLMENT',
      '3DSecure': {
        authenticationRedirect: { pageGenerationMode: 'CUSTOMIZED', responseUrl: `${SHOP_PAGE}/authenticated` },
      },
      order: { amount: '49.80', currency: 'EUR' },
      ...instrument(UNASKED_CARD),
    },
  };
}

/** The address has no server, so that the example shows a failed delivery. */
function notifiedPayment(orderId: string): ExampleCall {
  const { order, ...card } = payment('49.80');
  const notificationUrl = `${SHOP_PAGE}/notifications`;
  return transaction('PAY', orderId, '1', { order: { ...order, notificationUrl }, ...card });
}

const notifications = (orderId: string): ExampleCall => ({
  operation: 'RETRIEVE_NOTIFICATIONS',
  at: { orderId },
  until: '"failure"',
});

const newSession: ExampleCall = { operation: 'CREATE_SESSION', at: {}, body: {} };
const newLink: ExampleCall = {
  operation: 'CREATE_LINK',
  at: {},
  body: { link: { amount: '24.00', currency: 'EUR', description: 'Bread baking course', numberOfPayments: '12' } },
};

const newToken: ExampleCall = { operation: 'CREATE_TOKEN', at: {}, body: instrument(EXAMPLE_CARD) };
const filledSession: ExampleCall = {
  operation: 'UPDATE_SESSION',
  at: { sessionId: '$SESSION' },
  body: { order: { amount: '49.80', currency: 'EUR' }, ...instrument(CARD_WITH_CODE) },
};

const checkout = (operation: 'INITIATE_CHECKOUT' | 'CREATE_CHECKOUT_SESSION', id: string): ExampleCall => ({
  operation,
  at: {},
  body: {
    apiOperation: operation,
    interaction: {
      operation: 'PURCHASE',
      returnUrl: `${SHOP_PAGE}/thanks?order=${id}`,
      cancelUrl: `${SHOP_PAGE}/basket`,
      merchant: { name: 'Example Shop', email: 'help@shop.example' },
    },
    order: { id, amount: '49.80', currency: 'EUR', reference: id, description: 'Two mugs', item: [MUG] },
    customer: EXAMPLE_PAYER.customer,
  },
});

export const EXAMPLES: Readonly<Record<DocumentedOperation, Example>> = {
  AUTHORIZE: {
    before: [],
    call: transaction('AUTHORIZE', 'ORDER-1001', '1', {
      ...payment('49.80'),
      ...EXAMPLE_PAYER,
      order: { amount: '49.80', currency: 'EUR', reference: 'CART-1001', description: 'Two mugs', item: [MUG] },
      transaction: { reference: 'CART-1001-1', source: 'INTERNET' },
    }),
  },
  PAY: {
    before: [newSession, filledSession],
    call: transaction('PAY', 'ORDER-1002', '1', {
      session: { id: '$SESSION' },
      order: { reference: 'CART-1002', custom: { channel: 'web' } },
    }),
  },
  VERIFY: {
    before: [],
    call: transaction('VERIFY', 'ORDER-1003', '1', {
      order: { currency: 'EUR' },
      ...instrument(CARD_WITH_CODE),
      billing: EXAMPLE_PAYER.billing,
    }),
  },
  CAPTURE: {
    before: [initialPayment('AUTHORIZE', 'ORDER-1004')],
    call: transaction('CAPTURE', 'ORDER-1004', '2', amount('24.90', 'SHIPMENT-1')),
  },
  REFUND: {
    before: [initialPayment('PAY', 'ORDER-1005')],
    call: transaction('REFUND', 'ORDER-1005', '2', amount('24.90', 'RETURN-1')),
  },
  VOID: {
    before: [initialPayment('PAY', 'ORDER-1006')],
    call: transaction('VOID', 'ORDER-1006', '2', { transaction: { targetTransactionId: '1' } }),
  },
  REFERRAL: {
    before: [transaction('AUTHORIZE', 'ORDER-1007', '1', payment('49.80', cardUntil('3', '39')))],
    call: transaction('REFERRAL', 'ORDER-1007', '2', { transaction: { authorizationCode: '831000' } }),
  },
  UPDATE_AUTHORIZATION: {
    before: [initialPayment('AUTHORIZE', 'ORDER-1008')],
    call: transaction('UPDATE_AUTHORIZATION', 'ORDER-1008', '2', {
      transaction: { amount: '74.70', currency: 'EUR' },
    }),
  },
  INITIATE_BROWSER_PAYMENT: {
    before: [],
    call: browserPayment('ORDER-1013', 'CONFIRM_AT_PROVIDER', {
      shipping: { address: { street: 'Alpha St', city: 'Berlin', postcodeZip: '10115', country: 'DEU' } },
    }),
  },
  CONFIRM_BROWSER_PAYMENT: {
    before: [{ ...browserPayment('ORDER-1014', 'CONFIRM_AT_MERCHANT', {}), sendsPayer: true }],
    call: transaction('CONFIRM_BROWSER_PAYMENT', 'ORDER-1014', '1', {}),
  },
  INITIATE_AUTHENTICATION: { before: [], call: initiation('ORDER-1017') },
  AUTHENTICATE_PAYER: {
    before: [initiation('ORDER-1018')],
    call: transaction('AUTHENTICATE_PAYER', 'ORDER-1018', '1', {
      authentication: { redirectResponseUrl: `${SHOP_PAGE}/authenticated?order=ORDER-1018` },
      device: {
        browser: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
        browserDetails: {
          '3DSecureChallengeWindowSize': 'FULL_SCREEN',
          acceptHeaders: 'text/html',
          colorDepth: 24,
          javaEnabled: false,
          javaScriptEnabled: true,
          language: 'en-GB',
          screenHeight: 1080,
          screenWidth: 1920,
          timeZone: -60,
        },
        ipAddress: '192.0.2.1',
      },
      order: { amount: '49.80', currency: 'EUR' },
      ...instrument(CHALLENGED_CARD),
    }),
  },
  CHECK_3DS_ENROLLMENT: { before: [], call: enrolmentCheck('CHECK-1001') },
  PROCESS_ACS_RESULT: {
    before: [{ ...enrolmentCheck('CHECK-1002'), sendsPayer: true }],
    call: {
      operation: 'PROCESS_ACS_RESULT',
      at: { '3DSecureId': 'CHECK-1002' },
      body: { apiOperation: 'PROCESS_ACS_RESULT', '3DSecure': { paRes: '$PARES' } },
    },
  },
  RETRIEVE_3DS_RESULT: {
    before: [enrolmentCheck('CHECK-1003')],
    call: { operation: 'RETRIEVE_3DS_RESULT', at: { '3DSecureId': 'CHECK-1003' } },
  },
  RETRIEVE_ORDER: {
    before: [
      initialPayment('AUTHORIZE', 'ORDER-1009'),
      transaction('CAPTURE', 'ORDER-1009', '2', amount('49.80', 'SHIPMENT-1')),
    ],
    call: { operation: 'RETRIEVE_ORDER', at: { orderId: 'ORDER-1009' } },
  },
  RETRIEVE_ORDERS: {
    merchant: { id: 'LISTSHOP', name: 'Shop with a list', tokenGeneration: 'RANDOM' },
    before: [],
    call: { operation: 'RETRIEVE_ORDERS', at: {} },
  },
  EXPORT_ORDERS: {
    merchant: { id: 'EXPORTSHOP', name: 'Shop with an export', tokenGeneration: 'RANDOM' },
    before: [],
    call: { operation: 'EXPORT_ORDERS', at: {} },
  },
  RETRIEVE_TRANSACTION: {
    before: [transaction('PAY', 'ORDER-1010', '1', payment('49.80', cardUntil('5', '39')))],
    call: { operation: 'RETRIEVE_TRANSACTION', at: { orderId: 'ORDER-1010', transactionId: '1' } },
  },
  RETRIEVE_NOTIFICATIONS: { before: [notifiedPayment('ORDER-1015')], call: notifications('ORDER-1015') },
  RESEND_NOTIFICATION: {
    before: [notifiedPayment('ORDER-1016'), notifications('ORDER-1016')],
    call: {
      operation: 'RESEND_NOTIFICATION',
      at: { orderId: 'ORDER-1016', notificationId: '$NOTIFICATION' },
      body: { apiOperation: 'RESEND_NOTIFICATION' },
    },
  },
  CREATE_TOKEN: { before: [], call: newToken },
  UPDATE_TOKEN: {
    merchant: { id: 'OWNTOKENS', name: 'Shop with its own tokens', tokenGeneration: 'MERCHANT_SUPPLIED' },
    before: [{ operation: 'UPDATE_TOKEN', at: { token: 'CUSTOMER42' }, body: instrument(EXAMPLE_CARD) }],
    call: {
      operation: 'UPDATE_TOKEN',
      at: { token: 'CUSTOMER42' },
      body: instrument(cardUntil('12', '41')),
    },
  },
  RETRIEVE_TOKEN: { before: [newToken], call: { operation: 'RETRIEVE_TOKEN', at: { token: '$TOKEN' } } },
  DELETE_TOKEN: { before: [newToken], call: { operation: 'DELETE_TOKEN', at: { token: '$TOKEN' } } },
  PAYMENT_OPTIONS_INQUIRY: { before: [], call: { operation: 'PAYMENT_OPTIONS_INQUIRY', at: {}, body: {} } },
  CREATE_SESSION: {
    before: [],
    call: { ...newSession, body: { session: { authenticationLimit: 5 } } },
  },
  UPDATE_SESSION: { before: [newSession], call: filledSession },
  RETRIEVE_SESSION: {
    before: [newSession, filledSession],
    call: { operation: 'RETRIEVE_SESSION', at: { sessionId: '$SESSION' } },
  },
  INITIATE_CHECKOUT: { before: [], call: checkout('INITIATE_CHECKOUT', 'ORDER-1011') },
  CREATE_CHECKOUT_SESSION: { before: [], call: checkout('CREATE_CHECKOUT_SESSION', 'ORDER-1012') },
  CREATE_LINK: { before: [], call: newLink },
  RETRIEVE_LINKS: {
    merchant: { id: 'LINKSHOP', name: 'Shop with links', tokenGeneration: 'RANDOM' },
    before: [newLink],
    call: { operation: 'RETRIEVE_LINKS', at: {} },
  },
  RETRIEVE_LINK: { before: [newLink], call: { operation: 'RETRIEVE_LINK', at: { linkId: '$LINK' } } },
  END_LINK: { before: [newLink], call: { operation: 'END_LINK', at: { linkId: '$LINK' } } },
};
