/** The sandbox's wallet: authorizes or captures at once, confirmed at the wallet or by the merchant. */
import type { ProviderFacts } from '../../../contract/fields/provider-facts.ts';

export const facts: ProviderFacts = {
  id: 'demoWallet',
  name: 'Demo Wallet',
  operations: ['AUTHORIZE', 'PAY'],
  confirmations: ['CONFIRM_AT_MERCHANT', 'CONFIRM_AT_PROVIDER'],
  movements: ['CAPTURE', 'REFUND', 'VOID'],
};
