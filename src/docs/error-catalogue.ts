/**
 * Every way in which a request can fail, each with its meaning and remedy. Two kinds: an error, which has a cause and
 * an HTTP status of 400 or above and left nothing behind; and a decline, which is a transaction with a gateway code.
 */

import { GATEWAY_CODES, type GatewayCode, type Result } from '../contract/gateway-codes.ts';
import type { ErrorCause, ValidationType } from '../contract/interface-error.ts';

export interface Remedy {
  readonly meaning: string;
  readonly mend: string;
}

export const CAUSES: Readonly<Record<ErrorCause, Remedy>> = {
  INVALID_REQUEST: {
    meaning: 'The request is not right as it stands. Nothing happened.',
    mend: 'Change what error.field and error.details name, or what error.explanation says, and send it again. The transaction id was not used up.',
  },
  REQUEST_REJECTED: {
    meaning: 'The request is well formed, and whoever sent it may not do this. Nothing happened.',
    mend: 'The profile lacks a permission: ask the operator of the gateway.',
  },
  SERVER_BUSY: {
    meaning: 'The gateway cannot take the request at this moment, or the same transaction is still under way.',
    mend: 'Send the very same request again, with the same ids, after the seconds that Retry-After says. A repeat is never carried out twice.',
  },
  SERVER_FAILED: {
    meaning: 'Something failed in the gateway. Money may have moved.',
    mend: 'Send the very same request again, with the same ids, or retrieve the transaction, before you do anything else. Give error.supportCode to the operator.',
  },
};

export const VALIDATION_REMEDIES: Readonly<Record<ValidationType, Remedy>> = {
  MISSING: {
    meaning: 'A field that must be given is not there, nor in the session or token that the request names.',
    mend: 'Give the field. The operation’s page says which it needs; null, an empty text and a group with nothing in it count as absent.',
  },
  INVALID: {
    meaning: 'The value is not one that the field takes, or it contradicts another field or the order.',
    mend: 'Send a value such as the explanation allows. Length counts characters, and enumerations are case-sensitive. A text may be sent as a JSON number of digits alone, and is read as those digits.',
  },
  UNSUPPORTED: {
    meaning: 'The field exists, and this operation does not take it in this version or in this state of the order.',
    mend: 'Leave it out, or speak a version that has it: /docs/changes tells which. Where your profile ignores unknown fields, they are named in the header X-Ignored-Fields instead.',
  },
};

export interface Status {
  /** Names the response in the OpenAPI document; absent where no single operation answers it. */
  readonly name?: string;
  readonly status: number;
  readonly cause: ErrorCause;
  /** The explanation in the gateway's answer. */
  readonly explanation: string;
  readonly meaning: string;
  readonly mend: string;
  readonly headers?: Readonly<Record<string, string>>;
}

export const STATUSES: readonly Status[] = [
  {
    name: 'InvalidRequest',
    status: 400,
    cause: 'INVALID_REQUEST',
    explanation: 'The body must be a JSON object.',
    meaning:
      'The request is to be changed: a field was refused, the body is no JSON object, or the order does not allow it.',
    mend: 'Change what the answer names.',
  },
  {
    name: 'BadCredentials',
    status: 401,
    cause: 'INVALID_REQUEST',
    explanation: 'Invalid credentials.',
    meaning: 'No credentials were sent, or they are not right for the merchant of the address.',
    mend: 'Use HTTP Basic with the user merchant. and the merchant id of the address, and its API password.',
    headers: { 'WWW-Authenticate': 'Asks for Basic authentication.' },
  },
  {
    name: 'Rejected',
    status: 403,
    cause: 'REQUEST_REJECTED',
    explanation: 'This merchant may not refund what was not paid here.',
    meaning: 'The caller is known, and may not do this; or guessed a password too often.',
    mend: 'Ask the operator of the gateway for the permission; after failed logins, wait as Retry-After says.',
    headers: { 'Retry-After': 'Seconds to wait, after too many wrong passwords.' },
  },
  {
    name: 'NotFound',
    status: 404,
    cause: 'INVALID_REQUEST',
    explanation: "Unsupported value for 'version = 800'",
    meaning: 'There is nothing at the address, or the version in it is not spoken. An unknown order or token is a 400.',
    mend: 'Check the address: versions are whole numbers, and every id is percent-encoded once.',
  },
  {
    status: 405,
    cause: 'INVALID_REQUEST',
    explanation: 'This address takes PUT, GET.',
    meaning: 'The address is right and the method is not.',
    mend: 'Use a method that the header Allow names.',
    headers: { Allow: 'The methods that the address takes.' },
  },
  {
    status: 413,
    cause: 'INVALID_REQUEST',
    explanation: 'The body is larger than 65536 bytes.',
    meaning: 'The body is too large.',
    mend: 'Send fewer line items or shorter texts.',
  },
  {
    status: 421,
    cause: 'INVALID_REQUEST',
    explanation: 'This server does not answer for this host.',
    meaning: 'The request names another host than the one that the gateway goes by.',
    mend: 'Call the gateway by the origin that its operator gave you.',
  },
  {
    name: 'Failed',
    status: 500,
    cause: 'SERVER_FAILED',
    explanation: 'An unexpected error occurred. The support code finds it in the log.',
    meaning: 'Something failed in the gateway, and whether money moved is not told by this answer.',
    mend: 'Repeat the same request with the same ids: it answers what happened, and never does it twice.',
  },
  {
    name: 'Busy',
    status: 503,
    cause: 'SERVER_BUSY',
    explanation: 'This transaction is still under way.',
    meaning: 'The gateway is too busy, or the same transaction has not ended yet.',
    mend: 'Repeat the same request after the seconds that Retry-After says.',
    headers: { 'Retry-After': 'Seconds to wait before the same request is sent again.' },
  },
];

const ANOTHER_CARD = 'Let the payer use another card or another way to pay, under a new transaction id.';
const CHECK_THE_CODE = 'Let the payer type the card again, the security code above all, under a new transaction id.';
const CHECK_THE_ADDRESS = 'Let the payer correct the billing address, and try under a new transaction id.';
const LATER = 'Try again later, under a new transaction id.';
const WAIT =
  'Do not ship and do not charge again. Retrieve the transaction until it has another code, or wait for the notification.';
const NOTHING = 'Nothing: it succeeded.';

const CODES: Readonly<Record<GatewayCode, Remedy>> = {
  ABORTED: { meaning: 'The payer broke the payment off.', mend: 'Offer to pay again, under a new transaction id.' },
  ACQUIRER_SYSTEM_ERROR: { meaning: 'The acquirer’s own system failed.', mend: LATER },
  APPROVED: { meaning: 'It was approved.', mend: NOTHING },
  APPROVED_PENDING_SETTLEMENT: {
    meaning: 'It was approved, and the money is to be settled with the next batch.',
    mend: NOTHING,
  },
  AUTHENTICATION_FAILED: {
    meaning: 'The payer could not show to be the cardholder.',
    mend: 'Let the payer authenticate again, or use another card.',
  },
  BLOCKED: {
    meaning: 'A rule against fraud of the acquirer or the issuer stopped it.',
    mend: 'Let the payer authenticate, or use another card, under a new transaction id.',
  },
  CANCELLED: { meaning: 'The payer cancelled.', mend: 'Offer to pay again, under a new transaction id.' },
  DECLINED: { meaning: 'The issuer said no, and not why.', mend: ANOTHER_CARD },
  DECLINED_AVS: { meaning: 'The billing address does not match the card’s.', mend: CHECK_THE_ADDRESS },
  DECLINED_AVS_CSC: {
    meaning: 'Neither the billing address nor the security code matches.',
    mend: 'Let the payer type address and card again, under a new transaction id.',
  },
  DECLINED_CSC: { meaning: 'It was declined because of the security code.', mend: CHECK_THE_CODE },
  DECLINED_DO_NOT_CONTACT: {
    meaning: 'It was declined, and asking the issuer would not help.',
    mend: 'Do not try this card again. Let the payer use another one.',
  },
  DECLINED_PAYMENT_PLAN: {
    meaning: 'The issuer does not take the payment plan.',
    mend: 'Offer another plan, or payment at once.',
  },
  DEFERRED_TRANSACTION_RECEIVED: { meaning: 'It was taken in, and will be processed later.', mend: WAIT },
  DUPLICATE_BATCH: {
    meaning: 'The acquirer has had a batch like this one.',
    mend: 'Retrieve the order: the earlier transaction may have done it. If not, ask the acquirer.',
  },
  EXCEEDED_RETRY_LIMIT: {
    meaning: 'This was tried too often.',
    mend: 'Stop trying with this card. Let the payer use another one.',
  },
  EXPIRED_CARD: { meaning: 'The card has expired.', mend: ANOTHER_CARD },
  INSUFFICIENT_FUNDS: { meaning: 'There is not enough money in the account.', mend: ANOTHER_CARD },
  INVALID_CSC: { meaning: 'The security code is wrong.', mend: CHECK_THE_CODE },
  LOCK_FAILURE: {
    meaning: 'Another transaction on the same order was under way. Nothing was recorded.',
    mend: 'Send the same request again, with the same ids, when the other one has ended.',
  },
  NOT_ENROLLED_3D_SECURE: {
    meaning: 'The cardholder does not take part in 3-D Secure.',
    mend: 'Let the payer use another card, or pay without it where your agreement allows that.',
  },
  NOT_SUPPORTED: {
    meaning: 'The acquirer does not do this kind of transaction for this card.',
    mend: 'Use another operation, or let the payer use another card.',
  },
  PENDING: { meaning: 'It is under way, and its result is not known yet.', mend: WAIT },
  REFERRED: {
    meaning: 'The issuer wants to be called before it approves.',
    mend: 'Call the issuer, and send the code that it gives you with REFERRAL; or let the payer use another card.',
  },
  SYSTEM_ERROR: { meaning: 'The gateway could not carry it out.', mend: LATER },
  TIMED_OUT: {
    meaning:
      'The acquirer did not answer in time. The gateway reverses the transaction if the acquirer did carry it out.',
    mend: 'Treat it as declined. Try again under a new transaction id.',
  },
  UNKNOWN: {
    meaning:
      'It went to the acquirer, and what came of it is not known. The gateway keeps asking, and changes the code when it knows.',
    mend: WAIT,
  },
  UNSPECIFIED_FAILURE: { meaning: 'It could not be processed, and no reason was given.', mend: LATER },
};

export interface CodeRemedy extends Remedy {
  readonly code: GatewayCode;
  /** The `result` beside it. */
  readonly result: Result;
}

export const CODE_REMEDIES: readonly CodeRemedy[] = (Object.keys(CODES) as GatewayCode[]).map((code) => ({
  code,
  result: GATEWAY_CODES[code],
  ...CODES[code],
}));
