import { Webhooks } from '@turnpike/webhooks';
import { ConfigService, Logger, PluginCommonModule, VendurePlugin } from '@vendure/core';
import { ReturnController } from './controller.js';
import { Gateway } from './gateway.js';
import { turnpikeHandler } from './handler.js';
import { injectArguments } from './inject.js';
import { OPTIONS, validated } from './options.js';
import { PaymentUpdates } from './payment-updates.js';
import { Records } from './records.js';
import { ShopResolver, shopSchema } from './resolver.js';
import { TurnpikeService } from './service.js';
import { Staff } from './staff.js';

/** The decimals of Vendure's units, unless the shop has a strategy of its own. */
const PRECISION = 2;
const ROUTE = '/turnpike/notification';

/** @typedef {import('./options.js').TurnpikePluginOptions} TurnpikePluginOptions */

/** Add it to `plugins` of the configuration of Vendure, and a payment method with the handler `turnpike`. */
export class TurnpikePlugin {
  /** @type {TurnpikePluginOptions} */
  static #options;
  /** @type {TurnpikeService} */
  static #turnpike;

  /** @param {TurnpikeService} turnpike */
  constructor(turnpike) {
    TurnpikePlugin.#turnpike = turnpike;
  }

  /** @param {TurnpikePluginOptions} options */
  static init(options) {
    TurnpikePlugin.#options = validated(options);
    return TurnpikePlugin;
  }

  static get options() {
    return validated(TurnpikePlugin.#options);
  }

  /**
   * Adds the payment method, and the notifications' address before the parsers of bodies, which lose the signed bytes.
   *
   * @param {import('@vendure/core').RuntimeVendureConfig} config
   */
  static configure(config) {
    const webhooks = new Webhooks({
      keys: [TurnpikePlugin.options.notificationKey].flat(),
      onError: (error) => Logger.error(`A notification was refused: ${error}`, 'TurnpikePlugin'),
    });
    const handler = webhooks.nodeHandler(({ notification: { order } }) =>
      TurnpikePlugin.#turnpike.bringUpToDate(order.reference ?? order.id),
    );
    config.paymentOptions.paymentMethodHandlers.push(turnpikeHandler);
    config.apiOptions.middleware.push({ route: ROUTE, handler, beforeListen: true });
    return config;
  }
}

injectArguments(TurnpikePlugin, [TurnpikeService]);
VendurePlugin({
  imports: [PluginCommonModule],
  compatibility: '^3.4.0',
  controllers: [ReturnController],
  providers: [
    { provide: OPTIONS, useFactory: () => TurnpikePlugin.options },
    {
      provide: Gateway,
      inject: [OPTIONS, ConfigService],
      useFactory: (options, config) => new Gateway(options, config.entityOptions.moneyStrategy.precision ?? PRECISION),
    },
    ...[Records, PaymentUpdates, Staff, TurnpikeService],
  ],
  exports: [TurnpikeService],
  configuration: (config) => TurnpikePlugin.configure(config),
  shopApiExtensions: { schema: shopSchema, resolvers: [ShopResolver] },
})(TurnpikePlugin);
