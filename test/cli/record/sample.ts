/** A bundle of one approved payment. */
import { BUNDLE_FORMAT, BUNDLE_SCHEMA, type BundleContents } from '../../../src/cli/record/bundle.ts';

const paid = { authorized: '12.50', captured: '12.50', refunded: '0.00' };

export const SAMPLE: BundleContents = {
  format: BUNDLE_FORMAT,
  schema: BUNDLE_SCHEMA,
  gateway: { version: '0.1.0', interface: 100 },
  recordedAt: 5_000,
  order: { status: 'CAPTURED', amount: '12.50', currency: 'EUR', ...paid },
  transactions: [
    {
      at: 0,
      changedAt: 40,
      operation: 'PAY',
      type: 'PAYMENT',
      version: 100,
      entryPoint: 'WEB_SERVICES_API',
      amount: '12.50',
      currency: 'EUR',
      instrument: {
        type: 'CARD',
        brand: 'MASTERCARD',
        scheme: 'MASTERCARD',
        fundingMethod: 'CREDIT',
        number: '512345xxxxxx2346',
      },
      answer: { gatewayCode: 'APPROVED', result: 'SUCCESS', acquirerCode: '00', orderStatus: 'CAPTURED', ...paid },
    },
  ],
  authentications: [],
  providerEvents: [],
  latePayments: [],
  notifications: [],
};
