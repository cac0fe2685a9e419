/**
 * The check page for `@turnpike/shop-check`, which plays payment histories against this shop. It makes orders and
 * cancels them for everybody who has its token, so a shop in production does not add it.
 */
import { PluginCommonModule, VendurePlugin } from '@vendure/core';
import { TurnpikePlugin } from '../plugin.js';
import { CheckController } from './controller.js';
import { CHECK_OPTIONS } from './options.js';
import { CheckOrders } from './orders.js';

/** @import { TurnpikeCheckOptions } from './index.d.ts' */

/** Add it to `plugins` beside `TurnpikePlugin`, on your machine only. */
// biome-ignore lint/complexity/noStaticOnlyClass: Vendure's plugins are classes
export class TurnpikeCheckPlugin {
  /** @type {TurnpikeCheckOptions} */
  static #options;

  /** @param {TurnpikeCheckOptions} options */
  static init(options) {
    const missing = /** @type {const} */ (['token', 'sku']).find((name) => !options?.[name]);
    if (missing !== undefined) {
      throw new TypeError(`TurnpikeCheckPlugin.init needs ${missing}.`);
    }
    TurnpikeCheckPlugin.#options = options;
    return TurnpikeCheckPlugin;
  }

  static get options() {
    return TurnpikeCheckPlugin.#options;
  }
}

VendurePlugin({
  imports: [PluginCommonModule, TurnpikePlugin],
  compatibility: '^3.4.0',
  controllers: [CheckController],
  providers: [{ provide: CHECK_OPTIONS, useFactory: () => TurnpikeCheckPlugin.options }, CheckOrders],
})(TurnpikeCheckPlugin);
