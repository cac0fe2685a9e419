/** The providers' own codes for the results of payments and movements. */
import { isGatewayCode, resultOf } from '../../contract/gateway-codes.ts';

const MESSAGES = {
  COMPLETED: 'Completed',
  PAYER_DECLINED: 'Declined by the payer',
  PAYER_CANCELLED: 'Cancelled by the payer',
  PAYER_NOT_FOUND: 'The payer’s account is not known',
  WITHDRAWN: 'Withdrawn by the merchant',
  NOT_OFFERED: 'Not offered by this provider',
  OTHER_CURRENCY: 'Not the currency of the payment',
  INVALID_AMOUNT: 'Not an amount that can be moved',
  OVER_LIMIT: 'More than there is',
  NOTHING_STANDING: 'Nothing stands that this could be done with',
  RESTED_ON: 'Something rests on it that stands',
} as const;

export type OwnCode = keyof typeof MESSAGES;

/** A provider's own code, or a forced gateway code. */
export type ResultCode = OwnCode | (string & {});

export function resultMessageOf(code: ResultCode): string {
  if (Object.hasOwn(MESSAGES, code)) {
    return MESSAGES[code as OwnCode];
  }
  const words = code.toLowerCase().replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Whether a payment with this code holds money. A pending payment does: only its confirmation is late. */
export function holdsMoney(code: ResultCode): boolean {
  if (code === 'COMPLETED') {
    return true;
  }
  return isGatewayCode(code) && (resultOf(code) === 'SUCCESS' || resultOf(code) === 'PENDING');
}

/** Whether the code is a final result. A payment with a pending or unknown code waits for its result. */
export function isFinal(code: ResultCode): boolean {
  return !isGatewayCode(code) || resultOf(code) === 'SUCCESS' || resultOf(code) === 'FAILURE';
}
