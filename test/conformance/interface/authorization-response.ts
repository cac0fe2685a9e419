/** Fields of the authorization response that some acquirers return, passed through as received. */
import { oneOf, string } from './facts.ts';
import type { InterfaceField } from './field.ts';
import { fields, under } from './rows.ts';

export const AUTHORIZATION_RESPONSE: readonly InterfaceField[] = fields(
  { side: 'response' },
  under('authorizationResponse', {
    cardLevelIndicator: string(1, 2),
    cardSecurityCodeError: string(1, 1),
    commercialCard: oneOf('COMMERCIAL_CARD', 'NOT_A_COMMERCIAL_CARD', 'UNDETERMINED'),
    commercialCardIndicator: oneOf(
      'BUSINESS_CARD',
      'COMMERCIAL_AND_CONSUMER',
      'COMMERCIAL_CARD',
      'CONSUMER_CARD',
      'CORPORATE_CARD',
      'DECLINE_OR_NOT_COMMERCIAL_CARD',
      'OTHER',
      'PURCHASING_CARD',
    ),
    date: string(1, 4),
    financialNetworkCode: string(1, 3),
    marketSpecificData: string(1, 1),
    merchantAdviceCode: string(1, 2),
    paySvcData: string(1, 23),
    posData: string(1, 13),
    posEntryMode: string(1, 4),
    posEntryModeChanged: string(1, 1),
    processingCode: string(1, 6),
    responseCode: string(1, 3),
    responseMessage: string(1, 16),
    returnAci: string(1, 1),
    stan: string(1, 6),
    time: string(1, 6),
    trackQuality: string(1, 2),
    transactionIdentifier: string(1, 15),
    validationCode: string(1, 4),
    vpasResponse: string(1, 1),
  }),
);
