import type { ModuleProviderExports } from '@medusajs/framework/types';

/** The options of the provider in `medusa-config`. */
export interface TurnpikeOptions {
  /** The gateway's origin, such as `https://pay.example`. */
  gateway: string;
  merchantId: string;
  /** The merchant's API password. */
  password: string;
  /** The key that signs notifications, `whsec_…`; during a replacement both keys. */
  notificationKey: string | string[];
  /** The address of Medusa's webhooks for this provider: `https://medusa.example/hooks/payment/turnpike_turnpike`. */
  notificationUrl: string;
  /** The storefront's page for a payer who comes back. It gets `payment_session` in its query. */
  returnUrl: string;
  /** PURCHASE takes the money at once, AUTHORIZE when the payment is captured. Default: AUTHORIZE. */
  operation?: 'AUTHORIZE' | 'PURCHASE';
}

/** The options of the plugin in `medusa-config`. */
export interface TurnpikePluginOptions {
  /** The check page for `@turnpike/shop-check`. Absent: it answers 404. Never in production. */
  check?: {
    /** The check sends it as `Authorization: Bearer TOKEN`. */
    token: string;
    /** A product variant with a shipping method to the first country of a region in EUR. */
    sku: string;
    /** The id of a provider with PURCHASE, as `pp_turnpike_turnpike`. */
    now?: string;
    /** The id of a provider with AUTHORIZE. */
    later?: string;
  };
}

declare const provider: ModuleProviderExports;
export default provider;
