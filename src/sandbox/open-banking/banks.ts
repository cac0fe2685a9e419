/** The banks that are played, and how each differs. */
import { ibanOf } from './iban.ts';

export type Product = 'sepa-credit-transfers' | 'instant-sepa-credit-transfers';

export interface Bank {
  /** In addresses. */
  readonly id: string;
  readonly name: string;
  /** BIC. */
  readonly bic: string;
  readonly country: string;
  /** The part of an IBAN that names the bank. */
  readonly bankCode: string;
  /** How payers are authenticated. EMBEDDED: the caller is to send their credentials. */
  readonly approach: 'REDIRECT' | 'DECOUPLED' | 'EMBEDDED';
  /** The caller has to start an authorisation by a call of its own. */
  readonly isStartedByCall?: boolean;
  readonly products: readonly Product[];
  /** Requests without a signature are refused; one that is there is verified by every bank. */
  readonly demandsSignature: boolean;
  /** AT_ONCE: by the call alone. AUTHORISED: the payer has to agree. NEVER: it takes no cancellation. */
  readonly cancellation: 'AT_ONCE' | 'AUTHORISED' | 'NEVER';
  /** What becomes of a payment that its payer refuses. */
  readonly refused: 'RJCT' | 'CANC';
  /** Links without scheme and host, as the standard allows. */
  readonly hasRelativeLinks: boolean;
  /** Its answers tell a status so long after it was reached; at speed 1. */
  readonly tellsAfterMs: number;
}

const BOTH: readonly Product[] = ['sepa-credit-transfers', 'instant-sepa-credit-transfers'];

const USUAL = {
  products: BOTH,
  demandsSignature: true,
  cancellation: 'AT_ONCE',
  refused: 'RJCT',
  hasRelativeLinks: false,
  tellsAfterMs: 0,
} as const;

export const BANKS: readonly Bank[] = [
  {
    ...USUAL,
    ...{ id: 'nordbank', name: 'Nordbank', bic: 'NRDBDEFFXXX', country: 'DE', bankCode: '10020030' },
    approach: 'REDIRECT',
  },
  {
    ...USUAL,
    ...{ id: 'appbank', name: 'Appbank', bic: 'APPBNL2AXXX', country: 'NL', bankCode: 'APPB' },
    approach: 'DECOUPLED',
    cancellation: 'AUTHORISED',
    refused: 'CANC',
  },
  {
    ...USUAL,
    ...{ id: 'altbank', name: 'Altbank', bic: 'ALTBATWWXXX', country: 'AT', bankCode: '19043' },
    approach: 'EMBEDDED',
  },
  {
    ...USUAL,
    ...{ id: 'sofortbank', name: 'Sofortbank', bic: 'SFRTDEFFXXX', country: 'DE', bankCode: '50060070' },
    approach: 'REDIRECT',
    products: ['instant-sepa-credit-transfers'],
    cancellation: 'NEVER',
    hasRelativeLinks: true,
  },
  {
    ...USUAL,
    ...{ id: 'ruhebank', name: 'Ruhebank', bic: 'RUHEBEBBXXX', country: 'BE', bankCode: '539' },
    approach: 'REDIRECT',
    isStartedByCall: true,
    products: ['sepa-credit-transfers'],
    demandsSignature: false,
    cancellation: 'AUTHORISED',
    tellsAfterMs: 60_000,
  },
];

export function bankOf(id: string): Bank | undefined {
  return BANKS.find((bank) => bank.id === id);
}

export interface Account {
  readonly iban: string;
  readonly name: string;
  /** Of which a payment takes no more; minor units. */
  readonly balance: bigint;
}

export interface Payer {
  /** At the bank: `PSU-ID`. */
  readonly id: string;
  readonly name: string;
  readonly accounts: readonly Account[];
}

/** Any password opens the page: it says so. */
export function payersOf(bank: Bank): readonly Payer[] {
  const account = (number: number, name: string, balance: bigint) => ({
    iban: ibanOf(bank.country, bank.bankCode, number),
    name,
    balance,
  });
  return [
    {
      id: 'anna',
      name: 'Anna Example',
      accounts: [account(1, 'Current account', 1_000_000_00n), account(2, 'Savings', 0n)],
    },
    { id: 'ben', name: 'Ben Example', accounts: [account(3, 'Current account', 50_00n)] },
  ];
}

/** Whose account it is; the bank's first payer's where it has no such account. */
export function holderOf(bank: Bank, iban: string | null): Payer {
  const payers = payersOf(bank);
  return payers.find(({ accounts }) => accounts.some((one) => one.iban === iban)) ?? (payers[0] as Payer);
}

/** Whether the account has enough; one that is not the bank's has nothing. */
export function isCovered(
  bank: Bank,
  { debtor_iban: debtor, amount }: { readonly debtor_iban: string | null; readonly amount: string },
): boolean {
  const account = payersOf(bank)
    .flatMap(({ accounts }) => accounts)
    .find(({ iban }) => iban === debtor);
  return account !== undefined && account.balance >= BigInt(amount);
}
