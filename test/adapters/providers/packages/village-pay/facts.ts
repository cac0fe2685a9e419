import type { ProviderFacts } from 'turnpike/provider';

export const villagePay: ProviderFacts = {
  name: 'Village Pay',
  // Two roofs, drawn in white or black on the provider's colour, in a box of 24 by 24.
  mark: { color: '#2f6b2f', lines: 'M3 12l5-5 5 5M11 12l5-5 5 5M5 12v6h14v-6' },
  operations: ['PAY'],
  confirmations: ['CONFIRM_AT_PROVIDER'],
  movements: ['REFUND'],
};
