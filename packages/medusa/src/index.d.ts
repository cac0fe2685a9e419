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

declare const provider: ModuleProviderExports;
export default provider;
