/** The simulator's only payer, and their payment instruments. */
const NAME = { given_name: 'Alex', surname: 'Sample' };
const EMAIL = 'alex.sample@payer.example';
const ACCOUNT_ID = 'QYR5Z8XDVJNXQ';

export const PAYER = {
  id: ACCOUNT_ID,
  asPayer: { name: NAME, email_address: EMAIL, payer_id: ACCOUNT_ID, address: { country_code: 'US' } },
  asWallet: {
    email_address: EMAIL,
    account_id: ACCOUNT_ID,
    account_status: 'VERIFIED',
    name: NAME,
    address: { country_code: 'US' },
  },
} as const;

export interface PayPalInstrument {
  readonly name: string;
  readonly note: string;
  /** The issue with which payments are declined. Absent: the instrument pays. */
  readonly issue?: string;
  /** The reason for which its payments stay pending for a while. */
  readonly pending?: string;
}

export const INSTRUMENTS = {
  BALANCE: { name: 'Balance', note: 'pays at once' },
  CARD: { name: 'Visa ending in 1881', note: 'pays at once' },
  BANK: { name: 'Bank account', note: 'an eCheck: the money comes later', pending: 'ECHECK' },
  DECLINED_CARD: {
    name: 'Mastercard ending in 0005',
    note: 'is declined when the shop completes the payment',
    issue: 'INSTRUMENT_DECLINED',
  },
} as const satisfies Readonly<Record<string, PayPalInstrument>>;

export type InstrumentId = keyof typeof INSTRUMENTS;
