/**
 * Every gateway code of a transaction, with its meaning and remedy. A decline is not an error: its transaction is
 * stored.
 */

import type { Remedy } from '../../contract/errors/causes.ts';
import { GATEWAY_CODES, type GatewayCode } from '../../contract/gateway-codes.ts';
import type { CodeRemedy } from '../../web/views/docs/index.ts';

const ANOTHER_CARD = 'Let the payer use another card or another way to pay, under a new transaction id.';
const CHECK_THE_CODE = 'Let the payer type the card again, the security code above all, under a new transaction id.';
const CHECK_THE_ADDRESS = 'Let the payer correct the billing address, and try under a new transaction id.';
const TRY_LATER = 'Try again later, under a new transaction id.';
const WAIT =
  'Do not ship and do not charge again. Retrieve the transaction until it has another code, or wait for the notification.';
const NO_REMEDY = 'Nothing: it succeeded.';

const CODES: Readonly<Record<GatewayCode, Remedy>> = {
  ABORTED: { meaning: 'The payer broke the payment off.', mend: 'Offer to pay again, under a new transaction id.' },
  ACQUIRER_SYSTEM_ERROR: { meaning: 'The acquirer’s own system failed.', mend: TRY_LATER },
  APPROVED: { meaning: 'It was approved.', mend: NO_REMEDY },
  APPROVED_PENDING_SETTLEMENT: {
    meaning: 'It was approved, and the money is to be settled with the next batch.',
    mend: NO_REMEDY,
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
  SYSTEM_ERROR: { meaning: 'The gateway could not carry it out.', mend: TRY_LATER },
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
  UNSPECIFIED_FAILURE: { meaning: 'It could not be processed, and no reason was given.', mend: TRY_LATER },
};

export const CODE_REMEDIES: readonly CodeRemedy[] = (Object.keys(CODES) as GatewayCode[]).map((code) => ({
  code,
  result: GATEWAY_CODES[code],
  ...CODES[code],
}));
