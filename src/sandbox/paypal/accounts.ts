/** The accounts that may call the simulator, and their access tokens. */
import type { SandboxPayPalAccount } from '../../settings/sandbox/index.ts';
import { ClientAccounts } from '../kit/client-accounts.ts';

/** The lifetime of PayPal's own tokens: nine hours. */
const TOKEN = { seconds: 32_400, bytes: 48, prefix: 'A21A' } as const;

export interface PayPalAccount extends SandboxPayPalAccount {
  /** The address for webhooks. Absent: no webhook is registered. */
  readonly webhookUrl?: string;
}

export class PayPalAccounts extends ClientAccounts<PayPalAccount> {
  constructor(accounts: readonly PayPalAccount[]) {
    super(accounts, TOKEN);
  }

  ofMerchant(merchantId: string): PayPalAccount | undefined {
    return this.all.find((account) => account.merchantId === merchantId);
  }
}
