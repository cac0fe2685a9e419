/** The payer, the billing address and the shipping address. */
import { EMAIL, oneOf, string } from './facts.ts';
import type { InterfaceField, Operation } from './field.ts';
import { PAYMENT } from './operations.ts';
import { address, alike, fields } from './rows.ts';

const INITIATE = 'INITIATE_BROWSER_PAYMENT';
/** A capture may update the shipping address. */
const SHIPPING = [...PAYMENT, INITIATE, 'CAPTURE'] as const satisfies readonly Operation[];

const customer = fields(
  { side: 'both' },
  {
    'customer.email': [EMAIL, { operations: [...PAYMENT, INITIATE] }],
    'customer.ani': string(1, 10),
    'customer.aniCallType': string(1, 2),
    'customer.browser': string(1, 255),
    'customer.hostname': string(1, 60),
    'customer.ipAddress': { kind: 'IpAddress' },
  },
);

const billing = fields({ side: 'both' }, { ...address('billing.address'), 'billing.phone': string(1, 20) });

const shipping = fields(
  { side: 'both', operations: SHIPPING },
  {
    ...address('shipping.address'),
    'shipping.address.street2': [string(1, 100), { side: 'request' }],
    'shipping.firstName': [string(1, 50), { until: 34 }],
    'shipping.lastName': [string(1, 50), { until: 34 }],
    'shipping.phone': [string(1, 20), { until: 34 }],
    'shipping.contact.email': [EMAIL, { since: 34 }],
    ...alike('shipping.contact', ['firstName', 'lastName'], [string(1, 50), { since: 34 }]),
    ...alike('shipping.contact', ['mobilePhone', 'phone'], [string(1, 20), { since: 34 }]),
    'shipping.method': oneOf('ELECTRONIC', 'GROUND', 'OVERNIGHT', 'PRIORITY', 'SAME_DAY'),
  },
);

/** Answers join it to `street` and show it empty. */
const answeredStreet2 = fields({ side: 'response' }, { 'shipping.address.street2': string(0, 0) });

export const CUSTOMER: readonly InterfaceField[] = [...customer, ...billing, ...shipping, ...answeredStreet2];
