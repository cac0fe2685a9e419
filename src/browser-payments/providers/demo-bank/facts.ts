/**
 * The sandbox's bank transfer: paid in full or not at all, its result known only later, refundable but never voidable.
 */
import { always, group } from '../../../contract/field.ts';
import { digits } from '../../../contract/field-types.ts';
import type { ProviderFacts } from '../../../contract/fields/provider-facts.ts';

export const facts: ProviderFacts = {
  id: 'demoBank',
  name: 'Demo Bank',
  operations: ['PAY'],
  confirmations: ['CONFIRM_AT_PROVIDER'],
  movements: ['REFUND'],
  account: group(
    { bankIdentifier: always(digits(8, 8), 'The payer’s bank.') },
    { doc: 'The payer’s account with the sandbox’s bank.' },
  ),
};
