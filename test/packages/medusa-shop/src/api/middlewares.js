/**
 * Medusa applies a notification some seconds after it came, so that the payer's return is first. Medusa 2.21 looks for
 * the payment module's option `webhook_delay` at the module's service, which does not have its options.
 */
const { Modules } = require('@medusajs/framework/utils');

const DELAY_MS = 100;

const shortenDelay = ({ scope }, _response, next) => {
  scope.resolve(Modules.PAYMENT).options = { webhook_delay: DELAY_MS };
  next();
};

module.exports.default = {
  routes: [{ matcher: '/hooks/payment/*', methods: ['POST'], middlewares: [shortenDelay] }],
};
