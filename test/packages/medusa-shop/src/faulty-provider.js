/** The plugin's provider with a planted fault: it takes no notice of refunds that the gateway makes. */
const { ModuleProvider, Modules, PaymentActions } = require('@medusajs/framework/utils');
const { default: turnpike } = require('@turnpike/medusa');

const [TurnpikeProvider] = turnpike.services;

class MissesRefunds extends TurnpikeProvider {
  async getWebhookActionAndData(payload) {
    return payload.data.transaction?.type === 'REFUND'
      ? { action: PaymentActions.NOT_SUPPORTED }
      : super.getWebhookActionAndData(payload);
  }
}

module.exports = ModuleProvider(Modules.PAYMENT, { services: [MissesRefunds] });
