/** A whole Vendure shop in memory, with one product and one way to pay. It prints READY once it answers. */

import { TurnpikePlugin } from '@turnpike/vendure';
import { bootstrap, DefaultLogger, LogLevel } from '@vendure/core';
import cli from '@vendure/core/cli/index.js';

const { PORT, GATEWAY, MERCHANT, PASSWORD, NOTIFICATION_KEY, OPERATION } = process.env;
const SHOP = `http://localhost:${PORT}`;

const config = {
  apiOptions: { port: Number(PORT), hostname: 'localhost', adminApiPath: 'admin-api', shopApiPath: 'shop-api' },
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
