/** The sandbox's bank transfer: paid in full or not at all, with a delayed result; refundable but not voidable. */
import { always, group } from '../field.ts';
import { digits } from '../field-types.ts';
import type { ProviderFacts } from '../provider-facts.ts';

export const demoBank: ProviderFacts = {
  name: 'Demo Bank',
  // The front of a bank.
  mark: { color: '#7a3e9d', lines: 'M5 10l7-5 7 5zM7 13v4M12 13v4M17 13v4M5 20h14' },
  operations: ['PAY'],
  confirmations: ['CONFIRM_AT_PROVIDER'],
  movements: ['REFUND'],
  account: group(
    { bankIdentifier: always(digits(8, 8), 'The payer’s bank.') },
    { doc: 'The payer’s account with the sandbox’s bank.' },
  ),
};
