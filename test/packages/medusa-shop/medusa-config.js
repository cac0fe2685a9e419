const { defineConfig } = require('@medusajs/framework/utils');

const { DATABASE_URL, PORT, GATEWAY, MERCHANT, PASSWORD, NOTIFICATION_KEY, CHECK_TOKEN, FAULT, WITH_ADMIN } =
  process.env;

const SHOP = `http://localhost:${PORT}`;

/** A shop has one in most cases; this one has both kinds. */
const provider = (id, operation) => ({
  resolve: FAULT === 'misses-the-refund' ? './src/faulty-provider.js' : '@turnpike/medusa',
  id,
  options: {
    gateway: GATEWAY,
    merchantId: MERCHANT,
    password: PASSWORD,
    notificationKey: NOTIFICATION_KEY,
    notificationUrl: `${SHOP}/hooks/payment/turnpike_${id}`,
    returnUrl: `${SHOP}/turnpike/check/return`,
    operation,
  },
});

module.exports = defineConfig({
  admin: { disable: WITH_ADMIN !== '1' },
  projectConfig: {
    databaseUrl: DATABASE_URL,
    databaseDriverOptions: { connection: { ssl: false } },
    http: { storeCors: '*', adminCors: '*', authCors: '*', jwtSecret: 'of-tests', cookieSecret: 'of-tests' },
  },
  plugins: [
    {
      resolve: '@turnpike/medusa',
      options: {
        check: { token: CHECK_TOKEN, sku: 'CHECK', now: 'pp_turnpike_now', later: 'pp_turnpike_later' },
      },
    },
  ],
  modules: [
    {
      resolve: '@medusajs/medusa/payment',
      options: {
        providers: [provider('later', 'AUTHORIZE'), provider('now', 'PURCHASE')],
      },
    },
  ],
});
