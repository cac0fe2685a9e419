import { field, type Group, group } from '../field.ts';
import { boolean, enumeration, string } from '../types.ts';

/** The fields of `transaction` in a payment. */
export const transaction: Group = group({
  cashAdvance: field(boolean()),
  frequency: field(enumeration('INSTALLMENT', 'RECURRING', 'SINGLE')),
  merchantNote: field(string(1, 250)),
  reference: field(string(1, 40)),
  source: field(
    enumeration('CALL_CENTRE', 'CARD_PRESENT', 'INTERNET', 'MAIL_ORDER', 'MOTO', 'TELEPHONE_ORDER', 'VOICE_RESPONSE'),
  ),
});
