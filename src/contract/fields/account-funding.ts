/** A payment that funds an account: the sender, the recipient, and the purpose. */
import { field, group } from '../field.ts';
import { boolean, enumeration, string, upperAlpha } from '../field-types.ts';

const ACCOUNT_FUNDING_SINCE = 100;

const address = group(
  {
    city: field(string(1, 100), 'Town or city.'),
    country: field(upperAlpha(3), 'Country as its three letters of ISO 3166-1.'),
    postCodeZip: field(string(1, 10), 'Post code or ZIP.'),
    stateProvinceCode: field(
      string(1, 3),
      'State or province, the second part of its code in ISO 3166-2; two letters in the USA and Canada.',
    ),
    street: field(string(1, 100), 'First line of the street address.'),
    street2: field(string(1, 100), 'Second line of the street address.'),
  },
  { doc: 'Where the recipient lives or does business.' },
);

const identification = group(
  {
    country: field(upperAlpha(3), 'Country that issued the identification, ISO 3166-1.'),
    type: field(
      enumeration(
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
      ),
      'Kind of the identification; OTHER where it is absent.',
    ),
    value: field(string(1, 50), 'The value of the identification: its number, mostly.', { holds: 'ID' }),
  },
  { doc: 'The identification of the recipient.' },
);

const recipient = group(
  {
    address,
    firstName: field(string(1, 50), 'The recipient’s first name.'),
    identification,
    lastName: field(string(1, 50), 'The recipient’s last name.'),
    middleName: field(string(1, 50), 'The recipient’s middle name.'),
  },
  { doc: 'The recipient of the money.' },
);

export const accountFunding = group(
  {
    purpose: field(
      enumeration('CRYPTOCURRENCY_PURCHASE', 'MERCHANT_SETTLEMENT', 'OTHER', 'PAYROLL'),
      'The purpose of the money; OTHER if absent.',
    ),
    recipient,
    senderIsRecipient: field(boolean(), 'Whether the payer funds an account of their own; false where it is absent.'),
    senderType: field(
      enumeration('COMMERCIAL_ORGANIZATION', 'GOVERNMENT', 'NON_PROFIT_ORGANIZATION', 'PERSON'),
      'The kind of payer.',
    ),
  },
  { doc: 'A payment that puts money into an account.', since: ACCOUNT_FUNDING_SINCE },
);
