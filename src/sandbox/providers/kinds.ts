/** The sandbox's two browser-payment providers. All differences between them are defined here. */

export type ProviderOperation = 'AUTHORIZE' | 'PAY';
export type PaymentConfirmation = 'CONFIRM_AT_MERCHANT' | 'CONFIRM_AT_PROVIDER';
export type SubsequentKind = 'CAPTURE' | 'REFUND' | 'VOID';

export interface DemoBank {
  /** A number of eight digits. */
  readonly identifier: string;
  readonly name: string;
}

export interface ProviderKind {
  /** The provider's name in URLs. */
  readonly id: string;
  readonly name: string;
  /** The prefix of the provider's own numbers. */
  readonly numberPrefix: string;
  readonly operations: readonly ProviderOperation[];
  readonly confirmations: readonly PaymentConfirmation[];
  readonly movements: readonly SubsequentKind[];
  /** Milliseconds from the payer's answer to the result, at speed 1; 0 is at once. */
  readonly resultAfterMs: number;
  /** Whether its page shows the shipping address. */
  readonly showsAddress: boolean;
  /** The banks that the payer chooses from. Empty if the provider holds the money itself. */
  readonly banks: readonly DemoBank[];
  /** The colour of its mark. */
  readonly color: string;
  /** A note for the payer beside the question. */
  readonly note: string;
}

export const DEMO_WALLET: ProviderKind = {
  id: 'demoWallet',
  name: 'Demo Wallet',
  numberPrefix: 'DW',
  operations: ['AUTHORIZE', 'PAY'],
  confirmations: ['CONFIRM_AT_MERCHANT', 'CONFIRM_AT_PROVIDER'],
  movements: ['CAPTURE', 'REFUND', 'VOID'],
  resultAfterMs: 0,
  showsAddress: true,
  banks: [],
  color: '#1f5fbf',
  note: 'From the balance of your wallet.',
};

export const DEMO_BANK: ProviderKind = {
  id: 'demoBank',
  name: 'Demo Bank',
  numberPrefix: 'DB',
  operations: ['PAY'],
  confirmations: ['CONFIRM_AT_PROVIDER'],
  movements: ['REFUND'],
  resultAfterMs: 10_000,
  showsAddress: false,
  banks: [
    { identifier: '10020030', name: 'Harbour Bank' },
    { identifier: '20030040', name: 'Meadow Savings Bank' },
    { identifier: '30040050', name: 'Old Town Credit Union' },
  ],
  color: '#0f6b4f',
  note: 'By transfer from your bank. The shop learns the result a little later.',
};

export const PROVIDER_KINDS: readonly ProviderKind[] = [DEMO_WALLET, DEMO_BANK];
