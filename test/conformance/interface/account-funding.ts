/** The account's funder, and the agreement under which a card is used again: on a capture, from version 100. */
import { ASKED_AMOUNT, BOOLEAN, COUNTRY, DATE, oneOf, someOf, string } from './facts.ts';
import type { InterfaceField } from './field.ts';
import { alike, fields } from './rows.ts';

const IDENTIFICATION_TYPES = [
  'ALIEN_REGISTRATION_NUMBER',
  'BUSINESS_TAX_ID',
  'COMPANY_REGISTRATION_NUMBER',
  'CUSTOMER_IDENTIFICATION',
  'DATE_OF_BIRTH',
  'DRIVERS_LICENSE',
  'EMAIL',
  'GOVERNMENT_ISSUED',
  'INDIVIDUAL_TAX_ID',
  'LAW_ENFORCEMENT_IDENTIFICATION',
  'MILITARY_IDENTIFICATION',
  'NATIONAL_IDENTIFICATION_CARD',
  'OTHER',
  'PASSPORT',
  'PHONE_NUMBER',
  'PROXY_IDENTIFICATION',
  'SOCIAL_SECURITY_NUMBER',
  'TRAVEL_IDENTIFICATION',
];

export const ACCOUNT_FUNDING: readonly InterfaceField[] = fields(
  { side: 'request', operations: ['CAPTURE'], since: 100 },
  {
    'accountFunding.purpose': oneOf('CRYPTOCURRENCY_PURCHASE', 'MERCHANT_SETTLEMENT', 'OTHER', 'PAYROLL'),
    'accountFunding.senderType': oneOf('COMMERCIAL_ORGANIZATION', 'GOVERNMENT', 'NON_PROFIT_ORGANIZATION', 'PERSON'),
    'accountFunding.senderIsRecipient': BOOLEAN,
    ...alike('accountFunding.recipient', ['firstName', 'lastName', 'middleName'], string(1, 50)),
    ...alike('accountFunding.recipient.address', ['city', 'street', 'street2'], string(1, 100)),
    'accountFunding.recipient.address.country': COUNTRY,
    'accountFunding.recipient.address.postCodeZip': string(1, 10),
    'accountFunding.recipient.address.stateProvinceCode': string(1, 3, ['B', 'NY', 'NSW']),
    'accountFunding.recipient.identification.country': COUNTRY,
    'accountFunding.recipient.identification.type': oneOf(...IDENTIFICATION_TYPES),
    'accountFunding.recipient.identification.value': string(1, 50),
    'agreement.id': string(1, 100),
    'agreement.amountVariability': oneOf('FIXED', 'VARIABLE'),
    'agreement.customData': string(1, 2048),
    'agreement.expiryDate': DATE,
    'agreement.maximumAmountPerPayment': ASKED_AMOUNT,
    'agreement.minimumAmountPerPayment': ASKED_AMOUNT,
    // The document does not list the values; these are the kinds of payment that it names for agreements.
    'agreement.type': someOf('INSTALLMENT', 'RECURRING', 'UNSCHEDULED'),
  },
);
