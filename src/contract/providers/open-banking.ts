/**
 * A transfer from the payer's bank, initiated through the bank's interface for third parties (Berlin Group,
 * NextGenPSD2). It is paid in full or not at all. The interface has no refunds, so the merchant makes them.
 */
import { field, group } from '../field.ts';
import { string } from '../field-types.ts';
import type { ProviderFacts } from '../provider-facts.ts';

export const openBanking: ProviderFacts = {
  name: 'Bank transfer',
  // Two arrows between accounts.
  mark: { color: '#0b6b5e', lines: 'M4 9h14l-4-4M20 15H6l4 4' },
  operations: ['PAY'],
  confirmations: ['CONFIRM_AT_PROVIDER'],
  movements: ['REFUND'],
  refundedBy: 'MERCHANT',
  currencies: ['EUR'],
  merchantAccount: {
    iban: {
      pattern: /^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/,
      allowed: 'an IBAN in capitals, without spaces',
      doc: 'IBAN of the account that payers transfer to.',
    },
    name: {
      pattern: /^[\w/?:().,'+ -]{1,70}$/,
      allowed: "1 to 70 characters of SEPA: letters A-Z, digits, spaces and / - ? : ( ) . , ' +",
      doc: 'Name of that account’s holder.',
    },
    successAt: {
      pattern: /^(?:ACSP|ACSC)$/,
      allowed: 'ACSP or ACSC',
      optional: true,
      doc: 'Without effect since an accepted transfer is never a success: it is PENDING until the bank has settled it. Profiles that have it stay valid.',
    },
  },
  account: group(
    {
      bankName: field(string(1, 100), 'The payer’s bank.'),
      bic: field(string(8, 11), 'Its BIC.'),
    },
    { doc: 'The bank that the payer chose.' },
  ),
};
