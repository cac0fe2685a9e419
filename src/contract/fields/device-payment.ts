/** A payment from a wallet on the payer's device, whose token the gateway decrypts. */
import { field, group, required } from '../field.ts';
import { digits, enumeration, maskedDigits, string } from '../field-types.ts';
import { MASKED_VALUE } from './masked-value.ts';

/** The first version in which the gateway decrypts tokens of wallets. */
const DEVICE_PAYMENT_SINCE = 40;
/** The tokens of today's wallets have at most 6,000. No text of a request may have more. */
const TOKEN_CHARACTERS_MAX = 8_192;

export const devicePayment = group(
  {
    paymentToken: required(
      string(1, TOKEN_CHARACTERS_MAX),
      'The wallet’s token as it came, a JSON text, in place of a card’s number; `order.walletProvider` names the wallet.',
      { secret: 'SENSITIVE', answered: MASKED_VALUE },
    ),
  },
  { doc: 'The card in a wallet on the payer’s device.', since: DEVICE_PAYMENT_SINCE },
);

/** The fields of an answer for a card that a device paid with. */
export const answeredDevice = {
  devicePayment: group(
    {
      '3DSecure': group(
        { eciIndicator: field(digits(2, 2), 'Electronic commerce indicator in the token; absent if it has none.') },
        { doc: 'The device’s authentication of the payer.' },
      ),
      cryptogramFormat: field(enumeration('3DSECURE'), 'The form of the cryptogram in the token.'),
    },
    { doc: 'The payment by the device, whose cryptogram went to the acquirer.', since: DEVICE_PAYMENT_SINCE },
  ),
  deviceSpecificExpiry: group(
    {
      month: field(digits(1, 2), 'Month of the expiry, without a leading zero.'),
      year: field(digits(2, 2), 'Year of the expiry, its last two digits.'),
    },
    { doc: 'The expiry of the device’s number.', since: DEVICE_PAYMENT_SINCE },
  ),
  deviceSpecificNumber: field(
    maskedDigits(9, 19),
    'The device’s own number for the card, masked, which `number` shows too; the card’s number is not known.',
    { since: DEVICE_PAYMENT_SINCE },
  ),
  encryption: field(enumeration('DEVICE'), 'The card data came encrypted from the payer’s device.', {
    since: DEVICE_PAYMENT_SINCE,
  }),
};
