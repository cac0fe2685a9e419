/** Fields of the acquirer's response beyond its code: references that a settlement may need. */
import { field, group } from '../field.ts';
import { enumeration, string } from '../field-types.ts';

export const authorizationResponseFields = group(
  {
    cardLevelIndicator: field(string(1, 2), 'The card product’s level, as its network codes it.'),
    cardSecurityCodeError: field(string(1, 1), 'Y where the issuer found the security code wrong.'),
    commercialCard: field(
      enumeration('COMMERCIAL_CARD', 'NOT_A_COMMERCIAL_CARD', 'UNDETERMINED'),
      'Whether the card is a company’s.',
    ),
    commercialCardIndicator: field(
      enumeration(
        'BUSINESS_CARD',
        'COMMERCIAL_AND_CONSUMER',
        'COMMERCIAL_CARD',
        'CONSUMER_CARD',
        'CORPORATE_CARD',
        'DECLINE_OR_NOT_COMMERCIAL_CARD',
        'OTHER',
        'PURCHASING_CARD',
      ),
      'The kind of company card.',
    ),
    date: field(string(1, 4), 'Local date of the transaction, MMDD.'),
    financialNetworkCode: field(string(1, 3), 'The network over which the authorization went.'),
    marketSpecificData: field(string(1, 1), 'Marks a trade with rules of its own.'),
    merchantAdviceCode: field(string(1, 2), 'The advice of issuer or network after a decline.'),
    paySvcData: field(string(1, 23), 'The network’s payment service data, which settlement needs.'),
    posData: field(string(1, 13), 'The conditions at the point of sale, as the acquirer saw them.'),
    posEntryMode: field(
      string(1, 4),
      'How the number was read, two characters, whether a PIN could be, one, and a zero; settlement needs the first three.',
    ),
    posEntryModeChanged: field(string(1, 1), 'Y where the acquirer changed the entry mode.'),
    processingCode: field(string(1, 6), 'The operation requested of the acquirer, field 3 of ISO 8583.'),
    responseCode: field(string(1, 3), 'The acquirer’s response code, field 39 of ISO 8583.'),
    responseMessage: field(string(1, 16), 'The response code in words.'),
    returnAci: field(string(1, 1), 'The authorization characteristics that the network returned.'),
    stan: field(string(1, 6), 'System trace audit number; the same for the life of the transaction.'),
    time: field(string(1, 6), 'Local time of the transaction, HHMMSS.'),
    trackQuality: field(string(1, 2), 'How well the stripe could be read.'),
    transactionIdentifier: field(string(1, 15), 'The network’s id of the transaction.'),
    validationCode: field(string(1, 4), 'The network’s check on the authorization, to be sent with the capture.'),
    vpasResponse: field(string(1, 1), 'Whether the proof of 3-D Secure was checked.'),
  },
  { doc: 'Further data of the acquirer’s message.' },
);
