/** Who may call the stand-in, and the access tokens that it gave them. */
import type { SandboxPayPalAccount } from '../../settings/sandbox/index.ts';
import { ClientAccounts } from '../client-accounts.ts';

/** PayPal's own tokens live as long: nine hours. */
const TOKEN = { seconds: 32_400, bytes: 48, prefix: 'A21A' } as const;

export interface PayPalAccount extends SandboxPayPalAccount {
  /** Where its webhook is delivered; absent: none is registered. */
  readonly webhookUrl?: string;
}

export class Accounts extends ClientAccounts<PayPalAccount> {
  constructor(accounts: readonly PayPalAccount[]) {
    super(accounts, TOKEN);
  }

  ofMerchant(merchantId: string): PayPalAccount | undefined {
    return this.all.find((account) => account.merchantId === merchantId);
  }
}
