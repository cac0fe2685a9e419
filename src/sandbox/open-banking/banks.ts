/** The simulated banks and their differences. */
import { ibanOf } from './iban.ts';

export type Product = 'sepa-credit-transfers' | 'instant-sepa-credit-transfers';

export interface SandboxBank {
  /** The bank's name in URLs. */
  readonly id: string;
  readonly name: string;
  /** BIC. */
  readonly bic: string;
  readonly country: string;
  /** The bank's part of an IBAN. */
  readonly bankCode: string;
  /** How payers are authenticated. EMBEDDED: the caller has to send their credentials. */
  readonly approach: 'REDIRECT' | 'DECOUPLED' | 'EMBEDDED';
  /** Whether the caller has to start an authorisation with a separate call. */
  readonly isStartedByCall?: boolean;
  readonly products: readonly Product[];
  /** Whether the bank refuses requests without a signature. Every bank verifies a signature that is sent. */
  readonly demandsSignature: boolean;
  /** AT_ONCE: the call cancels. AUTHORISED: the payer has to agree. NEVER: cancellations are refused. */
  readonly cancellation: 'AT_ONCE' | 'AUTHORISED' | 'NEVER';
  /** The status of a payment that its payer refuses. */
  readonly refused: 'RJCT' | 'CANC';
  /** Whether the links in answers have no scheme and host, as the standard allows. */
  readonly hasRelativeLinks: boolean;
  /** Milliseconds, at speed 1, after which its answers show a status that was reached. */
  readonly statusDelayMs: number;
}

const BOTH: readonly Product[] = ['sepa-credit-transfers', 'instant-sepa-credit-transfers'];

const USUAL = {
  products: BOTH,
  demandsSignature: true,
  cancellation: 'AT_ONCE',
  refused: 'RJCT',
  hasRelativeLinks: false,
  statusDelayMs: 0,
} as const;

export const BANKS: readonly SandboxBank[] = [
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
    statusDelayMs: 60_000,
  },
];

export function bankOf(id: string): SandboxBank | undefined {
  return BANKS.find((bank) => bank.id === id);
}

export interface Account {
  readonly iban: string;
  readonly name: string;
  /** The balance in minor units, which a payment may not exceed. */
  readonly balance: bigint;
}

export interface BankCustomer {
  /** The payer's id at the bank: `PSU-ID`. */
  readonly id: string;
  readonly name: string;
  readonly accounts: readonly Account[];
}

/** The bank's payers. The page accepts any password, and says so. */
export function payersOf(bank: SandboxBank): readonly BankCustomer[] {
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

/** The account's owner; for an unknown account the bank's first payer. */
export function holderOf(bank: SandboxBank, iban: string | null): BankCustomer {
  const payers = payersOf(bank);
  return payers.find(({ accounts }) => accounts.some((one) => one.iban === iban)) ?? (payers[0] as BankCustomer);
}

/** Whether the account has sufficient funds. An account of another bank has no funds. */
export function isCovered(
  bank: SandboxBank,
  { debtor_iban: debtor, amount }: { readonly debtor_iban: string | null; readonly amount: string },
): boolean {
  const account = payersOf(bank)
    .flatMap(({ accounts }) => accounts)
    .find(({ iban }) => iban === debtor);
  return account !== undefined && account.balance >= BigInt(amount);
}
