/** Ways to pay, which the sandbox's bank answers as their names say. */
export type Instrument =
  | 'approved'
  | 'declined'
  /** Approved half a minute later. */
  | 'pending'
  /** A bank transfer that fails half a minute later. */
  | 'pending-then-declined'
  /** Approved at PayPal, whose payments can be taken back. */
  | 'paypal'
  /** A gift card with too little on it: its balance is held, and the rest is to be paid otherwise. */
  | 'gift-card';

const CARD = { method: 'card', number: '5123456789012346', securityCode: '100' };

/** The fields of the payer's form. */
export const FIELDS: Readonly<Record<Instrument, Readonly<Record<string, string>>>> = {
  approved: { ...CARD, expiry: '01/39' },
  declined: { ...CARD, expiry: '05/39' },
  pending: { ...CARD, expiry: '11/39' },
  'pending-then-declined': { method: 'demoWallet' },
  paypal: { method: 'paypal' },
  'gift-card': { method: 'giftCard', pin: '1234' },
};

/** References by which the sandbox's providers decide. */
export const REFERENCES: Partial<Readonly<Record<Instrument, string>>> = {
  'pending-then-declined': 'TEST-FAIL-INIT',
  paypal: 'TEST-SUCCEED',
};

/** The balance of each gift card, in major units. Orders cost more. */
export const GIFT_CARD_BALANCE = 50;

/** A gift card of the sandbox with this serial number, of which nothing is spent. */
export function giftCardNumber(serial: number): string {
  const digits = `6006${serial.toString().padStart(9, '0')}${(GIFT_CARD_BALANCE / 10).toString().padStart(2, '0')}`;
  return digits + checkDigit(digits);
}

function checkDigit(digits: string): string {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return ((10 - (sum % 10)) % 10).toString();
}
