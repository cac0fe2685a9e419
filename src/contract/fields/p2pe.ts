/** Card data that the terminal encrypted (point-to-point encryption with DUKPT keys). */
import { field, group, required } from '../field.ts';
import { digits, hex, string } from '../field-types.ts';
import { MASKED_VALUE } from './masked-value.ts';

export const p2pe = group(
  {
    cardBin: field(
      digits(1, 6),
      'First digits of the card’s number; where the decrypted number begins otherwise it is refused.',
    ),
    encryptionState: field(string(5, 7), 'INVALID declines the payment; absent means VALID.'),
    initializationVector: field(hex(16, 16), 'The vector of the encryption, where one was used.'),
    keySerialNumber: required(hex(20, 20), 'Tells which key of the terminal encrypted the payload.'),
    payload: required(hex(32, 1_024), 'The encrypted card number.', { secret: 'SENSITIVE', answered: MASKED_VALUE }),
  },
  { doc: 'Card data encrypted by the terminal.' },
);
