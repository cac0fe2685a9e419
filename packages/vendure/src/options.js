/** The token by which Nest injects the plugin's options. */
export const OPTIONS = Symbol('TurnpikeOptions');

/** @typedef {import('./index.d.ts').TurnpikePluginOptions} TurnpikePluginOptions */
/** @typedef {TurnpikePluginOptions & { operation: 'AUTHORIZE' | 'PURCHASE' }} Options */

const REQUIRED = /** @type {const} */ ([
  'gateway',
  'merchantId',
  'password',
  'notificationKey',
  'shopUrl',
  'storefrontUrl',
]);

/**
 * @param {TurnpikePluginOptions} options
 * @returns {Options}
 * @throws {TypeError} which names the option that is missing
 */
export function validated(options) {
  const missing = REQUIRED.find((name) => !options?.[name]);
  if (missing !== undefined) {
    throw new TypeError(`TurnpikePlugin.init needs ${missing}.`);
  }
  return { operation: 'PURCHASE', ...options, shopUrl: options.shopUrl.replace(/\/$/, '') };
}
