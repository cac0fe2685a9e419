import type { ID, PaymentMethodHandler, RequestContext, Type } from '@vendure/core';

export interface TurnpikePluginOptions {
  /** The gateway's origin, such as `https://pay.example`. */
  gateway: string;
  merchantId: string;
  /** The merchant's API password. */
  password: string;
  /** The key that signs notifications, `whsec_…`; during a replacement both keys. */
  notificationKey: string | string[];
  /** The origin of this Vendure server, as payers and the gateway reach it. */
  shopUrl: string;
  /** The storefront's page for a payer who comes back, such as `/checkout/confirmation/CODE`. */
  storefrontUrl: (orderCode: string) => string;
  /** PURCHASE takes the money at once, AUTHORIZE when staff settles the payment. Default: PURCHASE. */
  operation?: 'AUTHORIZE' | 'PURCHASE';
}

// biome-ignore lint/complexity/noStaticOnlyClass: Vendure's plugins are classes
export declare class TurnpikePlugin {
  /** @throws TypeError which names a missing option */
  static init(options: TurnpikePluginOptions): Type<TurnpikePlugin>;
}

export declare const turnpikeHandler: PaymentMethodHandler;

export declare class TurnpikeService {
  /**
   * Makes a checkout for the unpaid amount of an order in ArrangingPayment. It locks the order's row: a transaction
   * that has changed the order must have ended.
   *
   * @param operation that of the options, unless this order is captured at another time
   */
  createCheckout(
    ctx: RequestContext,
    orderId: ID,
    operation?: 'AUTHORIZE' | 'PURCHASE',
  ): Promise<{ url: string } | { error: string }>;
  /** Applies the gateway's state of an order to the shop's. It may be called at any time, any number of times. */
  bringUpToDate(orderCode: string): Promise<void>;
}
