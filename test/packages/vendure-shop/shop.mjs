/**
 * A whole Vendure shop with one way to pay, in memory or in the database at DATABASE_URL. It prints READY once it
 * answers.
 */

import { TurnpikePlugin, turnpikeHandler } from '@turnpike/vendure';
import { TurnpikeCheckPlugin } from '@turnpike/vendure/check';
import { bootstrap, DefaultLogger, defaultPaymentProcess, defaultRefundProcess, LogLevel } from '@vendure/core';
import cli from '@vendure/core/cli/index.js';
import { hold, holdingProcess } from './hold.mjs';

const { PORT, GATEWAY, MERCHANT, PASSWORD, NOTIFICATION_KEY, OPERATION, CHECK_TOKEN, FAULT, DATABASE_URL } =
  process.env;
const SHOP = `http://localhost:${PORT}`;

/** The storefront's page for payers who come back. */
const confirmation = {
  route: '/confirmation',
  handler: (_request, response) => response.type('html').send('<h1>Thank you.</h1>'),
};

if (FAULT === 'amount-unchecked') {
  const { createPaymentFn } = turnpikeHandler;
  turnpikeHandler.createPaymentFn = async (ctx, order, amount, ...more) => ({
    ...(await createPaymentFn(ctx, order, amount, ...more)),
    amount,
  });
}

const database = DATABASE_URL
  ? { type: new URL(DATABASE_URL).protocol.replace(':', ''), url: DATABASE_URL }
  : { type: 'sqljs', autoSave: false };

const config = {
  apiOptions: {
    port: Number(PORT),
    hostname: 'localhost',
    adminApiPath: 'admin-api',
    shopApiPath: 'shop-api',
    middleware: [confirmation, hold],
  },
  authOptions: {
    tokenMethod: ['bearer'],
    superadminCredentials: { identifier: 'superadmin', password: 'superadmin' },
  },
  dbConnectionOptions: { ...database, synchronize: true },
  logger: new DefaultLogger({ level: LogLevel.Warn }),
  paymentOptions: {
    paymentMethodHandlers: [],
    process: [defaultPaymentProcess, holdingProcess],
    refundProcess: [defaultRefundProcess, holdingProcess],
  },
  plugins: [
    TurnpikePlugin.init({
      gateway: GATEWAY,
      merchantId: MERCHANT,
      password: PASSWORD,
      notificationKey: NOTIFICATION_KEY,
      shopUrl: SHOP,
      storefrontUrl: (code) => `${SHOP}/confirmation/${code}`,
      operation: OPERATION,
    }),
    ...(CHECK_TOKEN ? [TurnpikeCheckPlugin.init({ token: CHECK_TOKEN, sku: 'MUG' })] : []),
  ],
};

const initialData = {
  defaultLanguage: 'en',
  defaultZone: 'Europe',
  countries: [{ name: 'Germany', code: 'DE', zone: 'Europe' }],
  taxRates: [{ name: 'Standard', percentage: 0 }],
  shippingMethods: [{ name: 'Post', price: 0, taxRate: 0 }],
  paymentMethods: [{ name: 'turnpike', handler: { code: 'turnpike', arguments: [] } }],
  collections: [],
};

await cli.populate(() => bootstrap(config), initialData);
console.log('READY');
