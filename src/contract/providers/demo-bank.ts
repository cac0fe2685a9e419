/**
 * The sandbox's bank transfer: paid in full or not at all, its result known only later, refundable but never voidable.
 */
import { always, group } from '../field.ts';
import { digits } from '../field-types.ts';
import type { ProviderFacts } from './provider-facts.ts';

export const demoBank: ProviderFacts = {
  name: 'Demo Bank',
  operations: ['PAY'],
  confirmations: ['CONFIRM_AT_PROVIDER'],
  movements: ['REFUND'],
  account: group(
    { bankIdentifier: always(digits(8, 8), 'The payer’s bank.') },
    { doc: 'The payer’s account with the sandbox’s bank.' },
  ),
};
