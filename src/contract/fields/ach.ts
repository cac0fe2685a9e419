/** A bank account reached by the Automated Clearing House, used for tokens only. */
import { field, group } from '../field.ts';
import { alphanumeric, digits, enumeration, string } from '../field-types.ts';

const accountNumber = alphanumeric(1, 17, ' -/');
/** Masking replaces the account's letters and digits by `x`, which the same type allows. */
const maskedAccountNumber = alphanumeric(1, 17, ' -/');

export const ach = group(
  {
    accountType: field(
      enumeration('CONSUMER_CHECKING', 'CONSUMER_SAVINGS', 'CORPORATE_CHECKING'),
      'The holder of the account and its kind.',
    ),
    bankAccountHolder: field(string(1, 28), 'The name in which the account is held.'),
    bankAccountNumber: field(accountNumber, 'The account’s number; masked in answers.', {
      secret: 'CARD',
      answered: maskedAccountNumber,
    }),
    routingNumber: field(digits(9, 9), 'The bank’s transit number.'),
    secCode: field(
      enumeration('PPD', 'TEL', 'WEB'),
      'How the payer agreed: in writing beforehand (PPD), by telephone (TEL), or on the internet (WEB).',
    ),
  },
  { doc: 'A bank account; all of its fields are needed.' },
);
