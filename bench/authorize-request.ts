/**
 * The request of the AUTHORIZE measure: a typical request of a shop's server, some forty fields, with a new order id
 * each time.
 */
import { type LoadJob, RANDOM } from './load/job.ts';
import { CONNECTIONS } from './plan.ts';
import { MERCHANT, merchantHeaders, merchantPath } from './processes/gateway.ts';

const ADDRESS = {
  street: '17 Harbour Terrace',
  street2: 'Flat 4',
  city: 'Bristol',
  stateProvince: 'Bristol',
  postcodeZip: 'BS1 4QA',
  country: 'GBR',
};

/**
 * The card's expiry 01/39 makes the sandbox's acquirer approve the request.
 * @param notificationUrl the receiver of the notification; absent: no notification
 */
export function authorizeBody(notificationUrl?: string): string {
  return JSON.stringify({
    apiOperation: 'AUTHORIZE',
    order: {
      amount: '147.50',
      currency: 'GBP',
      reference: 'INV-2024-000831',
      description: 'Two kettles and a teapot',
      customerReference: 'C-100234',
      customerOrderDate: '2024-05-17',
      itemAmount: '117.50',
      shippingAndHandlingAmount: '10.00',
      taxAmount: '20.00',
      notificationUrl,
      item: [
        {
          name: 'Kettle',
          description: 'Stovetop, 1.5 l',
          sku: 'KTL-15',
          quantity: '2',
          unitPrice: '40.00',
          unitTaxAmount: '8.00',
        },
        { name: 'Teapot', sku: 'TPT-09', quantity: '1', unitPrice: '37.50', unitTaxAmount: '4.00' },
      ],
    },
    billing: { address: ADDRESS },
    shipping: {
      address: ADDRESS,
      contact: { firstName: 'Zoë', lastName: 'Marsh', email: 'zoe.marsh@example.com', phone: '+44 117 496 0123' },
      method: 'GROUND',
    },
    customer: { email: 'zoe.marsh@example.com', ipAddress: '192.0.2.44' },
    sourceOfFunds: {
      type: 'CARD',
      provided: {
        card: {
          number: '5123450000000008',
          expiry: { month: '01', year: '39' },
          nameOnCard: 'Z MARSH',
          securityCode: '100',
        },
      },
    },
    transaction: { reference: 'PAY-000831', source: 'INTERNET' },
  });
}

/** @param origin `http://127.0.0.1:port` of a gateway, or of a bare server */
export function authorizeJob(origin: string, merchant: string = MERCHANT): Omit<LoadJob, 'until'> {
  return {
    origin,
    method: 'PUT',
    path: `${merchantPath(merchant)}/order/${RANDOM}/transaction/1`,
    headers: merchantHeaders(merchant),
    body: authorizeBody(),
    connections: CONNECTIONS,
  };
}
