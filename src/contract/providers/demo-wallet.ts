/** The sandbox's wallet: authorizes or captures at once, confirmed at the wallet or by the merchant. */
import type { ProviderFacts } from './provider-facts.ts';

export const demoWallet: ProviderFacts = {
  name: 'Demo Wallet',
  operations: ['AUTHORIZE', 'PAY'],
  confirmations: ['CONFIRM_AT_MERCHANT', 'CONFIRM_AT_PROVIDER'],
  movements: ['CAPTURE', 'REFUND', 'VOID'],
};
