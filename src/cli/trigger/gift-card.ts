/** Gift cards of the sandbox, each of which has a number of its own. */
import { luhn } from '../../contract/card-rules.ts';
import type { PayerCard } from '../../world/payer.ts';

/** The largest balance, and the step between balances, in major units. */
export const GIFT_BALANCE_MAX = 990;
const BALANCE_STEP = 10;
const PIN = '1234';
const SERIAL_DIGITS = 9;
/** More than any serial number. */
export const GIFT_SERIALS = 10 ** SERIAL_DIGITS;

export interface GiftCard {
  readonly card: PayerCard;
  /** The initial balance in major units, which is at least the wanted one. */
  readonly balance: number;
}

/**
 * @param wanted the least balance, at most `GIFT_BALANCE_MAX`
 * @param serial below `GIFT_SERIALS`: a number that no other gift card has
 */
export function giftCardWith(wanted: number, serial: number): GiftCard {
  const balance = Math.ceil(wanted / BALANCE_STEP) * BALANCE_STEP;
  const steps = `${balance / BALANCE_STEP}`.padStart(2, '0');
  const digits = `6006${`${serial}`.padStart(SERIAL_DIGITS, '0')}${steps}`;
  return { card: { number: digits + checkDigit(digits), pin: PIN }, balance };
}

function checkDigit(digits: string): string {
  return [...'0123456789'].find((digit) => luhn(digits + digit)) as string;
}
