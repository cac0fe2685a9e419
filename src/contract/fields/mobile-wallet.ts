/** A payment that the payer's phone authenticated with a cryptogram. */
import { field, group, required } from '../field.ts';
import { base64, digits, enumeration } from '../field-types.ts';
import { MASKED_VALUE } from './masked-value.ts';

const MOBILE_WALLET_SINCE = 28;

export const mobileWallet = group(
  {
    '3DSecure': group(
      {
        eciIndicator: field(digits(1, 2), 'Electronic commerce indicator that came with the cryptogram.'),
        onlinePaymentCryptogram: required(base64(1, 128), 'The proof that the wallet made for this payment.', {
          secret: 'SENSITIVE',
          answered: MASKED_VALUE,
        }),
      },
      { doc: 'A cryptogram in the form of 3-D Secure.' },
    ),
    cryptogramFormat: required(enumeration('3DSECURE', 'EMV'), 'The form in which the wallet’s cryptogram comes.'),
  },
  { doc: 'The value that a wallet on a phone gives instead of a security code.', since: MOBILE_WALLET_SINCE },
);
