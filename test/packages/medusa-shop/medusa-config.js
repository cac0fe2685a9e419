const { defineConfig } = require('@medusajs/framework/utils');

const { DATABASE_URL, PORT, GATEWAY, MERCHANT, PASSWORD, NOTIFICATION_KEY } = process.env;

const SHOP = `http://localhost:${PORT}`;

/** A shop has one in most cases; this one has both kinds. */
const provider = (id, operation) => ({
  resolve: '@turnpike/medusa',
  id,
  options: {
    gateway: GATEWAY,
    merchantId: MERCHANT,
    password: PASSWORD,
    notificationKey: NOTIFICATION_KEY,
    notificationUrl: `${SHOP}/hooks/payment/turnpike_${id}`,
    returnUrl: `${SHOP}/confirmation`,
    operation,
  },
});

module.exports = defineConfig({
  admin: { disable: true },
  projectConfig: {
    databaseUrl: DATABASE_URL,
    databaseDriverOptions: { connection: { ssl: false } },
    http: { storeCors: '*', adminCors: '*', authCors: '*', jwtSecret: 'of-tests', cookieSecret: 'of-tests' },
  },
  modules: [
    {
      resolve: '@medusajs/medusa/payment',
      options: {
        webhook_delay: 100,
        providers: [provider('later', 'AUTHORIZE'), provider('now', 'PURCHASE')],
      },
    },
  ],
});
