/** The issuer's verification of the payer: security code, address, and each detail compared. */
import { field, group, list } from '../field.ts';
import { ascii, enumeration } from '../field-types.ts';

const acquirerCode = field(ascii(1, 100), 'The acquirer’s own code for it.');

export const securityCodeResultField = enumeration(
  'MATCH',
  'NOT_PRESENT',
  'NOT_PROCESSED',
  'NOT_SUPPORTED',
  'NO_MATCH',
);

export const addressResult = enumeration(
  'ADDRESS_MATCH',
  'ADDRESS_ZIP_MATCH',
  'NAME_ADDRESS_MATCH',
  'NAME_MATCH',
  'NAME_ZIP_MATCH',
  'NOT_AVAILABLE',
  'NOT_REQUESTED',
  'NOT_VERIFIED',
  'NO_MATCH',
  'SERVICE_NOT_AVAILABLE_RETRY',
  'SERVICE_NOT_SUPPORTED',
  'ZIP_MATCH',
);

export type SecurityCodeResult = (typeof securityCodeResultField.values)[number];
export type AddressResult = (typeof addressResult.values)[number];

const detailResult = enumeration(
  'MATCHED',
  'NOT_CHECKED',
  'NOT_MATCHED',
  'NOT_PROVIDED',
  'SERVICE_NOT_AVAILABLE_RETRY',
  'SERVICE_NOT_SUPPORTED',
);

const detailTypes = enumeration(
  'BILLING_PHONE',
  'BILLING_POSTCODE_ZIP',
  'BILLING_STREET_ADDRESS',
  'CARDHOLDER_NAME',
  'CUSTOMER_EMAIL',
);

export const cardSecurityCode = group(
  { acquirerCode, gatewayCode: field(securityCodeResultField, 'Whether the security code was right.') },
  { doc: 'The result of the security code’s verification.' },
);

export const cardholderVerification = group(
  {
    avs: group(
      { acquirerCode, gatewayCode: field(addressResult, 'How much of the billing address the issuer knows.') },
      { doc: 'The comparison of the billing address.' },
    ),
    detailedVerification: list(
      group(
        {
          gatewayCode: field(detailResult, 'Whether the detail was right.'),
          type: field(detailTypes, 'The detail that was compared.'),
        },
        { doc: 'One detail.' },
      ),
      detailTypes.values.length,
      { doc: 'Each detail that the issuer compared.' },
    ),
  },
  { doc: 'The data of the payer that the issuer confirmed.' },
);
