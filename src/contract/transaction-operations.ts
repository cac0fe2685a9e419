/** The operations that `apiOperation` selects on a transaction's path. */
import { pick, replace } from './edit-schema.ts';
import type { Group } from './field.ts';
import { authenticationAnswer, browserPaymentAnswer, transactionAnswerFields } from './fields/answer-fields.ts';
import { AUTHENTICATION_SINCE } from './fields/authentication-fields.ts';
import { apiOperationField } from './fields/common.ts';
import {
  authenticationRequest,
  authorizationUpdateRequest,
  browserPaymentRequest,
  captureRequest,
  confirmationRequest,
  initialRequest,
  referralRequest,
  refundRequest,
  verificationRequest,
  voidRequest,
} from './fields/operation-requests.ts';
import type { Operation } from './operation.ts';
import type { FieldPath } from './request-fields.ts';

/** Relative to `MERCHANT_PATH`. */
export const ORDER_PATH = '/order/{orderId}';
export const TRANSACTION_PATH = `${ORDER_PATH}/transaction/{transactionId}`;

/** The answer if the order is locked. Contains the order's current totals in addition to these fields. */
export const lockFailureAnswer = {
  ...pick(
    transactionAnswerFields,
    'correlationId',
    'merchant',
    'order.id',
    'response.gatewayCode',
    'result',
    'transaction.id',
    'version',
  ),
  doc: 'The order is locked by another operation. Nothing was recorded: the same ids may be tried again.',
};

type OfOrder<Answer extends Group> = Pick<Operation, 'title' | 'doc' | 'requires' | 'request'> &
  Partial<Operation<Answer>>;

function onTransaction<Answer extends Group = typeof transactionAnswerFields>(
  name: string,
  operation: OfOrder<Answer>,
): Operation<Answer> {
  return {
    method: 'PUT',
    path: TRANSACTION_PATH,
    answer: transactionAnswerFields as Group as Answer,
    status: 201,
    otherAnswers: [
      {
        status: 200,
        doc: 'The order was locked by another operation: nothing was recorded.',
        answer: lockFailureAnswer,
      },
    ],
    ...operation,
    request: replace(operation.request, 'apiOperation', apiOperationField(name)),
  };
}

const CARD = ['sourceOfFunds.provided.card'] as const;
const TOKEN = ['sourceOfFunds.token'] as const;
/** The instruments of a payment. The card's number is not required, because a terminal may have read the card. */
const INSTRUMENTS = [CARD, ['sourceOfFunds.provided.giftCard'], TOKEN] as const;

/** Returns the fields combined with each of the instruments. */
function withEach(
  fields: readonly FieldPath[],
  instruments: readonly (readonly FieldPath[])[],
): readonly (readonly FieldPath[])[] {
  return instruments.map((instrument) => [...fields, ...instrument]);
}

/** The amount of a capture or refund. A standalone one may have only the order's amount. */
const AMOUNTS: Operation['alternatives'] = [['transaction.amount'], ['order.amount']];

/** Members of the authentication operations. Browsers and apps may call them too, authenticated by the session's id. */
const authentication = {
  access: 'MERCHANT_OR_SESSION',
  answer: authenticationAnswer,
  request: authenticationRequest,
  since: AUTHENTICATION_SINCE,
} as const;

export const TRANSACTION_OPERATIONS = {
  AUTHORIZE: onTransaction('AUTHORIZE', {
    title: 'Authorize',
    doc: 'Reserves the order’s amount with the issuer, to be captured later. Number and expiry come in the request, or from its session or token.',
    request: initialRequest,
    requires: ['order.amount', 'order.currency'],
    alternatives: withEach(['order.amount', 'order.currency'], INSTRUMENTS),
  }),
  PAY: onTransaction('PAY', {
    title: 'Pay',
    doc: 'Takes the order’s amount at once. Number and expiry come in the request, or from its session or token.',
    request: initialRequest,
    requires: ['order.amount', 'order.currency'],
    alternatives: withEach(['order.amount', 'order.currency'], INSTRUMENTS),
  }),
  VERIFY: onTransaction('VERIFY', {
    title: 'Verify',
    doc: 'Asks the issuer whether the card is good, and moves no money. Number and expiry come in the request, or from its session or token.',
    request: verificationRequest,
    requires: ['order.currency'],
    alternatives: withEach(['order.currency'], INSTRUMENTS),
  }),
  CAPTURE: onTransaction('CAPTURE', {
    title: 'Capture',
    doc: 'Takes the transaction’s amount, which it needs, of what an authorization reserved: in part, in full, or beyond it as far as the profile allows. Without an authorization here it needs the card, and the code that was got elsewhere.',
    request: captureRequest,
    requires: [],
    alternatives: AMOUNTS,
  }),
  REFUND: onTransaction('REFUND', {
    title: 'Refund',
    doc: 'Gives the transaction’s amount, which it needs, of captured money back, in part or in full. Without a payment here it is a refund on its own, and needs the card.',
    request: refundRequest,
    requires: [],
    alternatives: AMOUNTS,
  }),
  VOID: onTransaction('VOID', {
    title: 'Void',
    doc: 'Undoes an earlier transaction of the order, while that is still possible.',
    request: voidRequest,
    requires: ['transaction.targetTransactionId'],
  }),
  REFERRAL: onTransaction('REFERRAL', {
    title: 'Referral',
    doc: 'Tries an order’s first payment again, with the code that the issuer gave after a referral.',
    request: referralRequest,
    requires: ['transaction.authorizationCode'],
  }),
  UPDATE_AUTHORIZATION: onTransaction('UPDATE_AUTHORIZATION', {
    title: 'Update authorization',
    doc: 'Changes how much an order’s authorization reserves, and lengthens how long.',
    request: authorizationUpdateRequest,
    requires: [],
  }),
  INITIATE_BROWSER_PAYMENT: onTransaction('INITIATE_BROWSER_PAYMENT', {
    title: 'Initiate browser payment',
    doc: 'Begins a payment on a provider’s pages, and answers where to send the payer’s browser.',
    request: browserPaymentRequest,
    requires: ['browserPayment.returnUrl', 'order.amount', 'order.currency', 'sourceOfFunds.type'],
    answer: browserPaymentAnswer,
  }),
  CONFIRM_BROWSER_PAYMENT: onTransaction('CONFIRM_BROWSER_PAYMENT', {
    title: 'Confirm browser payment',
    doc: 'Makes the payment that the payer left to be confirmed with you. It has the transaction id of the initiation.',
    request: confirmationRequest,
    requires: [],
    answer: browserPaymentAnswer,
    status: 200,
  }),
  INITIATE_AUTHENTICATION: onTransaction('INITIATE_AUTHENTICATION', {
    title: 'Initiate authentication',
    doc: `From version ${AUTHENTICATION_SINCE} on, finds out whether the card takes part in 3-D Secure, and answers what the payer’s browser is to open unseen. The card comes in the request, or from its session or token; the session’s id is password enough for what a payer may set.`,
    ...authentication,
    requires: ['order.currency'],
    alternatives: withEach(['order.currency'], [CARD, TOKEN]),
  }),
  AUTHENTICATE_PAYER: onTransaction('AUTHENTICATE_PAYER', {
    title: 'Authenticate payer',
    doc: `From version ${AUTHENTICATION_SINCE} on, asks the issuer whether the payer is the cardholder, and answers where the payer’s browser goes for a challenge. It has the transaction id of the initiation; the payment after it has one of its own, and names this one.`,
    ...authentication,
    requires: ['order.amount', 'order.currency'],
    // An authentication for adding a card has no amount.
    alternatives: [
      ['order.amount', 'order.currency'],
      ['authentication.purpose', 'order.currency'],
    ],
  }),
} as const satisfies Record<string, Operation>;
