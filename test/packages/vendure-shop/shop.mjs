/** A whole Vendure shop in memory, with one product and one way to pay. It prints READY once it answers. */

import { TurnpikePlugin, turnpikeHandler } from '@turnpike/vendure';
import { TurnpikeCheckPlugin } from '@turnpike/vendure/check';
import { bootstrap, DefaultLogger, LogLevel } from '@vendure/core';
import cli from '@vendure/core/cli/index.js';

const { PORT, GATEWAY, MERCHANT, PASSWORD, NOTIFICATION_KEY, OPERATION, CHECK_TOKEN, FAULT } = process.env;
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

const config = {
  apiOptions: {
    port: Number(PORT),
    hostname: 'localhost',
    adminApiPath: 'admin-api',
    shopApiPath: 'shop-api',
    middleware: [confirmation],
  },
  authOptions: {
    tokenMethod: ['bearer'],
    superadminCredentials: { identifier: 'superadmin', password: 'superadmin' },
  },
  dbConnectionOptions: { type: 'sqljs', synchronize: true, autoSave: false },
  logger: new DefaultLogger({ level: LogLevel.Warn }),
  paymentOptions: { paymentMethodHandlers: [] },
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
