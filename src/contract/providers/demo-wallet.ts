/** The sandbox's wallet: authorizes or captures at once, confirmed at the wallet or by the merchant. */
import type { ProviderFacts } from '../provider-facts.ts';

export const demoWallet: ProviderFacts = {
  name: 'Demo Wallet',
  // A wallet with its clasp.
  mark: { color: '#0a6ebd', lines: 'M17 8V5H6a2 2 0 0 0 0 4h13v10H6a2 2 0 0 1-2-2V7M15 14h1' },
  isWallet: true,
  operations: ['AUTHORIZE', 'PAY'],
  confirmations: ['CONFIRM_AT_MERCHANT', 'CONFIRM_AT_PROVIDER'],
  movements: ['CAPTURE', 'REFUND', 'VOID'],
};
